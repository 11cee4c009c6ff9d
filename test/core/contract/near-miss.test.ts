import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";
import { readPayload, readPayloadList } from "../../../src/core/contract/index.ts";
import { bundledFonts } from "../../../src/core/engine/index.ts";

const SOURCE = `rpt 1
field subject? string(40) example="件名"
field issueDate? date example="2026-10-01"
field fax? string(20) example="03-1234-5678"
field wrap? string(20) example="x"
field memo? string(20) example="x"
field fee? int example=1
field remark1? string(20) example="x"
field tags[]? string(8) example=["x"]
field 備考? string(20) example="x"
field 数量? int example=1
field name? string(40) example="山田"
field department? string(40) example="総務部"
field customer.name string(40) example="みどり商事"
field customer.address? string(60) example="東京都"
field customer.postalCode? string(8) example="100-0001"
field items[] max=100
field items[].name string(40) example=["保守"]
field items[].unit? string(8) example=["式"]
field items[].taxRate? decimal(4,2) example=[0.1]
field items[].qty? int example=[1]
field items[].maker.name? string(8) example=["x"]
page A4 margin=15mm {
  body {
    text "件名"
  }
}
`;

const { value: canvas, diagnostics } = compileSource(SOURCE, { families: bundledFonts().families });
if (canvas === null) throw new Error(diagnostics.map(({ message }) => message).join("; "));
const { fields } = canvas;
const GOOD = { customer: { name: "山本" }, items: [{ name: "a" }] };

function misses(data: unknown): readonly string[] {
  const reading = readPayload(new TextEncoder().encode(JSON.stringify(data)), fields, { extra: "ignore" });
  return reading.nearMisses.listed.map(
    ({ path, declared, count }) => `${path} → ${declared}${count > 1 ? ` ×${count}` : ""}`,
  );
}

