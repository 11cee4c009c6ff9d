// What must hold after every run, whatever has happened in it.
import type { SqlRow, Statements } from "../../src/core/persistence/mikro/session.ts";
import type { Granted } from "./clients.ts";
import { fileOf, payloadOf, recordsOf } from "./engine.ts";
import { PAYLOADS, type Wish } from "./plan.ts";
import { sha256Of } from "./sha256.ts";
import type { Site } from "./site.ts";
import type { Files } from "./store.ts";

/** Every invariant, and what it says. */
export const INVARIANTS = {
  "every wish is granted": "Clients that repeat what was not answered get their files in the end.",
  "no failure of ours": "No answer is a 500, or one that the documents do not tell clients to repeat.",
  "answers are exact": "Every file that was answered, or downloaded, has the bytes of its data, or its key's.",
  "kept files are there": "Every stored render that a client was told of can be read, byte by byte.",
  "lost files are made again": "A file that vanished is there again once an answer to its key has brought it.",
  "one key, one render": "All answers to a key name one render, and have the same bytes whatever data came with it.",
  "one key, one charge": "Of the renders that were begun for a key at most one succeeded.",
  "accepted jobs succeed": "Every job that was accepted has succeeded.",
  "usage is what succeeded": "Records, renders and pages of the usage are those of the files that succeeded.",
  "reservations return": "No record and no slot is held by anybody at the end.",
  "nothing is stuck": "No render is under way, and no job waits, at the end.",
  "named files are kept": "No file is erased, or is another one, that a render names as kept.",
  "kept files are named": "No file is kept that no render names, once the sweeps have run.",
  "everything is erased": "After its retention nothing is left of a file.",
} as const satisfies Record<string, string>;

export type Invariant = keyof typeof INVARIANTS;

/** What a run's end says of an invariant. */
export interface Breach {
  readonly invariant: Invariant;
  readonly what: string;
}

/** Notes what was judged and what is broken. */
export class Verdict {
  readonly judged = new Map<Invariant, number>();
  readonly breaches: Breach[] = [];

  expect(invariant: Invariant, holds: boolean, what: () => string): void {
    this.judged.set(invariant, (this.judged.get(invariant) ?? 0) + 1);
    if (!holds) this.breaches.push({ invariant, what: what() });
  }
}

/** What clients have seen. */
export function judgeAnswers(verdict: Verdict, granted: readonly Granted[], { files: stored }: Site): void {
  for (const { client, wish, files, isDone, refusals, wrong } of granted) {
    const name = `client ${client}, ${wish.way}, ${wish.key ?? "no key"}`;
    verdict.expect("every wish is granted", isDone || wrong.length > 0, () => `${name}: ${refusals.join(", ")}`);
    verdict.expect("no failure of ours", wrong.length === 0, () => `${name}: ${wrong.join("; ")}`);
    for (const { bytes, renderId } of files) {
      verdict.expect("answers are exact", isOf(bytes, wish, granted), () => `${name}: ${renderId}`);
    }
  }
  for (const [key, ids] of toldByKey(granted)) {
    const isOne = isOneOrLost([...ids], key, granted, stored);
    verdict.expect("one key, one render", isOne, () => `${key}: ${[...ids].join(", ")}`);
    const answers = granted.filter(({ wish }) => wish.key === key).flatMap(({ files }) => files);
    const hashes = new Set(answers.map(({ bytes }) => sha256Of(bytes)));
    verdict.expect("one key, one render", hashes.size <= ids.size, () => `${key}: ${[...hashes].join(", ")}`);
  }
}

/**
 * Whether the renders of a key are one, beside those whose files vanished: a key that comes with other data then
 * belongs to a render of that data from then on. A key that always came with the same data has one render whatever
 * vanishes.
 */
function isOneOrLost(ids: readonly string[], key: string, granted: readonly Granted[], { everGone }: Files): boolean {
  if (ids.length <= 1) return true;
  const payloads = new Set(granted.filter(({ wish }) => wish.key === key).map(payloadOfWish));
  return payloads.size > 1 && ids.filter((id) => !everGone.has(id)).length <= 1;
}

/** Whether a file is what a wish asks for: of the data that came with its key, where that was not always the same. */
function isOf(bytes: Uint8Array, { key, payload }: Wish, granted: readonly Granted[]): boolean {
  const payloads = key === null ? [payload] : granted.filter(({ wish }) => wish.key === key).map(payloadOfWish);
  return payloads.some((number) => PAYLOAD_BY_FILE.get(sha256Of(bytes)) === number);
}

function payloadOfWish({ wish }: Granted): number {
  return wish.payload;
}

/** By the SHA-256 of a file the number of the payload that it is made of. */
const PAYLOAD_BY_FILE: ReadonlyMap<string, number> = new Map(
  Array.from({ length: PAYLOADS }, (_, number) => [sha256Of(fileOf(payloadOf(number))), number]),
);

function toldByKey(granted: readonly Granted[]): ReadonlyMap<string, ReadonlySet<string>> {
  const byKey = new Map<string, Set<string>>();
  for (const { wish, told } of granted) {
    if (wish.key === null || told.size === 0) continue;
    const ids = byKey.get(wish.key) ?? new Set<string>();
    for (const id of told) ids.add(id);
    byKey.set(wish.key, ids);
  }
  return byKey;
}

