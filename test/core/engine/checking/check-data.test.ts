// What a check advises about data must be right: the advice is followed, and nothing is left to say.
import { expect, test } from "vitest";
import { machineDiagnostics } from "../../../../src/core/diagnostics/index.ts";
import { bytesOf, pdfEngine } from "../sources.ts";

const engine = pdfEngine();

const FORM = `rpt 1
document form
field customer.name? string(20) example="山本"
field items[]? max=9
field items[].maker.name? string(20) example=["山本"]
field tags[]? string(8) example=["x"]
page A4 margin=15mm {
  body {
    text "{customer.name ?? ''}"
    each items {
      text "{.maker.name ?? ''}"
    }
    text "{join(tags, '・')}"
  }
}
`;
const CLOSED = FORM.replace("document form", "document form extra=forbid");

const aboutNames = (source: string, data: unknown) =>
  engine.check({ source, data: bytesOf(data) }).diagnostics.filter(({ code }) => /^RPT30/.test(code));

test.each<readonly [string, object, string]>([
  [FORM, { "customer.name": "x" }, '{"customer": {"name": …}}'],
  [FORM, { customerName: "x" }, '{"customer": {"name": …}}'],
  [FORM, { "Customer.Name": "x" }, '{"customer": {"name": …}}'],
  [FORM, { "items[0].maker.name": "x" }, '{"items": [{"maker": {"name": …}}, …]}'],
  [FORM, { items: [{ "maker.name": "x" }] }, '{"items": [{"maker": {"name": …}}, …]}'],
  [FORM, { "tags[0]": "x" }, '{"tags": […, …]}'],
  [CLOSED, { "customer.name": "x" }, '{"customer": {"name": …}}'],
])("a way that is written as one name is answered with the way in the data", (source, data, written) => {
  const [finding, ...others] = aboutNames(source, data);
  expect([finding?.code, finding?.repair?.title, others]).toEqual([
    source === CLOSED ? "RPT3006" : "RPT3005",
    `write it where it is declared: ${written}`,
    [],
  ]);
  const followed: unknown = JSON.parse(written.replaceAll(", …", "").replace("…", '"x"'));
  expect(aboutNames(source, followed)).toEqual([]);
});

test("a name that is nearly right is answered with the name", () => {
  const titles = (data: unknown) => aboutNames(FORM, data).map(({ repair }) => repair?.title);
  expect(titles({ customer: { nmae: "x" } })).toEqual(["did you mean name?"]);
  expect(titles({ tag: ["x"] })).toEqual(["did you mean tags?"]);
});

test("one slip in many entries is one finding with their count", () => {
  const items = Array.from({ length: 9 }, (_, at) => (at === 0 ? {} : { makr: { name: "x" } }));
  const found = aboutNames(FORM, { items });
  expect(found.map(({ count, dataPath }) => [count, dataPath])).toEqual([[8, "items[1].makr"]]);
  expect(machineDiagnostics(FORM, found)).toMatchObject([
    { count: 8, message: '"items[1].makr" in the data is not declared, nor in 7 more entries (×8 in the data)' },
  ]);
});

test("bounds of lists are counted in words that hold for one of them", () => {
  const messages = (bounds: string, items: readonly object[]) =>
    aboutNames(FORM.replace("items[]? max=9", `items[] ${bounds}`), { items }).map(({ message, repair }) => [
      message,
      repair?.title,
    ]);
  expect(messages("min=1", [])).toEqual([["items has 0 entries, at least 1", "send more entries, at least 1"]]);
  expect(messages("max=1", [{}, {}])).toEqual([["items has 2 entries, at most 1", "send fewer entries, at most 1"]]);
  expect(messages("min=2", [{}])).toEqual([["items has 1 entry, at least 2", "send more entries, at least 2"]]);
});

test("what is wrong with data stands at its declaration or where the form is closed, and names its path", () => {
  const bad = { customer: { name: "x".repeat(21), tel: "03" }, items: [{ maker: { name: 1 } }, { qty: 1 }] };
  const found = engine.check({ source: CLOSED, data: bytesOf(bad) }).diagnostics;
  const told = found
    .filter(({ code }) => /^RPT300/.test(code))
    .map(({ code, severity, span, dataPath }) => [severity, code, CLOSED.slice(span.start, span.end), dataPath]);
  expect(told).toEqual([
    ["error", "RPT3006", "extra=forbid", "customer.tel"],
    ["error", "RPT3006", "extra=forbid", "items[1].qty"],
    ["error", "RPT3002", expect.stringMatching(/^field customer\.name/), "customer.name"],
    ["error", "RPT3002", expect.stringMatching(/^field items\[\]\.maker/), "items[0].maker.name"],
  ]);
});

test("the place of a fault in JSON says what its line is counted in", () => {
  const check = (text: string) => engine.check({ source: FORM, data: new TextEncoder().encode(text) }).diagnostics[0];
  expect(check('{"customer": {},\n "items": [{"maker": {}, "maker": {}}]}')?.message).toBe(
    'The data cannot be read: the member "maker" stands twice in items[0] at line 2, column 26',
  );
});

test.each([
  ["nested too deep", "[".repeat(101), "nest them at most 100 levels deep"],
  ["too many values", `{"items": [${"{},".repeat(500_000)}{}]}`, "send fewer of them"],
  ["a number too long", `{"customer": ${"9".repeat(401)}}`, "send numbers of at most 400 digits"],
])("JSON that is beyond a bound is not called wrong JSON: %s", (_, text, mend) => {
  const [found] = engine.check({ source: FORM, data: new TextEncoder().encode(text) }).diagnostics;
  expect(found?.message).toMatch(/^The data cannot be read: /u);
  expect(found?.repair?.title).toContain(mend);
});
