// Letters stand where the pen is, whatever blank a run begins or ends with.
import { expect, test } from "vitest";
import { letterCells } from "../../../../src/core/layout/index.ts";
import { layOutSource } from "../../../support/lay-out.ts";

test.each([
  ["with a bracket", "（旧）部品", ""],
  ["with a blank", "　旧", ""],
  ["with neither", "旧部", ""],
  ["with a bracket, in a vertical line", "（旧）部品", "writing=vertical h=60mm"],
  ["with a bracket, turned", "（旧）部品", "rotate=90"],
  ["with a bracket, turned back", "（旧）部品", "rotate=270"],
  ["with a bracket, upside down", "（旧）部品", "rotate=180"],
])("the cells of a run that begins %s are its glyphs' advances", (_, word, look) => {
  const { value } = layOutSource(`rpt 1\npage A4 {\n body {\n text "${word}" ${look}\n }\n}\n`);
  const runs = value.pages.flatMap(({ items }) => items.flatMap((item) => (item.kind === "glyphs" ? [item] : [])));
  expect(runs).not.toHaveLength(0);
  for (const run of runs) {
    const cells = letterCells(run).map(({ edges }) => edges);
    const [left, right] = [Math.min(...cells.map((one) => one.leftEmu)), Math.max(...cells.map((one) => one.rightEmu))];
    const [top, bottom] = [Math.min(...cells.map((one) => one.topEmu)), Math.max(...cells.map((one) => one.bottomEmu))];
    const isUpright = run.run.direction === "vertical" || run.rotation === 90 || run.rotation === 270;
    const [from, to, pen] = isUpright ? [top, bottom, run.yEmu] : [left, right, run.xEmu];
    expect(to - from).toBe(run.advanceEmu);
    expect(run.rotation === 180 || run.rotation === 270 ? to : from).toBe(pen);
  }
});
