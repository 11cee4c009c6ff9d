// What is proved of a source and seen at a glance is what rules find: a rule that is left out at a render would find
// nothing. Invoices are made lawful and broken, in their sources and in their data.
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import {
  bundledFonts,
  createEngine,
  type ProfileJudge,
  profilesInThisThread,
  trustingProfiles,
} from "../../../../src/core/engine/index.ts";
import type { Judging } from "../../../../src/core/profiles/index.ts";
import { JAPANESE_PROFILES } from "../../../../src/plugins/profiles/jp/index.ts";
import { NOBODY, NOTHING } from "../../../../src/plugins/profiles/jp/invoices/rules/wording.ts";
import { pdfRenderer } from "../../../../src/plugins/renderers/pdf/index.ts";
import { admitAll, requestFor, templateOf } from "../../../core/engine/sources.ts";
import { inLane } from "../../../support/lane.ts";

const JAPANESE = new URL("../../../../src/plugins/profiles/jp/index.ts", import.meta.url).href;
const INVOICE = readFileSync("docs/examples/invoice.rpt", "utf8");

const fonts = bundledFonts();
/** Of what rules were asked at renders. */
const asked: Judging[] = [];
const plain = profilesInThisThread(JAPANESE_PROFILES, "jp");
const trusting = trustingProfiles([JAPANESE], plain);
const keeping: ProfileJudge = {
  ...trusting,
  begin(judging) {
    asked.push(judging);
    return trusting.begin(judging);
  },
};
const engineOf = (profiles: ProfileJudge) => createEngine({ fonts, renderers: async () => [pdfRenderer], profiles });
const [glancing, judging] = [engineOf(keeping), engineOf(plain)];

/** Changes of the source: each is what somebody might write, and what a proof has to see. */
const CHANGES: readonly (readonly [from: string, to: string])[] = [
  ["let net            role=totals.net   = sum(items[].amount)", "let net role=totals.net = sum(items[].amount) + 1"],
  ["let net            role=totals.net   = sum(items[].amount)", "let net role=totals.net = sum(items[].price)"],
  ["round(.qty * .price, 0, down)", "round(.qty * .price, -1, down)"],
  ["round(.qty * .price, 0, down)", "round(.qty * .price, 1, up)"],
  ["round(.qty * .price, 0, down)", "ceil(.price * .qty)"],
  ["round(.qty * .price, 0, down)", "round(.qty * .price * 2, 0)"],
  ["round(net * 0.10, 0, down)", "round(net * 0.08, 0, up)"],
  ["round(net * 0.10, 0, down)", "round(net * 0.07, 0, up)"],
  ["round(net * 0.10, 0, down)", "net * 0.10"],
  ["round(net * 0.10, 0, down)", "round(net * 10 / 100, 0)"],
  ["= net + tax", "= tax + net"],
  ["= net + tax", "= net + tax + 1"],
  ["= net + tax", "= net"],
  ["cell (net) col=amount align=right format='#,##0'", "cell (net) col=amount align=right format='#,##0,'"],
  ["cell (net) col=amount align=right format='#,##0'", "cell (net + 3) col=amount align=right format='#,##0'"],
  ["(.qty)    w=18mm align=right format='#,##0.##'", "(.qty)    w=18mm align=right format='#,##0'"],
  ["(.qty)    w=18mm align=right format='#,##0.##'", "(.qty)    w=9mm align=right"],
  ["role=totals.net   =", "="],
  ["role=totals.gross =", "role=totals.due ="],
  ["role=line.amount  =", "="],
  [" role=recipient.name", ""],
  [" role=issuer.name", ""],
  [" role=issuer.registrationNumber", ""],
  [" role=transaction.period", " role=transaction.date"],
  [" role=line.description", ""],
  ["role=issuer.tel ", "role=recipient.name "],
  ["(issuer.name) x=0mm", "(issuer.name) color=#ffffff x=0mm"],
  ["(issuer.name) x=0mm", "(issuer.name) when=(total > 1000) x=0mm"],
  ["(issuer.name) x=0mm y=0mm w=52mm h=6mm weight=bold fit=shrink", "(issuer.name) x=0mm y=0mm w=9mm h=4mm fit=clip"],
  ["text (issuer.name) x=0mm", 'text "{issuer.name}様 {issuer.tel}" x=0mm'],
  ['text "{customer.name} 御中" style=strong fit=shrink min-size=8pt', 'text "{customer.name} 御中" w=12mm'],
  ['text "{customer.name} 御中" style=strong', 'text "{customer.name} 御中" color=#fefefe style=strong'],
  ['text "{customer.name} 御中" style=strong', 'text "{customer.name}" role=recipient.name style=strong'],
  ['pair "登録番号" (issuer.regNo)   when=(has(issuer.regNo))', 'pair "登録番号" (issuer.regNo) color=#ffffff'],
  ['pair "取引期間" (invoice.period) when=(has(invoice.period))', 'pair "取引期間" "{invoice.period} 分"'],
  ['"消費税（10%）"', '"消費税"'],
  ['"ご請求金額（税込）"', '"ご請求金額"'],
  [
    '"ご請求金額（税込）" w=45mm padding=2mm fill=shade',
    '"ご請求金額（税込）" color=#f2f4f7 w=45mm padding=2mm fill=shade',
  ],
  ["w=1fr padding=2mm style=strong align=center", "w=1fr padding=2mm size=6pt align=center"],
  ['column name   "品名" (.name)   w=1fr', 'column name "品名" (.name) w=14mm'],
  ['column name   "品名" (.name)   w=1fr', 'column name "品名" "{index}. {.name}" w=1fr'],
  ['column name   "品名" (.name)   w=1fr', 'column name "品名" (.name) w=1fr color=#ffffff'],
  ["table items style=cell", "table items[.qty != 0] style=cell"],
  ['text "備考" style=label', 'text "品代" style=label'],
];

