// No repair asks for an element that is higher than its page has room for.
import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine } from "../../../../src/core/engine/index.ts";

const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [] });

/** Room of the body: 100 mm between the margins, less a header of 20 mm or, on later pages, 10 mm. */
const ROOM_MM = 90;
const LINES = 40;
const LONG = Array.from({ length: LINES }, () => "語").join("\\n");
const SHORT = "一\\n二\\n三";

/** Elements with content that is too high for them, by what the content is. */
const TOO_LOW: Readonly<Record<string, (text: string) => string>> = {
  "a plate": (text) => `plate h=10mm {\n text ${text} x=0mm y=0mm w=40mm\n }`,
  "a padded plate with a grid": (text) =>
    `plate h=20mm padding=2mm {\n grid x=0mm y=0mm w=60mm cols=[20mm, 1fr] {\n head "記"\n cell ${text}\n }\n }`,
  "a plate of a part": (text) => (text.startsWith("(") ? "use slip" : "use small"),
  "a plate in a row": (text) => `row {\n plate w=50mm h=10mm {\n text ${text} x=0mm y=0mm w=40mm\n }\n }`,
  "a box": (text) => `box h=10mm {\n text ${text}\n }`,
  "a box of a most height": (text) => `box max-h=10mm {\n text ${text}\n }`,
  "a row": (text) => `row h=10mm {\n text ${text} w=1fr\n }`,
  "a stack": (text) => `stack h=10mm {\n text ${text}\n }`,
  "a grid": (text) => `grid cols=[20mm, 1fr] h=10mm {\n head "記"\n cell ${text}\n }`,
  "a text": (text) => `text ${text} w=40mm h=10mm`,
  "a text of a most height": (text) => `text ${text} w=40mm max-h=10mm`,
  "a text that shrinks": (text) => `text ${text} w=40mm h=7mm fit=shrink`,
  "a clipped text": (text) => `text ${text} w=40mm h=10mm fit=clip`,
  "rich text": (text) => `rich w=40mm h=10mm {\n span ${text}\n }`,
};

function form(body: string, example: string): string {
  const slip = (text: string) => `plate h=10mm {\n text ${text} x=0mm y=0mm w=40mm\n }`;
  return `rpt 1
document form lang=ja
field long text(400) pattern='^.{0,8}(\\n.{0,8}){0,${LINES - 1}}$' example="${example}"
part slip {
  ${slip("(long)")}
}
part small {
  ${slip(`"${SHORT}"`)}
}
fonts gothic="Noto Sans JP"
sizes body=10pt
style base font=gothic size=body
page w=120mm h=120mm margin=10mm {
  header h=20mm on=first {
    text "一" x=0mm y=0mm w=40mm h=5mm
  }
  header h=10mm on=rest {
    text "二" x=0mm y=0mm w=40mm h=5mm
  }
  body {
    ${body}
  }
}
`;
}

function misfits(source: string): readonly Diagnostic[] {
  const { diagnostics } = engine.check({ source, data: null });
  return diagnostics.filter(({ code }) => /^RPT(?:400[1-3]|403[12]|5002)$/u.test(code));
}

/** Heights that the words or edits ask for, in millimetres. */
function heightsIn({ repair }: Diagnostic): readonly number[] {
  const words = [repair?.title ?? "", ...(repair?.edits.map(({ text }) => `h=${text}`) ?? [])].join(" ");
  const set = [...words.matchAll(/\bh=(\d+(?:\.\d+)?)mm/gu)].map(([, number]) => Number(number));
  const added = [...words.matchAll(/(?:enlarge (?:max-)?h by|make the box) (\d+(?:\.\d+)?)mm/gu)];
  return [...set, ...added.map(([, number]) => Number(number) + 7)];
}

describe.each(Object.entries(TOO_LOW))("%s", (_, element) => {
  test.each([
    ["with its examples", LONG],
    ["with data at their limits", "一"],
  ])("is not to be higher than its page %s", (_when, example) => {
    const found = misfits(form(element("(long)"), example));
    expect(found.length).toBeGreaterThan(0);
    for (const one of found) {
      expect(Math.max(0, ...heightsIn(one)), `${one.message} → ${one.repair?.title}`).toBeLessThanOrEqual(ROOM_MM);
      expect(one.repair?.title ?? "").not.toBe("");
    }
  });

  test("is to be higher where the page has room", () => {
    const found = misfits(form(element(`"${SHORT}"`), "一"));
    for (const one of found) expect(one.repair?.title).toMatch(/\bh\b|higher/u);
  });
});
