// A word that has no room is told of the field that holds it, wherever in a text of several fields it stands.
import { expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });
const FIELDS = ["kana", "name", "branch"] as const;

function formOf(order: readonly string[], long: string, how: string): string {
  const fields = FIELDS.map((field) => `field ${field} string(${field === long ? 40 : 3}) example="山"`).join("\n");
  const words = order.map((field) => `{${field}}`).join(" ");
  return `rpt 1
document b title="札" lang=ja
${fields}
fonts mincho="Noto Serif JP"
sizes body=9pt
style base font=mincho size=body
page A5 margin=10mm {
  body {
    text "${words}" w=40mm h=60mm ${how}
  }
}
`;
}

test.each(
  FIELDS.flatMap((long) =>
    ["", "fit=clip lines=1"].flatMap((how) =>
      [FIELDS, FIELDS.toReversed()].map((order) => [order.join(" "), long, how] as const),
    ),
  ),
)("%s: a long %s is named (%s)", (order, long, how) => {
  const data = Object.fromEntries(FIELDS.map((field) => [field, field === long ? "W".repeat(40) : "山"]));
  const source = formOf(order.split(" "), long, how);
  const { diagnostics } = engine.check({ source, data: new TextEncoder().encode(JSON.stringify(data)) });
  const paths = diagnostics.flatMap(({ code, dataPath }) => (/^RPT400[34]$/.test(code) ? [dataPath] : []));
  expect(paths).toEqual([long]);
});
