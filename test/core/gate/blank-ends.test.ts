import { expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";
import { judgeGeometry } from "../../../src/core/gate/index.ts";
import { layOutSource } from "../../support/lay-out.ts";
import { generator } from "../../support/slips.ts";

const WORDS = "The Contractor shall deliver the goods to the place designated by the Customer on or before the date. ";

test.each(["right", "center"])("several blanks where lines are broken run over no margin either: align=%s", (align) => {
  const words = "The  Contractor   shall    deliver     the      goods       to        the place.   ";
  expect(codesOf(words.repeat(8).trim(), align)).toEqual([]);
});

test.each(["justify", "left", "distribute"])("blanks at the ends of lines run over no margin: align=%s", (align) => {
  expect(codesOf(WORDS.repeat(6).trim(), align)).not.toContain("RPT5004");
});

test("the blank half of a closing bracket at the end of a line runs over no margin", () => {
  const random = generator(7);
  const signs = [..."漢ｶ字 b1」。ー（）「、A"];
  for (let time = 0; time < 40; time += 1) {
    const text = Array.from({ length: 300 }, () => signs[random(signs.length)]).join("");
    expect(codesOf(text, "justify"), text).not.toContain("RPT5004");
  }
});

test("the blank half of a bracket or stop lies on no neighbour", () => {
  const source = `rpt 1
page A4 portrait margin=20mm {
  body {
    plate h=20mm {
      text "末尾、" x=0mm y=0mm w=20mm h=5mm align=right
      text "（注）" x=20mm y=0mm w=20mm h=5mm
    }
  }
}
`;
  expect(codesIn(source)).toEqual([]);
  expect(codesIn(source.replace("x=20mm", "x=18mm"))).toEqual(["RPT5001"]);
});

test("blanks beyond the printable area are no content", () => {
  const words = "Hokkaido Whole Wheat Bread Flour Family Size with Buckwheat 1500 g".split(" ");
  for (let widthMm = 30; widthMm < 60; widthMm += 0.5) {
    const source = `rpt 1
page A4 margin=[12mm, 4mm] {
  body {
    plate h=20mm {
      text "${words.join(" ")}" x=${202 - widthMm}mm y=0mm w=${widthMm}mm h=8mm weight=bold fit=shrink lines=2
    }
  }
}
`;
    const { value: canvas } = compileSource(source);
    if (canvas === null) throw new Error("the form does not compile");
    const found = judgeGeometry(canvas, layOutSource(source).value).map(({ code, message }) => `${code} ${message}`);
    expect(
      found.filter((each) => each.startsWith("RPT5003")),
      String(widthMm),
    ).toEqual([]);
  }
});

function codesOf(text: string, align: string): readonly string[] {
  return codesIn(`rpt 1\npage A4 portrait margin=20mm {\n  body {\n    text "${text}" align=${align}\n  }\n}\n`);
}

function codesIn(source: string): readonly string[] {
  const { value: canvas } = compileSource(source);
  if (canvas === null) throw new Error("the form does not compile");
  return judgeGeometry(canvas, layOutSource(source).value).map(({ code }) => code);
}
