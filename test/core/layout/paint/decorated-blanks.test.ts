// Blanks at a line's end: where lines under and through letters end, across and down the page.
import { describe, expect, test } from "vitest";
import { layOutSource } from "../../../support/lay-out.ts";

const SIZE_EMU = 127_000;

/** How long the lines along the letters are, in type sizes. */
function lengthsOf(element: string): readonly number[] {
  const { value } = layOutSource(`rpt 1
fonts gothic="Noto Sans JP"
sizes body=10pt
style base font=gothic size=body
page A4 margin=20mm {
  body {
    ${element}
  }
}
`);
  return value.pages.flatMap(({ items }) =>
    items.flatMap((item) => {
      if (item.kind !== "stroke" || item.shape.kind !== "path") return [];
      const [from, to] = item.shape.commands;
      if (from?.op !== "move" || to?.op !== "line") return [];
      const long = Math.max(to.xEmu - from.xEmu, to.yEmu - from.yEmu);
      return [Math.round((long * 100) / SIZE_EMU) / 100];
    }),
  );
}

describe.each(["underline", "strike"])(
  "a line of decoration=%s along a text ends with its last letter",
  (decoration) => {
    test.each([
      ["国国", [2]],
      ["国国　", [2]],
      ["国国　　", [2]],
      ["国国  ", [2]],
      ["国国　\\n国", [2, 1]],
      ["　国", [2]],
      ["国　国", [3]],
    ])("%j, in both directions", (text, lengths) => {
      expect(lengthsOf(`text "${text}" decoration=${decoration}`)).toEqual(lengths);
      expect(lengthsOf(`text "${text}" decoration=${decoration} writing=vertical h=60mm`)).toEqual(lengths);
    });

    test("also where a longer line is parted at a blank", () => {
      const across = lengthsOf(`text "abc abc" decoration=${decoration} w=8mm`);
      const down = lengthsOf(`text "abc abc" decoration=${decoration} writing=vertical h=8mm`);
      expect(across).toHaveLength(2);
      expect(across[0]).toBe(across[1]);
      expect(down).toEqual(across);
    });
  },
);

describe("a span", () => {
  test.each(["", " writing=vertical h=60mm"])(
    "has a line under the blanks to write on that end a line: rich%s",
    (said) => {
      expect(lengthsOf(`rich${said} {\n span "国　　　" decoration=underline\n }`)).toEqual([4]);
      expect(lengthsOf(`rich${said} {\n span "国　" decoration=underline\n br\n span "国"\n }`)).toEqual([2]);
    },
  );

  test.each(["w=8mm", "writing=vertical h=8mm"])(
    "has none under a blank at which a line is parted: rich %s",
    (said) => {
      const lengths = lengthsOf(`rich ${said} {\n span "abc abc" decoration=underline\n }`);
      expect(lengths).toHaveLength(2);
      expect(lengths[0]).toBe(lengths[1]);
    },
  );
});

describe.each(["", " writing=vertical h=60mm"])("blanks alone of rich%s", (said) => {
  test.each(["　", " ", "　　　"])("have no line through them, which would read as a dash: %j", (blanks) => {
    const struck = (text: string) => lengthsOf(`rich${said} {\n span "旧" \n span "${text}" decoration=strike\n }`);
    expect(struck(blanks)).toEqual([]);
    expect(struck(`${blanks}国`)).toHaveLength(1);
  });

  test("have a line under them, to write on", () => {
    expect(lengthsOf(`rich${said} {\n span "名"\n span "　　" decoration=underline\n }`)).toEqual([2]);
  });
});
