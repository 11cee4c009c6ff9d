// An author without a person: forms as assistants first write them, with the mistakes that they make, come to a
// published form by nothing but the repairs that the tool answers.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { applyEdits } from "../../../src/core/diagnostics/index.ts";
import { type ToolAnswer, textOf } from "./clients.ts";
import { type PeopleBench, peopleBench } from "./people-bench.ts";

/**
 * What the drafts were asked for, after the one-page reference: 「品名・数量・単価の明細から小計・消費税・合計を計算する
 * 見積書を作ってください。宛名、発行者、発行日、番号、任意の備考を載せ、明細が多いときは見出しを繰り返してください。」
 */
const DRAFTS = join(import.meta.dirname, "drafts");

/** What the published form still has to say, whatever was repaired. */
const KEPT = [
  ...["quote.number", "quote.date", "customer.name", "issuer.name", "note", "御見積書", "御中", "御見積金額"],
  ...["table items", "品名", "数量", "単価", "金額", "小計", "消費税", "page.total", "sum(items[].amount)"],
] as const;

/** More rounds than this are no help to an agent. */
const ROUNDS_MAX = 5;

interface Finding {
  readonly severity: string;
  readonly message: string;
  readonly repair?: { readonly edits: readonly Edit[] };
  /** The other places of equal findings, each with its own repair. */
  readonly places?: readonly { readonly repair?: { readonly edits: readonly Edit[] } }[];
}

interface Edit {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly text: string;
}

let people: PeopleBench;
let author: Record<string, string>;
const rounds = new Map<string, number>();

beforeAll(async () => {
  people = await peopleBench();
  author = await people.person([people.organizations.ours]);
});
afterAll(async () => {
  await people[Symbol.asyncDispose]();
  const lines = [...rounds].map(([name, count]) => `${String(count).padStart(3)} ${name}`);
  const total = [...rounds.values()].reduce((sum, count) => sum + count, 0);
  console.log(`rounds of repairs until published, ${rounds.size} drafts, ${total} rounds\n${lines.join("\n")}`);
});

const names = readdirSync(DRAFTS).sort();

test("there are drafts enough to say something", () => {
  expect(names.length).toBeGreaterThanOrEqual(20);
});

test.each(names)("%s comes to a published form by its repairs alone", async (name) => {
  let source = readFileSync(join(DRAFTS, name), "utf8");
  const title = name.replace(/\.rpt$/, "");
  expect((await publish(title, source)).isError, "the draft is wrong").toBe(true);
  for (let round = 0; ; round += 1) {
    const answer = await people.call(author, "check_document", { source });
    const findings = answer.structuredContent?.["diagnostics"] as readonly Finding[];
    const errors = findings.filter((finding) => finding.severity === "error");
    if (errors.length === 0) {
      rounds.set(title, round);
      break;
    }
    expect(round, textOf(answer)).toBeLessThan(ROUNDS_MAX);
    const repaired = withEdits(
      source,
      errors.flatMap((finding) => [finding, ...(finding.places ?? [])].flatMap(({ repair }) => repair?.edits ?? [])),
    );
    expect(repaired, `no repair moves this:\n${textOf(answer)}`).not.toBe(source);
    source = repaired;
  }
  const published = await publish(title, source);
  expect(published.isError ?? false, textOf(published)).toBe(false);
  for (const text of KEPT) expect(source).toContain(text);
  await expectRenders(String(published.structuredContent?.["id"]));
});

function publish(title: string, source: string): Promise<ToolAnswer> {
  return people.call(author, "create_document", { title, source });
}

/** The form takes the data that its fields' table shows as examples. */
async function expectRenders(document: string): Promise<void> {
  const data = {
    quote: { number: "Q-1", date: "2026-11-20" },
    customer: { name: "株式会社みどり商事" },
    issuer: { name: "青空デザイン合同会社" },
    items: [{ name: "サーバー保守", qty: 2, price: 30000 }],
  };
  const answer = await people.call(author, "render_document", { document, data });
  expect(answer.isError ?? false, textOf(answer)).toBe(false);
}

/** The text after edits in the form that tools answer: lines and columns from 1, columns in code points. */
function withEdits(source: string, edits: readonly Edit[]): string {
  const lines = source.split("\n");
  const offset = (line: number, column: number): number => {
    const start = lines.slice(0, line - 1).join("\n").length + (line > 1 ? 1 : 0);
    return start + [...(lines[line - 1] ?? "")].slice(0, column - 1).join("").length;
  };
  return applyEdits(
    source,
    edits.map(({ line, column, endLine, endColumn, text }) => ({
      span: { start: offset(line, column), end: offset(endLine, endColumn) },
      text,
    })),
  );
}
