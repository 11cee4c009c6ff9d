import { writeSync } from "node:fs";
import { openDatabase } from "../../../src/core/persistence/index.ts";
import { publishSample, sampleStart, sampleTenant } from "./sample-rows.ts";

// A process of its own, which the test kills without warning: it writes to the database given as JSON, and says each
// write only after the database acknowledged it.

const opening = await openDatabase(JSON.parse(process.argv[2] ?? ""));
if (!opening.ok) throw new Error(opening.sentence);
const { database } = opening;

const tenant = await sampleTenant(database);
acknowledge("tenant", tenant.organization.id);
for (let index = 0; ; index += 1) {
  const canvas = await publishSample(database, tenant.workspace.id, `請求書 ${index}`);
  acknowledge("canvas", canvas.id);
  const start = sampleStart(tenant, canvas, { recordLimit: 1_000_000 });
  await database.renders.start(start);
  await database.renders.succeed({
    ...{
      id: start.id,
      pages: 1,
      bytes: 1,
      sha256: "a".repeat(64),
      receipt: "{}\n",
      finishedAt: start.createdAt,
      storedUntil: null,
      replayUntil: null,
    },
  });
  acknowledge("render", start.id);
}

/** Written at once, not through a buffer that dies with the process. */
function acknowledge(kind: string, id: string): void {
  writeSync(1, `${kind} ${id}\n`);
}