const names = fc.constantFrom(
  ..."株式会社みどり商店|上様|上 様|上|井上|井上 様|上田商店|様| |　|お得意先|得 意先|取引先各位|御中商店|客 各位|諸 口|お 品代|品代|商品代として文房具|お品代|T1|0|あ".split(
    "|",
  ),
  "株式会社".repeat(5),
  "上様".repeat(12),
);
const numbers = fc.constantFrom(
  ...["T7130003012345", "T7130003012346", "T1234567890123", "T7000012050002", "T0000000000000"],
);
const amounts = fc.constantFrom(0, 1, 0.5, 1.25, 9.99, 10, 12.75, 100, 999.99, 1234.5, 30_000, 99_999.99);
const prices = fc.oneof(amounts, fc.constantFrom(-1, -0.5, -1234.56));
const item = fc.record({ name: names, qty: amounts, unit: fc.constantFrom("式", " ", "本"), price: prices });

const payloads = fc.record({
  items: fc.array(item, { minLength: 1, maxLength: inLane({ fast: 4, full: 40 }) }),
  recipient: names,
  issuer: names,
  number: fc.option(numbers),
  period: fc.option(names),
  issued: fc.constantFrom("2026-10-31", "2023-09-30", "2019-09-30", "1990-01-01"),
});

type Payload = typeof payloads extends fc.Arbitrary<infer Value> ? Value : never;

function dataOf(example: string, { items, recipient, issuer, number, period, issued }: Payload): string {
  const data: Record<string, Record<string, unknown>> = JSON.parse(example);
  const { invoice, customer, issuer: known } = data;
  return JSON.stringify({
    ...data,
    invoice: { ...invoice, issueDate: issued, period: period ?? undefined },
    customer: { ...customer, name: recipient },
    issuer: { ...known, name: issuer, regNo: number ?? undefined },
    items,
  });
}

