import { writeSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { isDatabaseUnavailable, openDatabase } from "../../../src/core/persistence/index.ts";
import { publishSample, sampleTenant } from "./sample-rows.ts";

// A process of its own, which the test kills without warning: it writes to the database given as JSON, and says each
// write only after the database acknowledged it, or that the database was away. The second argument is a statement
// that is run before each write.

const [location = "", before = "select 1"] = process.argv.slice(2);
const opening = await openDatabase(JSON.parse(location));
if (!opening.ok) throw new Error(opening.sentence);
const { database } = opening;

const tenant = await sampleTenant(database);
say("tenant", tenant.organization.id);
for (let index = 0; ; index += 1) {
  try {
    await database.sqlHome.sql.run(before);
    const canvas = await publishSample(database, tenant.workspace.id, `請求書 ${index}`);
    say("canvas", canvas.id);
  } catch (error) {
    if (!isDatabaseUnavailable(error)) throw error;
    say("refused", (await database.ping()) ? "alive" : "away");
  }
  await pause(100);
}

/** Written at once, not through a buffer that dies with the process. With the CPU time so far, in seconds. */
function say(kind: string, word: string): void {
  const { user, system } = process.cpuUsage();
  writeSync(1, `${kind} ${word} ${(user + system) / 1e6}\n`);
}