/** What is kept, while it is to be kept. */
export async function judgeRecords(
  verdict: Verdict,
  { granted, site, statements }: { granted: readonly Granted[]; site: Site; statements: Statements },
): Promise<void> {
  const rows = new Map((await statements(RENDERS_SQL, [])).map((row) => [String(row["id"]), row]));
  for (const { wish, stored } of granted) {
    for (const id of stored) {
      const status = rows.get(id)?.["status"];
      if (wish.way === "job") verdict.expect("accepted jobs succeed", status === "succeeded", () => `${id}: ${status}`);
      const bytes = site.files.kept.get(id)?.bytes;
      const isThere = bytes === undefined ? site.files.gone.has(id) : isOf(bytes, wish, granted);
      const isDownloadable = status === "succeeded" && rows.get(id)?.["stored"] === true;
      verdict.expect("kept files are there", isThere && isDownloadable, () => `${id}: ${status}, file ${isThere}`);
    }
  }
  judgeLost(verdict, site, granted);
  judgeKeys(verdict, { granted, site, rows });
  judgeFiles(verdict, site, rows);
  await judgeUsage(verdict, [...rows.values()], statements);
  const [counts] = await statements(STUCK_SQL, []);
  for (const what of ["renders", "jobs"]) {
    verdict.expect("nothing is stuck", Number(counts?.[what]) === 0, () => `${counts?.[what]} ${what}`);
  }
  verdict.expect("nothing is stuck", site.queue.isEmpty, () => "the queue holds a job");
}

const RENDERS_SQL =
  "select id, status, records, pages, stored, sha256, bytes_until is not null as has_bytes from renders";
const STUCK_SQL = `select (select count(*) from renders where status in ('queued', 'rendering'))::integer as renders,
  (select count(*) from render_jobs)::integer as jobs`;
const USAGE_SQL = `select coalesce(sum(records), 0)::integer as records, coalesce(sum(renders), 0)::integer as renders,
  coalesce(sum(pages), 0)::integer as pages, coalesce(sum(reserved), 0)::integer as reserved,
  coalesce(sum(running), 0)::integer as running from usage`;

type Rows = ReadonlyMap<string, SqlRow>;

function isSucceeded(row: SqlRow | undefined): boolean {
  return row?.["status"] === "succeeded" || row?.["status"] === "expired";
}

/** Files that vanished, and that answers to their keys have brought since: nothing but another fault may take them. */
function judgeLost(verdict: Verdict, { files: stored }: Site, granted: readonly Granted[]): void {
  for (const { wish, files } of granted) {
    for (const { renderId: id, question, askedStep } of files) {
      const wasGone = (stored.everGone.get(id) ?? Number.POSITIVE_INFINITY) < askedStep;
      if (wish.key === null || question !== "render" || !wasGone) continue;
      const bytes = stored.kept.get(id)?.bytes;
      const isAgain = bytes === undefined ? (stored.gone.get(id) ?? 0) > askedStep : isOf(bytes, wish, granted);
      verdict.expect("lost files are made again", isAgain, () => `${id}, asked for after step ${askedStep}`);
    }
  }
}

function judgeKeys(
  verdict: Verdict,
  { granted, site, rows }: { readonly granted: readonly Granted[]; readonly site: Site; readonly rows: Rows },
): void {
  const names = new Map(granted.map(({ wish }) => [sha256Of(new TextEncoder().encode(wish.key ?? "")), wish.key]));
  const charged = new Map<string, string[]>();
  for (const [id, key] of site.keys) {
    const ids = charged.get(key) ?? [];
    if (isSucceeded(rows.get(id))) ids.push(id);
    charged.set(key, ids);
  }
  for (const [key, ids] of charged) {
    const isOne = isOneOrLost(ids, names.get(key) ?? "", granted, site.files);
    verdict.expect("one key, one charge", isOne, () => `${key.slice(0, 8)}: ${ids.join(", ")}`);
  }
}

function judgeFiles(verdict: Verdict, site: Site, rows: Rows): void {
  for (const [id, row] of rows) {
    if (row["has_bytes"] !== true) continue;
    if (site.files.gone.has(id)) continue;
    const sha256 = sha256Of(site.files.kept.get(id)?.bytes ?? new Uint8Array());
    verdict.expect("named files are kept", sha256 === row["sha256"], () => id);
  }
  for (const id of site.files.kept.keys()) {
    const row = rows.get(id);
    verdict.expect("kept files are named", row?.["has_bytes"] === true, () => `${id}: ${String(row?.["status"])}`);
  }
}

async function judgeUsage(verdict: Verdict, rows: readonly SqlRow[], statements: Statements): Promise<void> {
  const [usage = {}] = await statements(USAGE_SQL, []);
  const succeeded = rows.filter(isSucceeded);
  for (const { id, records, sha256 } of succeeded) {
    const asked = recordsOf(PAYLOAD_BY_FILE.get(String(sha256)) ?? -1);
    verdict.expect("usage is what succeeded", Number(records) === asked, () => `${id}: ${records} instead of ${asked}`);
  }
  const sumOf = (column: string): number => succeeded.reduce((sum, row) => sum + Number(row[column] ?? 0), 0);
  const wanted = { records: sumOf("records"), renders: succeeded.length, pages: sumOf("pages") };
  for (const [name, count] of Object.entries(wanted)) {
    const found = Number(usage[name]);
    verdict.expect("usage is what succeeded", found === count, () => `${name}: ${found} instead of ${count}`);
  }
  for (const name of ["reserved", "running"]) {
    verdict.expect("reservations return", Number(usage[name]) === 0, () => `${name}: ${String(usage[name])}`);
  }
}

/** What is left when everything's time is over. */
export async function judgeLeft(verdict: Verdict, site: Site, statements: Statements): Promise<void> {
  const rows = await statements(RENDERS_SQL, []);
  const named = rows.filter((row) => row["has_bytes"] === true).map((row) => String(row["id"]));
  verdict.expect("everything is erased", named.length === 0, () => `named: ${named.join(", ")}`);
  const files = [...site.files.kept.keys()];
  verdict.expect("everything is erased", files.length === 0, () => `files: ${files.join(", ")}`);
}