describe("members that are nearly declared", () => {
  test.each<readonly [string, object, readonly string[]]>([
    ["a slip", { subjekt: "x" }, ["subjekt → subject"]],
    ["another way to write it", { issue_date: "2026-01-01" }, ["issue_date → issueDate"]],
    ["a capital", { IssueDate: "2026-01-01" }, ["IssueDate → issueDate"]],
    ["wide letters", { ｆａｘ: "1" }, ["ｆａｘ → fax"]],
    ["null where it is declared", { subject: null, subjekt: "x" }, ["subjekt → subject"]],
    ["an empty text where it is declared", { subject: "", subjekt: "x" }, ["subjekt → subject"]],
    ["blanks where it is declared", { subject: " 　", subjekt: "x" }, ["subjekt → subject"]],
    ["an empty list where it is declared", { tags: [], tag: ["x"] }, ["tag → tags"]],
    [
      "an empty object where it is declared",
      { items: [{ name: "a", maker: {}, makr: { name: "x" } }] },
      ["items[0].makr → items[].maker"],
    ],
    ["a list beside an empty one", { items: [], item: [{ name: "x" }] }, ["item → items"]],
    ["a list beside a filled one", { item: [{ name: "x", unit: "y" }] }, ["item → items"]],
    ["a list of texts beside a filled one", { tags: ["x"], tag: ["y"] }, ["tag → tags"]],
    ["an object beside a filled list", { Items: { name: "x" } }, ["Items → items"]],
    ["a value beside a filled object", { Customer: "x" }, ["Customer → customer"]],
    ["a list beside a filled object", { CUSTOMER: [{ name: "x" }] }, ["CUSTOMER → customer"]],
    ["a value beside a filled list of texts", { tags: ["x"], Tags: "y" }, ["Tags → tags"]],
    ["an object beside a filled one", { custmer: { address: "x" } }, ["custmer → customer"]],
    [
      "a way to an empty text",
      { customer: { name: "y", address: "" }, "customer.address": "x" },
      ["customer.address → customer.address"],
    ],
    [
      "elsewhere, with an empty text where it is declared",
      { department: "", customer: { name: "y", department: "x" } },
      ["customer.department → department"],
    ],
    ["in an object", { customer: { name: "y", adress: "x" } }, ["customer.adress → customer.address"]],
    [
      "in an object, written another way",
      { customer: { name: "y", postal_code: "1" } },
      ["customer.postal_code → customer.postalCode"],
    ],
    [
      "in each entry of a list",
      { items: [{ name: "a" }, { name: "b", unti: "x" }, { name: "c", unti: "y" }] },
      ["items[1].unti → items[].unit ×2"],
    ],
    ["in the wrong object", { customer: { name: "y", department: "x" } }, ["customer.department → department"]],
    ["as one name", { customerAddress: "x" }, ["customerAddress → customer.address"]],
    ["a letter dropped in a short name", { wrp: "x", mmo: "x", fe: 1 }, ["wrp → wrap", "mmo → memo", "fe → fee"]],
    ["a short name without its end", { mem: "x", tag: ["x"] }, ["mem → memo", "tag → tags"]],
    ["a letter added to a short name", { feee: 1, memos: "x" }, ["feee → fee", "memos → memo"]],
    ["letters swapped in a short name", { items: [{ name: "a", qyt: 1 }] }, ["items[0].qyt → items[].qty"]],
    ["another ideograph, with a value that fits", { 備孝: "x" }, ["備孝 → 備考"]],
    ["an ideograph more", { 備考欄: "x" }, ["備考欄 → 備考"]],
    ["a way written as one name", { "customer.address": "x" }, ["customer.address → customer.address"]],
    [
      "a way written as one name in a list",
      { items: [{ name: "a", "maker.name": "x" }] },
      ["items[0].maker.name → items[].maker.name"],
    ],
    ["a way that names a place of a list", { "tags[0]": "x" }, ["tags[0] → tags[]"]],
    [
      "beside a present one in some entries",
      {
        items: [
          { name: "a", unit: "x", unti: "x" },
          { name: "b", unti: "x" },
        ],
      },
      ["items[1].unti → items[].unit"],
    ],
  ])("%s is told", (_, data, told) => {
    expect(misses({ ...GOOD, ...data })).toEqual(told);
  });

  test.each<readonly [string, object]>([
    ["the declared member is there", { subject: "a", subjekt: "b" }],
    ["neither has content", { subject: "", subjekt: "", tags: [], tag: [] }],
    ["a list is another one by its number", { items2: [{ name: "x" }] }],
    ["a list or an object holds nothing that is declared", { item: [{ sku: "x" }], custmer: { createdBy: "erp" } }],
    ["a value of another kind has nothing in it", { Items: {}, Customer: "", CUSTOMER: [] }],
    ["a list stands for an object", { customers: [{ name: "x" }], item: { name: "x" } }],
    ["three letters are near by chance", { tax: "b" }],
    ["two short names differ in a letter", { fox: "b", fef: 1 }],
    ["a name begins otherwise", { nemo: "x", bubject: "x", 予考: "x" }],
    ["another value is named", { 数日: 1 }],
    ["a short name begins otherwise", { ee: 1, emo: "x" }],
    ["the value is no such value", { 数料: "1.5", 数量欄: "x" }],
    ["only numbers differ", { remark2: "x" }],
    ["a written way leads nowhere", { "customer.x.y": 1, "items.more": 1, ".": 1, "[]": 1 }],
    ["four letters differ twice", { mexx: "x" }],
    ["the name is of another list", { items: [{ name: "a", department: "x" }] }],
    ["the member elsewhere is there", { department: "a", customer: { name: "y", department: "x" } }],
    ["nothing is near", { internalReference: 7, meta: { createdBy: "erp" } }],
  ])("nothing is told where %s", (_, data) => {
    expect(misses({ ...GOOD, ...data })).toEqual([]);
  });

  test("nothing is told of a closed contract, which refuses them", () => {
    const bytes = new TextEncoder().encode(JSON.stringify({ ...GOOD, subjekt: "x" }));
    const { nearMisses, violations } = readPayload(bytes, fields, { extra: "forbid" });
    expect(nearMisses.listed).toEqual([]);
    expect(violations.map(({ path, rule }) => `${path} ${rule}`)).toEqual(["subjekt extra"]);
  });

  test("of a list's documents each slip is told once, with the first document's place", () => {
    const list = [GOOD, { ...GOOD, subjekt: "x" }, { ...GOOD, subjekt: "y" }, { ...GOOD, subject: "z" }];
    const { nearMisses } = readPayloadList(new TextEncoder().encode(JSON.stringify(list)), fields, { extra: "ignore" });
    expect(nearMisses.listed).toEqual([{ path: "dataList[1].subjekt", declared: "subject", isBeside: true, count: 2 }]);
  });

  test("never more than twenty, nor in names that fill a line", () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`subjek${"​".repeat(at)}`, at]));
    expect(misses({ ...GOOD, ...many }).length).toBeLessThanOrEqual(20);
    const [told = ""] = misses({ ...GOOD, [`subject${" ".repeat(500)}`]: 1 });
    expect(told.length).toBeLessThan(100);
  });

  test("what is not listed is counted, once for each name, in lists of documents too", () => {
    // issueDate, with a stroke behind some of its letters.
    const strokes = (bits: number) => [..."issueDate"].map((letter, at) => `${letter}${(bits >> at) & 1 ? "_" : ""}`);
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, at) => [strokes(at + 1).join(""), 1]));
    const documents = [{ ...GOOD, ...many }, GOOD, { ...GOOD, ...many, subjekt: "x" }];
    const sent = (data: unknown) => new TextEncoder().encode(JSON.stringify(data));
    const { nearMisses } = readPayload(sent(documents[0]), fields, { extra: "ignore" });
    expect([nearMisses.listed.length, nearMisses.others.size]).toEqual([20, 280]);
    const inList = readPayloadList(sent(documents), fields, { extra: "ignore" }).nearMisses;
    expect([inList.listed.length, inList.others.size]).toEqual([20, 281]);
    expect(inList.listed.every(({ count }) => count === 2)).toBe(true);
  });

  test("any member that is declared and present is no near miss, nor is any data in which all are there", () => {
    const whole = {
      ...{ subject: "a", issueDate: "2026-01-01", fax: "1", wrap: "w", memo: "m", fee: 1, remark1: "r", tags: ["t"] },
      ...{ 備考: "b", 数量: 1, name: "n", department: "d" },
      customer: { name: "a", address: "b", postalCode: "1" },
      items: [{ name: "a", unit: "b", taxRate: 0.1, qty: 1, maker: { name: "m" } }],
    };
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.jsonValue()),
        fc.dictionary(fc.string(), fc.jsonValue()),
        (own, inner) => {
          const data = { ...own, ...whole, customer: { ...inner, ...whole.customer } };
          expect(misses(data)).toEqual([]);
        },
      ),
    );
  });
});

