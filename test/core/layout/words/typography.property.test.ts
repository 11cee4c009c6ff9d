import fc from "fast-check";
import { expect, test } from "vitest";
import { type Canvas, compileSource } from "../../../../src/core/canvas/index.ts";
import { inLane } from "../../../support/lane.ts";
import { fractions, layOutData } from "../../../support/lay-out.ts";

/** Words that line breaking, spacing, fallback and shaping treat in ways of their own. */
const AWKWARD = [
  ...[
    "「",
    "」",
    "。",
    "、",
    "（",
    "12",
    "1,234",
    "ー",
    "ﾞ",
    "……",
    "Aa",
    " ",
    "\u3000",
    "\n",
    "\r\n",
    "\u2028",
    "\u0085",
  ],
  ...["\t", "\u200d", "\u00ad", "葛\u{e0100}", "か\u3099", "👨‍👩‍👧", "\ue000", "\ue001", "𠮷"],
];

const words = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 40 }),
  fc.array(fc.constantFrom(...AWKWARD), { maxLength: 40 }).map((all) => all.join("")),
);

const STYLES = [
  ...["", "align=justify hang=true", "align=distribute", "fit=shrink lines=2", "fit=clip", "wrap=char", "kinsoku=none"],
  ...["letter-spacing=1mm", "latin-gap=0.5 kinsoku=very-strict", "valign=middle decoration=underline combine=4"],
];
const BOXES = ["", "w=30mm", "w=30mm h=30mm", "w=8mm h=50mm", "h=20mm", "max-h=20mm", "w=40mm min-h=50mm"];
const WRITINGS = ["horizontal", "vertical"];

/** Every way in which data become texts of several looks, in one writing, style and box. */
function form(writing: string, style: string, box: string): Canvas {
  const looks = `writing=${writing} ${style}`;
  const lines = [
    "rpt 1",
    'field a text(500) example="x"',
    'field b text(500) example="x"',
    'field rows[].t text(500) example=["x"]',
    `gaiji U+E000 '<svg viewBox="0 0 10 10"><path d="M1 1h8v8h-8z"/></svg>'`,
    "sizes small=6pt",
    "page A5 {",
    "  body {",
    `    text (a) ${box} ${looks}`,
    `    rich ${box} ${looks} {`,
    '      span "{a}" weight=bold link="https://example.jp"',
    '      ruby "{b}" "{a}"',
    "      br",
    '      ruby "{a}" "か {b}" size=small decoration=underline',
    "    }",
    "    table rows {",
    `      column t "T" (.t) w=20mm ${looks}`,
    `      column u "U" (.t) w=auto ${looks}`,
    "    }",
    "    row gap=1mm {",
    `      text (a) w=auto ${looks}`,
    `      rich w=auto ${looks} {`,
    '        ruby "{b}" "{a}"',
    "      }",
    "    }",
    "  }",
    "}",
    "",
  ];
  const { value, diagnostics } = compileSource(lines.join("\n"));
  if (value === null) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return value;
}

test("any words in any writing, style and box lie on pages of whole EMU, twice alike", () => {
  const rows = fc.array(words, { maxLength: 4 });
  const way = [fc.constantFrom(...WRITINGS), fc.constantFrom(...STYLES), fc.constantFrom(...BOXES)] as const;
  fc.assert(
    fc.property(...way, words, words, rows, (writing, style, box, a, b, texts) => {
      const canvas = form(writing, style, box);
      const data = { a, b, rows: texts.map((t) => ({ t })) };
      const { value, diagnostics } = layOutData(canvas, data);
      expect(fractions(value.pages)).toEqual([]);
      const again = layOutData(canvas, data);
      expect(again.diagnostics).toEqual(diagnostics);
      expect(again.value.pages).toEqual(value.pages);
    }),
    { numRuns: inLane({ fast: 40, full: 3_000 }), seed: 20261120 },
  );
});
