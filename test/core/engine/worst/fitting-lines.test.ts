// Texts of many lines that an element does not hold: the repair declares the most lines that it holds.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { applyEdits, type Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";
import { inLane } from "../../../support/lane.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

function formOf(fields: readonly string[], body: string): string {
  return [
    ...["rpt 1", 'document t title="T" lang=ja', ...fields],
    ...["sizes body=10pt", "style base size=body line-height=1", "page w=120mm h=160mm margin=10mm {", "body {"],
    ...[body, "}", "}", ""],
  ].join("\n");
}

/** Places that hold so many lines of `note`, and of `more` where they show it. */
const PLACES: Readonly<Record<string, string>> = {
  "a box of its own height": "box w=70mm h=40mm {\ntext (note)\n}",
  "what stays together": "stack keep=together {\ntext (note) w=70mm\n}",
  "a text of its own height": "text (note) w=70mm h=40mm",
  "a plate": "plate h=40mm {\ntext (note) x=0mm y=0mm w=70mm\n}",
  "a row of a grid": 'grid cols=[30mm, 70mm] {\nhead "甲"\ncell (note)\n}',
  "two texts in a box": "box w=70mm h=60mm {\ntext (note)\ntext (more)\n}",
  "two texts that stay together": 'stack keep=together {\ntext "乙"\ntext (note) w=70mm\ntext (more) w=70mm\n}',
};

function findings(source: string, codes: readonly string[] = ["RPT4031"]): readonly Diagnostic[] {
  return engine.check({ source, data: null }).diagnostics.filter(({ code }) => codes.includes(code));
}

const LINES = / lines=(\d+)/gu;

describe.each(Object.keys(PLACES))("%s", (name) => {
  const body = PLACES[name] ?? "";
  const noteOf = (length: number, rest = ""): string => `field note text(${length})${rest} example="甲"`;

  test("is offered the most lines that it holds, in an edit after which nothing is told", () => {
    let offered = 0;
    fc.assert(
      fc.property(fc.integer({ min: 120, max: 400 }), fc.integer({ min: 60, max: 300 }), (length, other) => {
        const fields = [`${noteOf(length)} // 備考`, `field more? text(${other}) example="乙"`];
        const source = formOf(fields, body);
        const found = findings(source);
        const edits = found.flatMap(({ repair }) => (repair?.title.startsWith("declare lines=") ? repair.edits : []));
        if (edits.length === 0) return;
        offered += 1;
        const mended = applyEdits(source, edits);
        expect(
          findings(mended).map(({ message }) => message),
          mended,
        ).toEqual([]);
        // One line more is one too many, by itself or with what stands beside it.
        const further = mended.replace(LINES, (_, lines) => ` lines=${Number(lines) + 1}`);
        expect(findings(further, ["RPT4031", "RPT4032"]), further).not.toEqual([]);
      }),
      { numRuns: inLane({ fast: 4, full: 60 }) },
    );
    expect(offered).toBeGreaterThan(0);
  });

  test("is told of a text that declares more lines than it holds", () => {
    const found = findings(formOf([noteOf(300, " lines=40"), 'field more? text(60) example="乙"'], body));
    expect(found.map(({ message }) => message).join("\n")).toMatch(/note of 300 characters in 40 lines/u);
  });
});

describe("where not even two lines are held", () => {
  const titleOf = (type: string, example: string, rest: string): string => {
    const field = `field note ${type} ${example} label="備考"`;
    const found = findings(formOf([field], `box w=110mm ${rest} {\ntext (note)\n}`));
    return found.map(({ message, repair }) => `${message}: ${repair?.title}`).join("\n");
  };

  test("a text without line ends is offered", () => {
    expect(titleOf("text(30)", 'example="甲"', "h=4mm")).toContain(
      "declare note string(30), which has no line ends, or enlarge h",
    );
  });

  test("as many lines as the example has are offered with the room that they take", () => {
    const title = titleOf("text(200)", 'example="甲\\n乙\\n丙\\n丁\\n戊"', "h=25mm");
    expect(title).toMatch(/declare lines=5 of note, and enlarge h by \d/u);
  });
});

test("a text that is too long without any line end is offered lines beside the room that it lacks", () => {
  const found = findings(formOf(['field note text(200) example="甲"'], "box w=70mm h=20mm {\ntext (note)\n}"));
  const titles = found.map(({ repair }) => repair?.title ?? "");
  expect(titles.join("\n")).toMatch(/enlarge h by|lines=/u);
  expect(found.flatMap(({ repair }) => repair?.edits ?? [])).toEqual([]);
});
