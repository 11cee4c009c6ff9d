import { expect, test } from "vitest";
import { layOutSource } from "../../../support/lay-out.ts";

const A_PAGE_EACH = `rpt 1
document pages
field items[] max=30000
field items[].n int example=1
page 30mm 30mm margin=1mm {
  body {
    each items {
      text "{.n}"
      break page
    }
  }
}
`;

const items = (count: number) => ({ items: Array.from({ length: count }, (_, index) => ({ n: index + 1 })) });

test("a record that would have more than 20,000 pages ends there, and is told", () => {
  const { value, diagnostics } = layOutSource(A_PAGE_EACH, items(20_002));
  expect(value.pages).toHaveLength(20_000);
  expect(diagnostics.map(({ code, severity }) => [code, severity])).toEqual([["RPT9004", "error"]]);
}, 60_000);
