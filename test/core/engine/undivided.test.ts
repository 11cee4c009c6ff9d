// What no page parts is not advised to lose keep=together.
import { expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function check(body: string) {
  const source = `rpt 1
document form title="図" lang=ja
field rows[].k string(9) example=["甲", "乙"]
field rows[].v int example=[1, 2]
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
page A5 margin=15mm {
  body {
    ${body}
  }
}
`;
  return engine.check({ source, data: null });
}

const HIGH = `text "{repeat('長', 3000)}" w=40mm`;

test.each([
  ["a row", `row keep=together {\n${HIGH}\n}`, false],
  ["a plate", 'plate h=400mm keep=together {\ntext "一" x=0mm y=0mm w=20mm\n}', false],
  ["a stack", `stack keep=together {\n${HIGH}\n}`, true],
])("%s", (_, body, isParted) => {
  const told = (source: string) => check(source).diagnostics.filter(({ code }) => code === "RPT4011");
  const titles = told(body).map(({ repair }) => repair?.title ?? "");
  expect(titles.length).toBeGreaterThan(0);
  for (const title of titles) expect(title.includes("remove keep=together")).toBe(isParted);
  expect(told(body.replace(" keep=together", "")).length === 0).toBe(isParted);
});
