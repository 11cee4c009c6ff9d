// The table of faults behind HAProxy, row by row. Its rows are judged by time, so `vitest.config.ts` runs this file in
// the full lane alone, after all other files.
import { expect, test } from "vitest";
import { missingBalancer } from "./balancers.ts";
import { FAULTS } from "./faults.ts";
import { faultTable } from "./table.ts";

/** Three times what the table takes on two cores. */
const WHOLE_TABLE_MS = 3_600_000;

const missing = missingBalancer("haproxy");
const reason = missing === null ? "" : ` (skipped: ${missing})`;

test.skipIf(missing !== null)(
  `behind HAProxy every fault keeps every promise, and heals in time${reason}`,
  async () => {
    const { isExact, text } = await faultTable("haproxy");
    process.stderr.write(text);
    expect(isExact ? "" : text).toBe("");
    const absent = FAULTS.filter(({ name }) => !text.includes(`| ${name} |`));
    expect(absent.map(({ name }) => name)).toEqual([]);
  },
  WHOLE_TABLE_MS,
);
