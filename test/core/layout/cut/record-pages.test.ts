// What is found of a record when all of its pages are known.
import { expect, test } from "vitest";
import { layOutSource } from "../../../support/lay-out.ts";

const HEAD = 'rpt 1\nfonts gothic="Noto Sans JP"\nsizes body=9pt\nstyle base font=gothic size=body\n';

function found(pages: string, code: string): readonly string[] {
  const { diagnostics } = layOutSource(HEAD + pages);
  return diagnostics.filter((each) => each.code === code).map(({ message }) => message);
}

const band = (kind: string, on: string): string =>
  `  ${kind} on=${on} h=8mm {\n    text "${on}" x=0mm y=0mm w=30mm h=6mm\n  }\n`;
const body = (pages: number): string =>
  `  body {\n${Array.from({ length: pages }, () => '    text "頁"\n').join("    break page\n")}  }\n}\n`;

test.each([
  ["a first header that the last one covers", band("header", "first") + band("header", "last"), 1, 1],
  ["the same on two pages", band("header", "first") + band("header", "last"), 2, 0],
  ["a first header beside a last footer", band("header", "first") + band("footer", "last"), 1, 0],
  [
    "headers and footers",
    ["header", "footer"].flatMap((kind) => [band(kind, "first"), band(kind, "last")]).join(""),
    1,
    2,
  ],
  ["a first header beside one for the rest", band("header", "first") + band("header", "rest"), 1, 0],
])("%s", (_, bands, pages, times) => {
  expect(found(`page A5 margin=10mm {\n${bands}${body(pages)}`, "RPT4024")).toHaveLength(times);
});

const lines = (count: number): string =>
  `  body {\n${Array.from({ length: count }, () => '    text "頁"\n').join("")}  }\n}\n`;

const labelled = (count: number): string =>
  lines(count).replace("body {\n", 'body {\n    plate h=8mm {\n      text "控" x=0mm y=0mm w=9mm h=6mm\n    }\n');

test.each([
  ["copies side by side on a sheet", 'copies ["控", "客"]\n', 90, 1],
  ["copies that stand each in its place", 'copies ["控", "客"]\n', 4, 0],
  ["pages of one copy side by side", "", 90, 0],
])("%s", (_, copies, count, times) => {
  expect(found(`${copies}page A4 landscape n-up=[2, 1] margin=10mm {\n${lines(count)}`, "RPT4025")).toHaveLength(times);
});

test("places of a sheet are labels, copies on one sheet slips, and small paper small pages", () => {
  const sheet = `page A4 landscape n-up=[2, 1] margin=10mm {\n${lines(90)}`;
  const word = (source: string) => found(source, "RPT4025").map((message) => message.split(" ", 1)[0]);
  expect(word(`copies ["控", "客"]\n${sheet}`)).toEqual(["slip"]);
  expect(word(`copies ["控", "客"] per-page=2\npage A4 margin=10mm {\n${lines(90)}`)).toEqual(["slip"]);
  expect(word(`page A4 n-up=[3, 10] margin=8mm {\n${lines(20)}`)).toEqual(["label"]);
  expect(word(`page w=100mm h=60mm margin=5mm {\n${labelled(20)}`)).toEqual(["small"]);
});

const rows = `  body {
    table items {
      column n "品" w=1fr
    }
  }
}
`;
const items = `field items[].n string(9) example=${JSON.stringify(Array.from({ length: 40 }, () => "品"))}\n`;

test.each([
  ["a label of its own roll, which its record leaves", "", labelled(20), 1],
  ["a small page of running text", "", lines(20), 0],
  ["one that holds its record", "", labelled(2), 0],
  ["labels that breaks begin", "", body(3), 0],
  [
    "small paper with numbered pages",
    '  footer h=6mm {\n    text "{page.n}" x=0mm y=0mm w=30mm h=5mm\n  }\n',
    lines(20),
    0,
  ],
  ["a till receipt whose table goes on", "", rows, 0],
])("%s", (_, band, content, times) => {
  expect(found(`${items}page w=100mm h=60mm margin=5mm {\n${band}${content}`, "RPT4025")).toHaveLength(times);
});

test.each([
  ["a label that its record leaves", "n-up=[3, 10]", lines(20), ["label 1 and"]],
  ["one of three labels", "n-up=[3, 10]", lines(7), ["label 1 of the record"]],
  ["a label that holds its record", "n-up=[3, 10]", lines(1), []],
  ["labels that breaks begin", "n-up=[3, 10]", body(3), []],
  ["two pages of a document on one sheet", "n-up=[2, 1]", lines(90), []],
  ["pages that are no labels", "", lines(90), []],
])("%s", (_, sheet, content, words) => {
  const messages = found(`page A4 margin=8mm ${sheet} {\n${content}`, "RPT4025");
  expect(messages).toHaveLength(words.length);
  for (const [at, message] of messages.entries()) expect(message).toContain(words[at]);
});

test.each([
  ["two sides of a postcard", 2, 2, []],
  ["a side that its record leaves, before another", 20, 2, ["small page 1 of the record"]],
  ["a side that its record leaves, behind another", 2, 20, ["small page 2 of the record"]],
])("a further page of the source is a label of its own: %s", (_, first, second, words) => {
  const side = (count: number): string => `page w=100mm h=60mm margin=5mm {\n${labelled(count)}`;
  const messages = found(side(first) + side(second), "RPT4025");
  expect(messages).toHaveLength(words.length);
  for (const [at, message] of messages.entries()) expect(message).toContain(words[at]);
});
