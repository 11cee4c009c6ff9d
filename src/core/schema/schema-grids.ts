// The part of the table for ruled forms: a grid of cells that span columns and rows.
import { BLANK_OR_TEXT, BOX, CELL, element, MAY_BE_EMPTY, of, TEXT_PROPERTIES, without } from "./schema-properties.ts";

/** What a form has of either at most. */
export const SPAN_MAX = 50;

const GRID_CELL = {
  ...CELL,
  cols: of("count", "2", "so many columns wide", { min: 1, max: SPAN_MAX }),
  rows: of("count", "2", "so many rows high", { min: 1, max: SPAN_MAX }),
  "min-h": of("length", "16mm", "at least this height; its rows share what they lack"),
};

const CELL_PARTS = {
  args: BLANK_OR_TEXT,
  parents: ["grid"],
  children: "flow",
  blockOptional: true,
  mayBeBlank: true,
  properties: GRID_CELL,
} as const;

/** Told from the grid of elements by what stands in it. */
export const CELL_GRIDS = [
  element(
    "grid",
    "a ruled form: cells that span columns and rows, from left to right; newrow may end a row and checks that it is " +
      "full",
    "grid cols=[24mm, 1fr, 30mm] row-h=8mm border=1pt rules=0.25pt {",
    {
      ...MAY_BE_EMPTY,
      children: ["head", "cell", "newrow"],
      required: ["cols"],
      properties: {
        ...without(BOX, ["alt", "radius", "keep-min"]),
        ...TEXT_PROPERTIES,
        padding: of("edges", "[1mm, 2mm]", "space around the content of each cell; one, [v, h] or four lengths"),
        border: of("stroke", "[1pt, rule]", "the line around the grid; cells have lines of their own"),
        cols: of("widths", "[24mm, 1fr]", "the widths of the columns"),
        rules: of(
          "stroke",
          "0.25pt",
          "the lines between cells; where border= alone is written, 0.25pt in its colour; the lines of a cell itself " +
            "stand over them",
        ),
        "row-h": of(
          "length",
          "8mm",
          "the least height of a row; without it, an empty row is as high as a line of its text",
        ),
        "equal-rows": of("flag", "true", "every row is as high as the highest"),
        "head-fill": of("paint", "shade", "the colour behind the label cells"),
        "head-style": of("style", "small", "a style for the label cells, over that of the grid"),
      },
    },
  ),
  element(
    "head",
    "a label cell of a ruled grid; assistive technology reads it with what it labels",
    'head "氏名"',
    CELL_PARTS,
  ),
  element(
    "cell",
    "a cell of a ruled grid: a text, elements in its block, or nothing; border=none takes away the lines on all four " +
      "of its sides, those at the grid's edge too",
    "cell (customer.name) cols=2",
    CELL_PARTS,
  ),
] as const;
