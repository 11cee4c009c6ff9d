import { openDatabase } from "../../../src/core/persistence/index.ts";
import { FailingDisk } from "./failing-disk.ts";

// A process of its own, started with `--import` of the disk: it opens the embedded database in the folder given, has
// its disk hang in a write, and ends itself some seconds later.

const [dataDir = ""] = process.argv.slice(2);
const opening = await openDatabase({ kind: "embedded", dataDir, sync: "off" });
if (!opening.ok) throw new Error(opening.sentence);
new FailingDisk().refuse({ call: "writeSync", path: /pg_wal\/0/, code: "hangs" });
opening.database.sqlHome.sql.run("create table counts (count int)").catch(() => undefined);
console.log("hangs");
setTimeout(() => process.exit(3), 6_000);
