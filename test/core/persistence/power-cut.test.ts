// What the embedded database acknowledges with `PLATEN_EMBEDDED_SYNC=full` outlives a power cut, whatever of the rest
// reached the disk; with `off` it need not.
import { join } from "node:path";
import { expect, test } from "vitest";
import { type DatabaseLocation, openDatabase } from "../../../src/core/persistence/index.ts";
import { inLane } from "../../support/lane.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";
import { PowerCut } from "./power-cut.ts";
import { publishSample, sampleTenant } from "./sample-rows.ts";

type Sync = Extract<DatabaseLocation, { kind: "embedded" }>["sync"];

/** What of the unsynced sectors reached the disk: none, all, or every one by chance. */
const REACHED: Readonly<Record<string, () => () => boolean>> = {
  none: () => () => false,
  all: () => () => true,
  some: () => chance(20_261_126),
};

const WRITES = inLane({ fast: 12, full: 60 });

async function opened(dataDir: string, sync: Sync) {
  const opening = await openDatabase({ kind: "embedded", dataDir, sync });
  if (!opening.ok) throw new Error(opening.sentence);
  return opening.database;
}

/** Writes, checkpoints in the middle, and cuts the power; answers how many of the acknowledged writes are left. */
async function leftAfterCut(sync: Sync, reached: () => boolean) {
  await using folder = await temporaryFolder("power-cut");
  const [home, after] = [join(folder.path, "before"), join(folder.path, "after")];
  await (await opened(home, sync)).close();
  using cut = new PowerCut(home);
  const database = await opened(home, sync);
  const tenant = await sampleTenant(database);
  const written: string[] = [];
  for (let count = 0; count < WRITES; count += 1) {
    written.push((await publishSample(database, tenant.workspace.id, `請求書 ${count}`)).id);
    if (count === WRITES / 2) await database.sqlHome.sql.run("checkpoint");
  }
  cut.leave(after, reached);
  await database.close();
  const again = await opened(after, "off");
  const scope = { organizationId: tenant.organization.id, workspaceId: null };
  const found = await Promise.all(written.map((id) => again.canvases.findPublished(scope, id)));
  await again.close();
  return { written: written.length, left: found.filter((canvas) => canvas !== null).length };
}

test.each(Object.keys(REACHED))(
  "acknowledged writes are on the disk where %s of the others are",
  async (name) => {
    const reached = REACHED[name]?.() ?? (() => false);
    expect(await leftAfterCut("full", reached)).toEqual({ written: WRITES, left: WRITES });
  },
  120_000,
);

test("without syncs a power cut loses acknowledged writes", async () => {
  const { written, left } = await leftAfterCut("off", () => false).catch(() => ({ written: WRITES, left: 0 }));
  expect(left).toBeLessThan(written);
}, 120_000);

/** Heads or tails, the same row of them in each run (Park and Miller, "Random number generators", 1988). */
function chance(seed: number): () => boolean {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state % 2 === 0;
  };
}
