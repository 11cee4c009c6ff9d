// RPT3002 of data without an entry of the list that documents are made of: where it stands, and what mends it.
import { expect, test } from "vitest";
import { pdfEngine } from "./sources.ts";

const form = (source: string, field: string) => `rpt 1
document d title="一覧" lang=ja
field ${field} string(10) example=["甲"]
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
source ${source} as=i
page A5 margin=12mm {
  body {
    text (i.name)
  }
}
`;

test.each([
  ["items", "items[].name", { items: [] }, { items: [{ name: "甲" }] }],
  ["shop.items", "shop.items[].name", { shop: { items: [] } }, { shop: { items: [{ name: "甲" }] } }],
])("%s", (path, field, empty, mended) => {
  const source = form(path, field);
  const check = (data: object) => {
    const { diagnostics } = pdfEngine().check({ source, data: new TextEncoder().encode(JSON.stringify(data)) });
    return diagnostics.filter(({ severity }) => severity === "error");
  };
  const [told, ...others] = check(empty);
  expect(others).toEqual([]);
  expect(told).toMatchObject({ code: "RPT3002", dataPath: path });
  expect(source.slice(told?.span.start, told?.span.end)).toContain(field);
  expect(told?.repair?.title).toContain(`send at least one entry in ${path}`);
  expect(check(mended)).toEqual([]);
});
