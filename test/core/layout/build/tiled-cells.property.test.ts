// Cells over several rows and columns, in each place that holds rows of cells: every one is drawn, whole and apart from
// its neighbours, whatever covers a row of which nothing else is left.
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { judgeGeometry } from "../../../../src/core/gate/index.ts";
import { inLane } from "../../../support/lane.ts";
import { layOutSource } from "../../../support/lay-out.ts";

const COLUMNS = ["a", "b", "c", "d"];

interface Tile {
  readonly row: number;
  readonly from: number;
  readonly to: number;
  readonly rows: number;
  /** How many letters stand behind its own name, so that some tiles need several lines. */
  readonly letters: number;
  readonly isDrawn: boolean;
}

/** Numbers that a tiling is chosen by; each is used once. */
const choices = fc.array(fc.nat(1_000_000), { minLength: 80, maxLength: 80 });

/** Tiles that cover columns × rows, but for those that are left out. */
function tilingOf(numbers: readonly number[], columns: number, rows: number): readonly Tile[] {
  let next = 0;
  const upTo = (most: number): number => 1 + ((numbers[next++ % numbers.length] ?? 0) % most);
  const taken = Array.from({ length: rows }, () => new Array<boolean>(columns).fill(false));
  const tiles: Tile[] = [];
  for (let row = 0; row < rows; row += 1) {
    for (let from = 0; from < columns; from += 1) {
      if (taken[row]?.[from] === true) continue;
      let free = 1;
      while (from + free < columns && taken[row]?.[from + free] === false) free += 1;
      const [width, height] = [upTo(free), upTo(rows - row)];
      for (let down = row; down < row + height; down += 1) {
        for (let across = from; across < from + width; across += 1) {
          const line = taken[down];
          if (line !== undefined) line[across] = true;
        }
      }
      const [letters, chance] = [upTo(4), upTo(8)];
      const isDrawn = chance > 1;
      tiles.push({ row, from, to: from + width - 1, rows: height, letters: letters === 4 ? 40 : letters, isDrawn });
    }
  }
  return tiles;
}

interface Place {
  readonly name: string;
  /** How often its cells are drawn with two records of two groups on one page. */
  readonly times: number;
  readonly isRow?: true;
  readonly around: (cells: string) => string;
}

const PLACES: readonly Place[] = [
  { name: "row", times: 2, isRow: true, around: (cells) => `row {\n${cells}\n}` },
  { name: "head", times: 1, around: (cells) => `head {\n${cells}\n}` },
  { name: "head of a group", times: 2, around: (cells) => `group .key {\nhead {\n${cells}\n}\n}` },
  { name: "foot of a group", times: 2, around: (cells) => `group .key {\nfoot {\n${cells}\n}\n}` },
  { name: "foot", times: 1, around: (cells) => `foot {\n${cells}\n}` },
  { name: "pagefoot", times: 1, around: (cells) => `pagefoot {\n${cells}\n}` },
];

function sourceOf(tiles: readonly Tile[], columns: number, place: Place, more: string): string {
  const ids = COLUMNS.slice(0, columns);
  const lines: string[] = [];
  let row = 0;
  for (const [at, tile] of tiles.entries()) {
    for (; row < tile.row; row += 1) lines.push("newrow");
    const range = `${ids[tile.from]}..${ids[tile.to]}`;
    if (tile.isDrawn) lines.push(`cell "${nameOf(at)}${"あ".repeat(tile.letters)}" col=${range} rows=${tile.rows}`);
  }
  const last = Math.max(...tiles.map((tile) => tile.row + tile.rows));
  for (; row < last - 1; row += 1) lines.push("newrow");
  const heads = ids.map((id, at) => `column ${id} "" "" w=30mm${at === 0 ? more : ""}`);
  return `rpt 1
field items[].key string(4) example=["甲", "乙"]
sizes body=9pt
style base size=body
style framed border=0.25pt padding=1mm
page w=160mm h=900mm margin=10mm {
body {
table items style=framed {
${heads.join("\n")}
${place.around(lines.join("\n"))}
}
}
}
`;
}

const nameOf = (at: number): string => `[${at}]`;

describe.each(PLACES)("cells of a $name", (place) => {
  const MORE = place.isRow === true ? [""] : ["", " merge=same"];
  test.each(MORE)("are all drawn, whole and apart%s", (more) => {
    fc.assert(
      fc.property(choices, fc.integer({ min: 2, max: 4 }), fc.integer({ min: 1, max: 5 }), (numbers, columns, rows) => {
        const tiles = tilingOf(numbers, columns, rows);
        if (tiles.every(({ isDrawn }) => !isDrawn)) return;
        const source = sourceOf(tiles, columns, place, more);
        const { value: canvas } = compileSource(source);
        if (canvas === null) throw new Error(source);
        const laid = layOutSource(source);
        const told = [...laid.diagnostics, ...judgeGeometry(canvas, laid.value)];
        expect(told.filter(({ code }) => code !== "RPT5004" && code !== "RPT5007")).toEqual([]);
        const text = laid.value.pages.map(({ items }) =>
          items.map((one) => (one.kind === "glyphs" ? one.run.text : "")),
        );
        for (const [at, { isDrawn, letters }] of tiles.entries()) {
          const pieces = text.flat().join("").split(nameOf(at)).slice(1);
          expect(pieces.length, `${nameOf(at)} in\n${source}`).toBe(isDrawn ? place.times : 0);
          for (const piece of pieces) expect(/^あ*/.exec(piece)?.[0].length).toBe(letters);
        }
      }),
      { numRuns: inLane({ fast: 25, full: 1_500 }) },
    );
  });
});