function changed(source: string, change: readonly [string, string]): string {
  return source.replace(...change);
}

test("each change is one of the source", () => {
  const without = CHANGES.filter(([from]) => !INVOICE.includes(from)).map(([from]) => from);
  expect(without).toEqual([]);
});

test("renders find what rules find of the same data", { timeout: 600_000 }, async () => {
  const few = fc.subarray([...CHANGES], { maxLength: 2 });
  await fc.assert(
    fc.asyncProperty(few, fc.array(payloads, { minLength: 1, maxLength: 3 }), async (changes, some) => {
      const source = changes.reduce(changed, INVOICE);
      const { template } = judging.check({ source, data: null, worstCases: false });
      if (template === null) return;
      const data = some.map((payload) => dataOf(template.example, payload));
      for (const one of [...data, `[${data.join(",")}]`]) {
        const request = { ...requestFor(template, one), source, isList: one.startsWith("[") };
        const [seen, judged] = [await glancing.render(request, admitAll), await judging.render(request, admitAll)];
        expect(seen.kind).toBe(judged.kind);
        if (seen.kind !== "rendered" || judged.kind !== "rendered") continue;
        // A render takes the labels of a value from the source where words stand beside it; a check reads the paper.
        const settled = (all: readonly Diagnostic[]) => all.filter(({ code }) => !code.endsWith("/label"));
        expect(settled(seen.diagnostics)).toEqual(settled(judged.diagnostics));
        expect(seen.sha256).toBe(judged.sha256);
      }
    }),
    { numRuns: inLane({ fast: 15, full: 600 }) },
  );
});

test.each(Object.entries({ NOBODY, NOTHING }))(
  "%s: what is in all words is in each of them",
  (_name, { words, part }) => {
    fc.assert(
      fc.property(fc.stringMatching(words), (text) => {
        expect(text.replaceAll(/\s/g, "")).toMatch(part);
      }),
      { numRuns: inLane({ fast: 500, full: 5_000 }) },
    );
  },
);

test("a recipient with 上 or 客 in its name needs no more than a glance, and draws no file again", async () => {
  const template = templateOf(glancing, INVOICE);
  for (const name of ["井上商店", "株式会社上田", "三国客船", "様似町役場"]) {
    asked.length = 0;
    const data = template.example.replace("株式会社みどり商店", name);
    const answer = await glancing.render({ ...requestFor(template, data), source: INVOICE }, admitAll);
    expect(answer).toMatchObject({ kind: "rendered", diagnostics: [] });
    expect(asked, name).toEqual([]);
  }
});

test.each([
  ["株式会社みどり商店", "得意先", "jp.invoice/recipient-wording"],
  ["サーバー保守", "諸 口", "jp.invoice/description-wording"],
])("%s as %s is found at a glance too", async (from, to, code) => {
  const template = templateOf(glancing, INVOICE);
  const data = template.example.replace(from, to);
  const answer = await glancing.render({ ...requestFor(template, data), source: INVOICE }, admitAll);
  expect(answer.kind === "rendered" ? answer.diagnostics.map((one) => one.code) : [answer.kind]).toEqual([code]);
});

test("nothing of a lawful invoice is left for rules to look at, and a broken one is shown to them", async () => {
  const template = templateOf(glancing, INVOICE);
  const foundOf = async (data: string): Promise<readonly string[]> => {
    const answer = await glancing.render({ ...requestFor(template, data), source: INVOICE }, admitAll);
    return answer.kind === "rendered" ? answer.diagnostics.map(({ code }) => code) : [answer.kind];
  };
  asked.length = 0;
  expect(await foundOf(template.example)).toEqual([]);
  expect(asked).toEqual([]);
  const broken = template.example.replace("株式会社みどり商店", "上様");
  expect(await foundOf(broken)).toEqual(["jp.invoice/recipient-wording"]);
  expect(asked).toHaveLength(1);
});
