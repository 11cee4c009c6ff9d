// Cells of a grid keep their places, whichever conditions hold: no value stands beside another one's label.
import fc from "fast-check";
import { expect, test } from "vitest";
import { EMU_PER_MM } from "../../../support/canvas-builder.ts";
import { inLane } from "../../../support/lane.ts";
import { layOutSource, pageLines } from "../../../support/lay-out.ts";

/** A cell that is shown, or whose condition does not hold. */
type Plan = { readonly columns: number; readonly shown: readonly boolean[] };

const COLUMN_MM = 20;

function grid({ columns, shown }: Plan): string {
  const cells = shown.map((_, at) => `text "c${at}" when=(shows.s${at})`);
  const cols = Array.from({ length: columns }, () => `${COLUMN_MM}mm`);
  return `rpt 1
${shown.map((_, at) => `field shows.s${at} bool example=true`).join("\n")}
page 200mm 200mm margin=10mm {
  body {
    grid cols=[${cols.join(", ")}] {
      ${cells.join("\n      ")}
    }
  }
}
`;
}

const plans: fc.Arbitrary<Plan> = fc.record({
  columns: fc.integer({ min: 1, max: 4 }),
  shown: fc.array(fc.boolean(), { minLength: 1, maxLength: 12 }),
});

test("each cell stands in its column, and beside the cells of its row", () => {
  fc.assert(
    fc.property(plans, (plan) => {
      const { columns, shown } = plan;
      const shows = Object.fromEntries(shown.map((shows, at) => [`s${at}`, shows]));
      const { value } = layOutSource(grid(plan), { shows });
      const glyphs = (value.pages[0]?.items ?? []).filter((item) => item.kind === "glyphs");
      const rows = [...new Set(glyphs.map(({ yEmu }) => yEmu))].toSorted((one, other) => one - other);
      const places = glyphs.map(({ xEmu, yEmu, run }) => {
        const column = Math.floor((xEmu / EMU_PER_MM - 10) / COLUMN_MM);
        return `${rows.indexOf(yEmu)} ${column} ${run.text}`;
      });
      // Rows of which nothing is shown take no place.
      const kept = shown.flatMap((one, at) => (one ? [Math.floor(at / columns)] : []));
      const order = [...new Set(kept)];
      const wanted = shown.flatMap((one, at) =>
        one ? [`${order.indexOf(Math.floor(at / columns))} ${at % columns} c${at}`] : [],
      );
      expect(places.toSorted()).toEqual(wanted.toSorted());
    }),
    { numRuns: inLane({ fast: 60, full: 2_000 }) },
  );
});

test("a label and its value are left out together, and an each has cells for its records alone", () => {
  const source = `rpt 1
field name string(10) example="山田"
field tel? string(20)
field fax? string(20)
field lines[].name string(8) example=["品甲", "品乙"]
page 100mm 100mm margin=10mm {
  body {
    grid cols=[20mm, 20mm] {
      text "氏名"
      text (name)
      text "電話" when=(has(tel))
      text (tel) when=(has(tel))
      text "番号"
      text (fax) when=(has(fax))
      each lines {
        text "品名"
        text (.name)
      }
      text "以上"
      bookmark "末尾"
    }
  }
}
`;
  const { value, diagnostics } = layOutSource(source, { name: "山田", lines: [{ name: "品甲" }, { name: "品乙" }] });
  expect(diagnostics).toEqual([]);
  expect(pageLines(value, 0)).toEqual(["氏名|山田", "番号", "品名|品甲", "品名|品乙", "以上"]);
  expect(value.bookmarks.map(({ title }) => title)).toContain("末尾");
});
