// A text of the data may hold more line ends than a check tries: what has no room for them is told, never left out.
import fc from "fast-check";
import { expect, test } from "vitest";
import { layOutOf } from "../../../support/lay-out.ts";

const LENGTH = 40;
const TOP_MM = 20;
const HEIGHT_MM = 18;
const EMU_PER_MM = 36_000;

const lay = layOutOf(`rpt 1
document notes title="注" lang=ja
field note text(${LENGTH}) example="一行目"
fonts gothic="Noto Sans JP"
sizes body=9pt
style base font=gothic size=body
page A5 margin=10mm {
  body {
    plate h=100mm {
      text (note) x=0mm y=${TOP_MM - 10}mm w=60mm h=${HEIGHT_MM}mm
    }
  }
}
`);

const note = fc
  .array(fc.oneof(fc.constant("\n"), fc.constantFrom(" ", "　", "あ", "A", "\t", "\r\n")), { maxLength: LENGTH })
  .map((letters) => letters.join("").slice(0, LENGTH));

test("a text of line ends, blanks and letters lies within its box, or is told", () => {
  let told = 0;
  fc.assert(
    fc.property(note, (text) => {
      const { value, diagnostics } = lay({ note: text });
      const letters = value.pages.flatMap(({ items }) => items.filter(({ kind }) => kind === "glyphs"));
      const bottomEmu = (TOP_MM + HEIGHT_MM) * EMU_PER_MM;
      const seen = letters.filter((item) => item.kind === "glyphs" && /[あA]/.test(item.run.text));
      const isWithin = seen.every((item) => item.kind === "glyphs" && item.yEmu <= bottomEmu);
      if (diagnostics.length > 0) told += 1;
      expect(isWithin || diagnostics.some(({ code }) => code === "RPT4001"), JSON.stringify(text)).toBe(true);
      const drawn = letters.map((item) => (item.kind === "glyphs" ? item.run.text : "")).join("");
      expect(drawn.replaceAll(/[^あA]/g, "")).toBe(text.replaceAll(/[^あA]/g, ""));
    }),
  );
  expect(told).toBeGreaterThan(0);
});
