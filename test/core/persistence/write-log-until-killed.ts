import { writeSync } from "node:fs";
import { openDatabase } from "../../../src/core/persistence/index.ts";

// A process of its own, which the test kills without warning: it opens the embedded database given as JSON and says
// what that took of CPU time, in seconds. Then it writes as many MiB into the database's log as the second argument
// says, says so, and waits, or stops well where the third one is `stop`.

const [location = "", mebibytes = "0", end = "wait"] = process.argv.slice(2);
const loaded = process.cpuUsage();
const opening = await openDatabase(JSON.parse(location));
if (!opening.ok) throw new Error(opening.sentence);
const { database } = opening;
const { user, system } = process.cpuUsage(loaded);
say(`opened ${(user + system) / 1e6}`);

const { sql } = database.sqlHome;
await sql.run("create table if not exists written (at serial primary key, bytes text)");
for (let count = 0; count < Number(mebibytes); count += 1) {
  // Rows of 1 KiB: of a longer one the table would keep a part elsewhere, compressed.
  await sql.run("insert into written (bytes) select repeat('x', 1000) from generate_series(1, 900)");
}
say("written");
if (end === "stop") await database.close();
else setInterval(() => undefined, 60_000);

/** Written at once, not through a buffer that dies with the process. */
function say(line: string): void {
  writeSync(1, `${line}\n`);
}
