import { expect, test } from "vitest";
import { layOutSource } from "../../../support/lay-out.ts";

/** What is told of a rectangle in a plate of 80 mm that ends `mm` from its left edge. */
function told(width: string): readonly string[] {
  const rect = `rect x=0mm y=0mm w=${width} h=5mm stroke=0.25pt`;
  const source = `rpt 1\npage A5 margin=15mm {\n  body {\n    plate w=80mm h=10mm {\n      ${rect}\n    }\n  }\n}\n`;
  return layOutSource(source).diagnostics.map(({ code, message }) => `${code} ${message.split(" (")[0]}`);
}

test("what leaves its plate by less than a printer's dot is not told: a third of a length is no round number", () => {
  expect(told("80.01mm")).toEqual([]);
  expect(told("80.04mm")).toEqual([]);
});

test("what leaves it by more is told, never as 0.0 mm", () => {
  expect(told("80.06mm")).toEqual(["RPT5002 rect leaves its container by 0.1mm on the right"]);
  expect(told("81mm")).toEqual(["RPT5002 rect leaves its container by 1.0mm on the right"]);
});

test("what is turned is moved, not made narrower: its content takes the width that it says", () => {
  const turned = "stack x=60mm y=0mm w=25mm h=30mm rotate=270 {\n text '名'\n }";
  const upright = "stack x=60mm y=0mm w=25mm h=30mm {\n text '名'\n }";
  const repairs = [turned, upright].map((stack) => {
    const source = `rpt 1\npage A5 margin=15mm {\n  body {\n    plate w=80mm h=40mm {\n      ${stack}\n    }\n  }\n}\n`;
    return layOutSource(source)
      .diagnostics.filter(({ code }) => code === "RPT5002")
      .map(({ repair }) => repair?.title);
  });
  expect(repairs).toEqual([
    ["set x=55mm, or layer=over where it is meant"],
    ["set w=20mm, or layer=over where it is meant"],
  ]);
});
