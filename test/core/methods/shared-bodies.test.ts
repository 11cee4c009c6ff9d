import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { runCommand } from "../../support/command.ts";

const JOINING = fileURLToPath(new URL("./join-bodies.ts", import.meta.url));

const BODIES = 120;
const MEBIBYTES = 16;

/** V8 collects beside the program, late on a machine that does much else; what is kept is there in every run. */
const RUNS = 5;

test("bodies that nobody needs any more give their memory back, one after another", async () => {
  let grownMib = Number.POSITIVE_INFINITY;
  for (let run = 0; run < RUNS && grownMib > (BODIES * MEBIBYTES) / 4; run += 1) {
    const { stdout } = await runCommand(process.execPath, [JOINING, String(BODIES), String(MEBIBYTES)]);
    grownMib = Math.min(grownMib, Number(stdout));
  }
  expect(grownMib).toBeGreaterThan(0);
  expect(grownMib).toBeLessThan((BODIES * MEBIBYTES) / 2);
});
