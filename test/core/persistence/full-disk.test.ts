// The embedded database on a real disk that is full: it refuses, heals once there is room, and keeps what it said.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { DatabaseLocation } from "../../../src/core/persistence/index.ts";
import { smallDisk } from "../../faults/small-disk.ts";
import { startCommand } from "../../support/command.ts";
import { openOrThrow, prepareDataFolder } from "../../support/databases.ts";

const WRITER = fileURLToPath(new URL("./write-through-failures.ts", import.meta.url));

/** Where this user may mount nothing, there is no disk to be filled. */
const isMountable = await mountsDisks();

/** What the writer runs before each write, so that it meets the full disk there first. */
const MEETINGS = {
  "as tables grow": "select 1",
  "as the log grows": "select pg_switch_wal()",
  "at a checkpoint": "checkpoint",
} as const;

const CASES = Object.entries(MEETINGS).flatMap(([where, before]) =>
  (["off", "full"] as const).map((sync) => ({ where, before, sync })),
);

test.skipIf(!isMountable).for(CASES)(
  "met $where with sync $sync, a full disk is refused, heals without a restart, and takes nothing back",
  async ({ where, before, sync }) => {
    await using disk = await smallDisk();
    if (disk === null) throw new Error("no disk could be mounted");
    const dataDir = join(disk.folder, "data");
    await mkdir(dataDir, { recursive: true });
    await prepareDataFolder(dataDir);
    const location: DatabaseLocation = { kind: "embedded", dataDir, sync };
    await using writer = await startCommand(process.execPath, [WRITER, JSON.stringify(location), before]);
    await writer.waitFor(/(canvas [^\n]*\n[\s\S]*){3}/);
    await disk.fill();
    await writer.waitFor(/(refused [^\n]*\n[\s\S]*){10}/);
    const whileFull = writer.output.stdout();
    // Where the log has no room, the engine has ended; a table that can't grow fails its statement alone.
    if (where === "as the log grows") expect(whileFull).toContain("refused away");
    await disk.free();
    const [, healed = ""] = await writer.waitFor(new RegExp(`^${escaped(whileFull)}[^]*?canvas \\S+ ([\\d.]+)\\n`));
    expect(Number(healed) - secondsIn(whileFull)).toBeLessThan(10);
    const { signal, stdout } = await writer.stop("SIGKILL");
    expect(signal).toBe("SIGKILL");

    const said = linesOf(stdout);
    const scope = { organizationId: said.find(([kind]) => kind === "tenant")?.[1] ?? "", workspaceId: null };
    const database = await openOrThrow({ kind: "embedded", dataDir, sync: "off" });
    const acknowledged = said.flatMap(([kind, id = ""]) => (kind === "canvas" ? [id] : []));
    for (const id of acknowledged) expect(await database.canvases.findPublished(scope, id)).not.toBeNull();
    await database.close();
  },
);

async function mountsDisks(): Promise<boolean> {
  await using disk = await smallDisk();
  return disk !== null;
}

function linesOf(said: string): readonly (readonly string[])[] {
  return said
    .trim()
    .split("\n")
    .map((line) => line.split(" "));
}

/** The CPU time that the last line tells. */
function secondsIn(said: string): number {
  return Number(linesOf(said).at(-1)?.[2]);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