/** Members as forms declare them, with the values that their data have. */
const USUAL: Readonly<Record<string, unknown>> = {
  ...{ id: "A-1", code: "A-1", no: "1", name: "山田", kana: "ヤマダ", memo: "x", note: "x", notes: "x", remarks: "x" },
  ...{ date: "2026-01-01", time: "09:30", from: "2026-01-01", to: "2026-01-31", due: "2026-01-31", day: 1, days: 3 },
  ...{ tel: "03-1234-5678", fax: "03-1234-5678", mail: "a@example.com", email: "a@example.com", url: "https://a.jp" },
  ...{ zip: "100-0001", city: "x", address: "x", country: "JP", dept: "x", person: "x", title: "x", subject: "x" },
  ...{ qty: 1, unit: "個", price: 100, amount: 100, total: 100, subtotal: 100, tax: 10, rate: 10, taxRate: 10 },
  ...{ fee: 10, cost: 10, sum: 10, net: 10, gross: 11, discount: 1, currency: "JPY", lot: "x", size: "x", color: "x" },
  ...{ type: "x", kind: "x", status: "x", state: "x", tags: ["x"], lines: [{}], items: [{}], rows: [{}], seal: "x" },
  ...{
    wrap: "x",
    page: 1,
    width: 1,
    weight: 1,
    height: 1,
    start: "2026-01-01",
    end: "2026-01-31",
    ref: "x",
    user: "x",
  },
  ...{ 品名: "x", 品番: "x", 品目: "x", 数量: 1, 単価: 1, 単位: "個", 金額: 1, 税率: 10, 税額: 1, 税込: 1, 税抜: 1 },
  ...{ 合計: 1, 小計: 1, 合計金額: 1, 備考: "x", 摘要: "x", 日付: "2026-01-01", 日時: "2026-01-01T00:00:00+09:00" },
  ...{ 氏名: "x", 氏名カナ: "x", 住所: "x", 電話: "x", 電話番号: "x", 担当: "x", 担当者: "x", 部署: "x", 会社名: "x" },
  ...{ 納期: "2026-01-01", 納品日: "2026-01-01", 請求日: "2026-01-01", 発行日: "2026-01-01", 請求番号: "x", 件名: "x" },
};

test("members that forms have by their own right are seldom told for one another", () => {
  const types = (value: unknown): string =>
    typeof value === "number" ? "decimal(9,2)" : String(value).includes("T0") ? "datetime" : textType(String(value));
  const declarations = Object.entries(USUAL)
    .filter(([name]) => name !== "page")
    .map(([name, value]) => `field ${name}${Array.isArray(value) ? "[]? string(9)" : `? ${types(value)}`}`);
  const { value: form } = compileSource(
    `rpt 1\n${declarations.join("\n")}\npage A4 {\n  body {\n    text "x"\n  }\n}\n`,
  );
  if (form === null) throw new Error("the form does not compile");
  const told: string[] = [];
  for (const [name, value] of Object.entries(USUAL)) {
    const others = form.fields.filter(({ path }) => path.replace("[]", "") !== name);
    const bytes = new TextEncoder().encode(JSON.stringify({ [name]: value }));
    const { nearMisses } = readPayload(bytes, others, { extra: "ignore" });
    told.push(...nearMisses.listed.map(({ declared }) => `${name} ${declared}`));
  }
  // Of some 8,000 pairs, each with the member that is told for the other absent.
  expect(told).toEqual([
    ...["note notes", "notes note", "day days", "days day", "mail email", "email mail"],
    ...["金額 合計金額", "合計 合計金額", "合計金額 金額"],
    ...["電話 電話番号", "電話番号 電話", "担当 担当者", "担当者 担当"],
  ]);
});

