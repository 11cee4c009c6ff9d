// What the driver throws without a code: each of its sentences is either the database being away, or a fault of ours.
import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { isDatabaseUnavailable } from "../../../src/core/persistence/index.ts";

const SOURCES = [
  ...["node_modules/pg/lib/**/*.js", "node_modules/pg-pool/index.js", "node_modules/pg-protocol/dist/*.js"],
  ...["node_modules/kysely/dist/driver/*.js", "node_modules/kysely/dist/dialect/postgres/*.js"],
];

/** The beginnings of the sentences in the driver's sources, up to what is put into them. */
function sentences(): readonly string[] {
  const files = globSync(SOURCES).filter((file) => !/\.test\.js$|[\\/]native[\\/]/.test(file));
  const found = files.flatMap((file) => {
    const matches = readFileSync(file, "utf8").matchAll(/new (?:Type|Range)?Error\((?:'([^']+)|"([^"]+)|`([^`$]+))/g);
    return [...matches].map(([, single, double, template]) => single ?? double ?? template ?? "");
  });
  return [...new Set(found)].toSorted();
}

/** Wrong use of the driver, or of its settings: no request is answered otherwise by waiting. */
const OURS = [
  /^A query must have|^Query values must be|^Prepared statements must be unique|^Client was passed|^callback is not/,
  /^Called end on pool|^Release called on client|^Passing a function|^Client has already been connected/,
  /^unexpected condition/,
  /^Binary mode|^`cursor` is not present|^The `\w+` method is not supported|^invalid transaction|^circular reference/,
  /^Buffer|^(?:first|second) argument must be|^Password must be|^sslnegotiation=/,
  /^SASL: (?:attribute pairs text|text must be)/,
  /^SASL: (?:Only mechanism|Mechanism)|^SASL: SCRAM-SERVER-FIRST-MESSAGE: client password/,
  /^SASL channel binding|^[Ii]nvalid|^Expected|^Not supported|^unsupported|^`?\w+\(\)|^options/,
];

test("each sentence of the driver is known, and those of a lost connection are a database that is away", () => {
  const all = sentences();
  expect(all).toContain("Client was closed and is not queryable");
  expect(all).toContain("Connection terminated unexpectedly");
  expect(all).toContain("Cannot use a pool after calling end on the pool");
  const isOurs = (words: string): boolean => OURS.some((pattern) => pattern.test(words));
  const unknown = all.filter((words) => isDatabaseUnavailable(new Error(words)) === isOurs(words));
  expect(unknown).toEqual([]);
});

test.for([
  "Client was closed and is not queryable",
  "Cannot use a pool after calling end on the pool",
  "driver has already been destroyed",
  "the database is closed",
  "Query read timeout",
])("%s, also where another error wraps it", (words) => {
  expect(isDatabaseUnavailable(new Error("the statement failed", { cause: new Error(words) }))).toBe(true);
});

test.for([
  ["42501", "md.c", true],
  ["42501", "fd.c", true],
  ["XX000", "xlog.c", true],
  ["XX000", "src/backend/storage/smgr/md.c", true],
  ["42809", "slru.c", true],
  ["42501", "aclchk.c", false],
  ["XX000", "execMain.c", false],
  ["42601", "md.c", false],
] as const)("%s of %s, as a file operation of the server: %s", ([code, file, isPassing]) => {
  const error = new Error("wrapped", { cause: Object.assign(new Error("could not open file"), { code, file }) });
  expect(isDatabaseUnavailable(error)).toBe(isPassing);
});
