// Breaks between newspaper columns where no page bounds them, in a row, a grid and on a plate: as many as there are
// columns to go on to hold, and more of them are told.
import { describe, expect, test } from "vitest";
import { layOutSource } from "../../../support/lay-out.ts";

const PLACES: Readonly<Record<string, (columns: string) => string>> = {
  row: (columns) => `row {\n${columns}\n}`,
  grid: (columns) => `grid cols=[90mm] {\n${columns}\n}`,
  "stack in a row": (columns) => `row {\nstack {\n${columns}\n}\n}`,
  plate: (columns) => `plate h=60mm {\n${columns.replace("columns", "columns x=0mm y=0mm")}\n}`,
};

const TEXTS = ["一", "二", "三", "四", "五"];

function laidIn(place: string, columns: number, breaks: number) {
  const texts = TEXTS.slice(0, breaks + 1).map((text) => `text "${text}"`);
  const content = `columns n=${columns} gap=4mm w=90mm {\n${texts.join("\nbreak column\n")}\n}`;
  const source = `rpt 1\npage A4 margin=20mm {\nbody {\n${PLACES[place]?.(content) ?? ""}\n}\n}\n`;
  const { value, diagnostics } = layOutSource(source);
  const runs = value.pages.flatMap(({ items }) => items.flatMap((item) => (item.kind === "glyphs" ? [item] : [])));
  return { runs, codes: diagnostics.map(({ code }) => code) };
}

describe.each(Object.keys(PLACES))("in a %s", (place) => {
  const CASES = [1, 2, 3].flatMap((columns) => [0, 1, 2, 3, 4].map((breaks) => [columns, breaks] as const));
  test.each(CASES)("%d columns with %d breaks", (columns, breaks) => {
    const { runs, codes } = laidIn(place, columns, breaks);
    expect(runs.map(({ run }) => run.text)).toEqual(TEXTS.slice(0, breaks + 1));
    const stepEmu = (90 * 36_000 + 4 * 36_000) / columns;
    const left = Math.min(...runs.map(({ xEmu }) => xEmu));
    const stands = runs.map(({ xEmu }) => Math.round((xEmu - left) / stepEmu));
    expect(stands).toEqual(TEXTS.slice(0, breaks + 1).map((_, at) => Math.min(at, columns - 1)));
    expect(codes).toEqual(breaks >= columns ? ["RPT4012"] : []);
  });
});
