import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../src/core/engine/index.ts";
import { pdfRenderer } from "../../../src/plugins/renderers/pdf/index.ts";

// Texts that read as one: a render, which keeps no structure for readers, reports what a check with its data reports.

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [pdfRenderer] });
const options = { createdAt: "2026-11-29T00:00:00Z" };

const HEAD = `rpt 1
document joined lang=ja
field specs[] max=9
field specs[].key string(12) example=["電源", "質量"]
field specs[].value string(20) example=["AC100V", "12kg"]
field months[] max=9
field months[].months[].label string(12) example=[["一", "二"]]
field months[].months[].sum int example=[[1, 2]]
field label string(12) example="電源"
field words string(20) example="AC100V"
`;
const DATA = {
  specs: [
    { key: "運転時最大消費電力及び", value: "１００Ｗ以下" },
    { key: "電源周波数及び電圧", value: "50Hz" },
  ],
  months: [
    {
      months: [
        { label: "運転時最大消費電力及び", sum: 9999 },
        { label: "動作中の値動作中の値動", sum: 8888 },
      ],
    },
  ],
  label: "運転時最大消費電力及び",
  words: "動作中の値動作中の値",
};

/** What stands in the body, where the data's texts touch. */
const PLACES = {
  "a label and its value": `each specs {
      pairs label-w=29mm {
        pair (.key) (.value)
      }
    }`,
  "a label of words and data": `pairs label-w=29mm {
      pair "{label}" "{words}"
    }`,
  "headings from data": `table months {
      column each .months as=m "{m.label}" "" w=29mm
    }`,
  "numbers of columns from data": `table months {
      column each .months as=m "-" (m.sum) w=8mm
    }`,
  "columns of a table": `table specs {
      column key "項目" (.key) w=29mm
      column value "値" (.value) w=60mm
    }`,
  "texts in a row": `each specs {
      row {
        text (.key) w=29mm
        text (.value) w=60mm
      }
    }`,
  "headings and cells of a ruled form": `grid cols=[29mm, 60mm] padding=0mm {
      head (label) valign=top align=left
      cell (words) valign=top
    }`,
} as const;

const keysOf = (found: readonly Diagnostic[]): readonly string[] =>
  found.filter(({ code }) => code === "RPT5012").map(({ code, span }) => `${code} ${span.start}`);

describe("texts that read as one", () => {
  test.each(Object.entries(PLACES))("are told by a render as by a check: %s", async (_, body) => {
    const source = `${HEAD}page A4 margin=15mm {\n  body gap=4mm {\n    ${body}\n  }\n}\n`;
    const data = new TextEncoder().encode(JSON.stringify(DATA));
    const checked = engine.check({ source, data });
    expect(checked.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
    const answer = await engine.preview({ source, data, renderer: "pdf", options });
    if (answer.kind !== "preview" || answer.rendering.kind !== "rendered") throw new Error("no file was made");
    const drawn = keysOf(answer.rendering.diagnostics);
    expect(new Set(drawn)).toEqual(new Set(keysOf(checked.diagnostics)));
    expect(drawn.length).toBeGreaterThan(0);
  });
});
