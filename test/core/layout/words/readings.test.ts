// A reading stands over letters: where there are none on its line it is not printed, and what the data say is told.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { inLane } from "../../../support/lane.ts";
import { layOutSource } from "../../../support/lay-out.ts";

/** Where a rich paragraph may stand. */
const PLACES = {
  "in a flow": (ruby: string) => `rich {\n ${ruby}\n }`,
  "between other spans": (ruby: string) => `rich {\n span "前"\n ${ruby}\n span "後"\n }`,
  "in vertical lines": (ruby: string) => `rich writing=vertical h=60mm {\n ${ruby}\n }`,
  "in vertical lines over pages": (ruby: string) => `rich writing=vertical {\n ${ruby}\n }`,
  "in columns": (ruby: string) => `columns n=2 {\n rich {\n ${ruby}\n }\n }`,
  "on a plate": (ruby: string) => `plate h=40mm {\n rich x=0mm y=0mm w=90mm h=30mm {\n ${ruby}\n }\n }`,
  "in a cell": (ruby: string) => `table rows {\n column n "N" {\n rich {\n ${ruby}\n }\n }\n }`,
  "in a box of an each": (ruby: string) => `each rows {\n box border=0.25pt {\n rich {\n ${ruby}\n }\n }\n }`,
} as const;

function lay(place: keyof typeof PLACES, name: string, kana: string, ruby = "ruby (name) (kana)") {
  const { value, diagnostics } = layOutSource(
    `rpt 1
field name text(20) example="山本"
field kana text(20) example="やま もと"
field rows[].n string example=["x"]
page A5 margin=12mm {
  body {
    ${PLACES[place](ruby)}
  }
}
`,
    { name, kana, rows: [{ n: "x" }] },
  );
  const shown = value.pages.flatMap(({ items }) => items).map((item) => (item.kind === "glyphs" ? item.run.text : ""));
  return { shown: shown.join("").replaceAll(/\s/gu, ""), told: diagnostics.filter(({ code }) => code === "RPT3025") };
}

describe.each(Object.keys(PLACES) as readonly (keyof typeof PLACES)[])("a reading %s", (place) => {
  test("of an empty name is told", () => {
    const { shown, told } = lay(place, "", "やまもと");
    expect(shown).not.toContain("やまもと");
    expect(told.map(({ message, dataPath }) => [message, dataPath])).toEqual([
      [
        'kana is the text "やまもと": a reading stands over letters, and there are none on its line: it is not printed',
        "kana",
      ],
    ]);
  });

  test.each([
    ["one blank", " "],
    ["a wide blank", "　"],
    ["blanks of several kinds", "\u00a0\u2003\t "],
    ["characters without ink", "\u200b\u2060\u00ad"],
    ["blanks on its first line", " \n山"],
  ])("over %s is told and not printed", (_, name) => {
    const { shown, told } = lay(place, name, "やまもと");
    expect(shown).not.toContain("やまもと");
    expect(told).toHaveLength(1);
  });

  test.each([
    ["of its letters", "山本", "やま もと"],
    ["of a letter behind blanks", " 　山", "やま"],
    ["that is empty itself", "", ""],
    ["that is blank itself", "", " 　"],
  ])("%s is not", (_, name, kana) => {
    expect(lay(place, name, kana).told).toEqual([]);
  });

  test("in the form's own words is none of the data", () => {
    expect(lay(place, "", "", 'ruby (name) "しめい"').told).toEqual([]);
  });
});

/** Letters, blanks and line ends, each of which may begin a name. */
const PART = fc.constantFrom("", "山", "A", " ", "　", "\n", "\u2028", "\u0085", "\u200b", "\u00a0");

test("a reading is printed or told", () => {
  const places = fc.constantFrom(...(Object.keys(PLACES) as readonly (keyof typeof PLACES)[]));
  const property = fc.property(places, PART, PART, (place, first, second) => {
    const { shown, told } = lay(place, `${first}${second}`, "よみ");
    expect(shown.includes("よみ")).toBe(told.length === 0);
  });
  fc.assert(property, { numRuns: inLane({ fast: 40, full: 800 }) });
});
