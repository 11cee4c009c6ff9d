import { describe, expect, it } from "vitest";
import { createCodeEncoder } from "../../../../src/core/engine/barcodes/code-encoder.ts";
import { describeItem, layOutSource } from "../../../support/lay-out.ts";

const CODES = createCodeEncoder([]);

const DRAWN = [
  'check (consent) "同意する"',
  'comb "123" cells=3 w=20mm',
  'seal label="印"',
  'barcode qr "abc" w=20mm h=20mm',
  'seals w=40mm h=20mm {\n seal label="承認"\n}',
  'chart bar loads h=30mm alt="負荷" {\n category (.key)\n series "率" (.ratio)\n}',
  'stack {\n check (consent) "同意する"\n}',
] as const;

/** What holds it, with a border of 4pt, and the padding that its content stands behind. */
const CONTAINERS = [
  ["box", (look: string) => `box ${look} {`, "}", "4pt"],
  ["stack", (look: string) => `stack ${look} {`, "}", "4pt"],
  ["row", (look: string) => `row ${look} {`, "}", "4pt"],
  ["columns", (look: string) => `columns n=1 ${look} {`, "}", "4pt"],
  ["each", (look: string) => `each loads ${look} {`, "}", "4pt"],
  ["grid", (look: string) => `grid cols=[80mm] ${look} {`, "}", "4pt"],
  ["cell of a grid", (look: string) => `grid cols=[80mm] {\n cell ${look} {`, "}\n}", "2pt"],
  ["cell of a table", (look: string) => `table loads {\n column key "区分" ${look} {`, "}\n}", "2pt"],
] as const;

function drawn(open: string, child: string, close: string): readonly string[] {
  const source = `rpt 1
document edges title="縁" lang=ja
field consent bool example=true
field loads[].key string(10) example=["L1", "L2"]
field loads[].ratio decimal(5,1) example=[90.3, 94.6]
page A4 margin=15mm {
  body {
${open}
${child}
${close}
  }
}
`;
  return layOutSource(source, undefined, { codes: CODES }).value.pages.flatMap(({ items }) => items.map(describeItem));
}

describe("what is drawn stands clear of a thick border", () => {
  it.each(CONTAINERS)("of a %s", (_, open, close, padding) => {
    for (const child of DRAWN) {
      const bare = drawn(open("border=4pt padding=0mm"), child, close);
      expect([child, bare]).toEqual([child, drawn(open(`border=4pt padding=${padding}`), child, close)]);
    }
  });
});