function textType(value: string): string {
  return /^\d{4}-/.test(value) ? "date" : /^\d\d:/.test(value) ? "time" : "string(20)";
}

describe("what a refusal says of names that are nearly declared", () => {
  const REQUIRED = `rpt 1
field name string(40) example="山田"
field fee? int example=1
field customer.name string(40) example="みどり商事"
field customer.city? string(20) example="東京"
field items[] max=100
field items[].name string(40) example=["保守"]
field items[].o? string(8) example=["x"]
field tags[] string(8) example=["x"]
page A4 margin=15mm {
  body {
    text "件名"
  }
}
`;
  const { value: form } = compileSource(REQUIRED, { families: bundledFonts().families });
  if (form === null) throw new Error("the form does not compile");
  const GIVEN = { name: "a", customer: { name: "b" }, items: [{ name: "c" }], tags: ["d"] };
  const WRITTEN = 'write it where it is declared: {"customer": {"name": …}}';
  const refusals = (data: unknown, extra: "ignore" | "forbid"): readonly string[] =>
    readPayload(new TextEncoder().encode(JSON.stringify(data)), form.fields, { extra }).violations.map(
      ({ path, rule, expected, received }) =>
        `${path} ${rule} ${rule === "extra" ? expected.replace(/^[^;]*/, "") : received}`,
    );
  const without = (...names: readonly (keyof typeof GIVEN)[]): object =>
    Object.fromEntries(Object.entries(GIVEN).filter(([name]) => !names.includes(name as keyof typeof GIVEN)));

  test.each<readonly [string, unknown, readonly string[]]>([
    [
      "values and lists",
      { ...without("name", "items"), nam: "a", itms: [] },
      [
        'items required nothing; "itms" stands beside it — did you mean items?',
        'name required nothing; "nam" stands beside it — did you mean name?',
      ],
    ],
    [
      "a list of single values",
      { ...without("tags"), tag: ["x"] },
      ['tags required nothing; "tag" stands beside it — did you mean tags?'],
    ],
    ["a null", { ...GIVEN, name: null, nmae: "x" }, ['name type null; "nmae" stands beside it — did you mean name?']],
    [
      "in entries",
      { ...GIVEN, items: [{ name: "a" }, { nmae: "b" }, {}] },
      [
        'items[1].name required nothing; "nmae" stands beside it — did you mean name?',
        "items[2].name required nothing",
      ],
    ],
    [
      "an object around it",
      { ...without("customer"), custmer: { name: "x" } },
      ['customer.name required nothing; "custmer" stands beside it — did you mean customer?'],
    ],
    [
      "elsewhere",
      { ...without("customer"), customerName: "x" },
      [`customer.name required nothing; "customerName" stands elsewhere — ${WRITTEN}`],
    ],
    [
      "a way as one name",
      { ...without("customer"), "customer.name": "x" },
      [`customer.name required nothing; "customer.name" stands elsewhere — ${WRITTEN}`],
    ],
    ["nothing near", { ...without("name"), zzz: 1 }, ["name required nothing"]],
  ])("what is missing names %s", (_, data, told) => {
    expect(refusals(data, "ignore")).toEqual(told);
  });

  test.each<readonly [string, unknown, readonly string[]]>([
    ["a near name", { ...GIVEN, fees: 1 }, ["fees extra ; did you mean fee?"]],
    ["a name of one letter", { ...GIVEN, items: [{ name: "a", O: "x" }] }, ["items[0].O extra ; did you mean o?"]],
    [
      "what is missing too",
      { ...without("name"), nam: "a" },
      ["nam extra ; did you mean name?", 'name required nothing; "nam" stands beside it — did you mean name?'],
    ],
    [
      "a way",
      { ...GIVEN, "customer.city": "x" },
      ['customer.city extra ; write it where it is declared: {"customer": {"city": …}}'],
    ],
    ["no near name", { ...GIVEN, zzz: 1 }, ["zzz extra "]],
  ])("a closed form names %s", (_, data, told) => {
    expect(refusals(data, "forbid")).toEqual(told);
  });
});
