// RPT4031 of a box in a plate or a band: the repair says how much these grow with it, and what it says works.
import { expect, test } from "vitest";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

interface Heights {
  readonly own: number;
  readonly around: number;
}

const FORMS = {
  "a text in a plate": ({ own, around }: Heights) =>
    page("", `plate h=${around}mm {\ntext (note) x=0mm y=2mm w=40mm h=${own}mm\n}`),
  "a text in a plate with padding": ({ own, around }: Heights) =>
    page("", `plate h=${around}mm padding=1mm {\ntext (note) x=0mm y=2mm w=40mm h=${own}mm\n}`),
  "a text in a header": ({ own, around }: Heights) =>
    page(`header h=${around}mm {\ntext (note) x=0mm y=2mm w=40mm h=${own}mm\n}`, 'text "文"'),
  "a box in a footer": ({ own, around }: Heights) =>
    page(`footer h=${around}mm {\nbox x=0mm y=2mm w=40mm h=${own}mm {\ntext (note)\n}\n}`, 'text "文"'),
} as const satisfies Record<string, (heights: Heights) => string>;

function page(bands: string, body: string): string {
  return `rpt 1
document t title="票" lang=ja
field note string(40) example="短い"
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
page A5 landscape margin=12mm {
${bands}
  body {
${body}
  }
}
`;
}

function told(source: string) {
  const { diagnostics } = engine.check({ source, data: null });
  return diagnostics.map(({ code, repair }) => ({ code, title: repair?.title ?? "" }));
}

const SAID = /enlarge h by ([\d.]+)mm(?:, and h of the (?:plate|header|footer) around it by ([\d.]+)mm)?/u;

test.each(Object.entries(FORMS))("%s", (_, form) => {
  const before = { own: 6, around: 8 };
  const [found] = told(form(before)).filter(({ code }) => code === "RPT4031");
  const [, own = "", around = ""] = SAID.exec(found?.title ?? "") ?? [];
  expect(Number(around)).toBeGreaterThan(0);
  const grown = { own: before.own + Number(own), around: before.around + Number(around) };
  expect(told(form(grown)).filter(({ code }) => /^RPT[45]/u.test(code))).toEqual([]);
});

test.each(Object.entries(FORMS))("%s with room is told of itself alone", (_, form) => {
  const [found] = told(form({ own: 6, around: 40 })).filter(({ code }) => code === "RPT4031");
  expect(SAID.exec(found?.title ?? "")?.[2]).toBeUndefined();
});
