// Layout for tests: the bundled fonts, data as plain values, and pages as lines that a person can read.

import { type Canvas, compileSource, examplePayload } from "../../src/core/canvas/index.ts";
import type { Outcome } from "../../src/core/diagnostics/index.ts";
import { drawnRecords, planRecords } from "../../src/core/engine/messages/records.ts";
import { compileProgram } from "../../src/core/expression/index.ts";
import {
  type FontSet,
  type LayoutOptions,
  layOut,
  type PageDocument,
  type PlacedItem,
} from "../../src/core/layout/index.ts";
import { createShaper, type Font } from "../../src/core/text/index.ts";
import { bundledFont, harfbuzzWasm } from "../core/text/bundled-fonts.ts";
import { EMU_PER_MM, payload } from "./canvas-builder.ts";

let fonts: FontSet | null = null;

/** The bundled faces; families by their names, anything else is Noto Sans JP. */
export function testFonts(): FontSet {
  if (fonts !== null) return fonts;
  const faces = new Map<string, readonly Font[]>();
  fonts = {
    shaper: createShaper(harfbuzzWasm()),
    faces(families, weight) {
      const serif = families.includes("Noto Serif JP");
      const key = `${serif} ${weight}`;
      const name = serif
        ? weight === "bold"
          ? "serifBold"
          : "serifNormal"
        : weight === "bold"
          ? "sansBold"
          : "sansNormal";
      const known = faces.get(key) ?? [bundledFont(name)];
      faces.set(key, known);
      return known;
    },
  };
  return fonts;
}

/** Lays one record of plain data out. */
export function layOutData(canvas: Canvas, data: unknown = {}): Outcome<PageDocument> {
  const evaluation = compileProgram(canvas).evaluate(payload(data));
  return layOut(canvas, [{ evaluation, title: null }], testFonts());
}

/** The text runs of a page from top to bottom, one line of the page a string, `|` where runs stand apart. */
export function pageLines(document: PageDocument, page: number): readonly string[] {
  const lines = new Map<number, { x: number; end: number; text: string }[]>();
  for (const item of document.pages[page]?.items ?? []) {
    if (item.kind !== "glyphs") continue;
    const line = lines.get(item.yEmu) ?? [];
    line.push({ x: item.xEmu, end: item.xEmu + item.advanceEmu, text: item.run.text });
    lines.set(item.yEmu, line);
  }
  return [...lines.entries()]
    .sort(([one], [other]) => one - other)
    .map(([, pieces]) => joinPieces(pieces.sort((one, other) => one.x - other.x)));
}

function joinPieces(pieces: readonly { x: number; end: number; text: string }[]): string {
  let end: number | null = null;
  let line = "";
  for (const piece of pieces) {
    if (end !== null && piece.x - end > 2 * EMU_PER_MM) line += "|";
    line += piece.text;
    end = piece.end;
  }
  return line;
}

/** `12.3` for 12.3 mm. */
function mm(emu: number): string {
  return String(Math.round((emu * 100) / EMU_PER_MM) / 100);
}

/** One item as one line of a golden: kind, place in millimetres, and what it shows. */
export function describeItem(item: PlacedItem): string {
  switch (item.kind) {
    case "glyphs":
      return `text ${mm(item.xEmu)},${mm(item.yEmu)} "${item.run.text}"${still(item)} node ${item.node}`;
    case "fill":
      return `fill ${describeShape(item.shape)}`;
    case "stroke":
      return `stroke ${describeShape(item.shape)} w ${mm(item.widthEmu)}`;
    case "image":
      return `image ${describeShape({ kind: "rectangle", rectangle: item.rectangle, radiusEmu: 0 })}`;
    case "link":
      return `link ${item.target.kind === "url" ? item.target.url : `#${item.target.name}`}`;
  }
}

function still(item: PlacedItem): string {
  return item.isStatic ? " static" : "";
}

function describeShape(shape: Extract<PlacedItem, { kind: "fill" }>["shape"]): string {
  if (shape.kind === "rectangle") {
    const { leftEmu, topEmu, rightEmu, bottomEmu } = shape.rectangle;
    const radius = shape.radiusEmu > 0 ? ` r ${mm(shape.radiusEmu)}` : "";
    return `${mm(leftEmu)},${mm(topEmu)}-${mm(rightEmu)},${mm(bottomEmu)}${radius}`;
  }
  return shape.commands.map((one) => (one.op === "close" ? "z" : `${mm(one.xEmu)},${mm(one.yEmu)}`)).join("-");
}

/** Every number of a value that is no integer, by its path: pages hold integers only. A −0 is a float (see `Emu`). */
export function fractions(value: unknown, path = ""): readonly string[] {
  if (Object.is(value, -0)) return [`${path}: -0`];
  if (typeof value === "number") return Number.isInteger(value) ? [] : [`${path}: ${value}`];
  if (value === null || typeof value !== "object" || path.endsWith(".font") || ArrayBuffer.isView(value)) return [];
  return Object.entries(value).flatMap(([name, one]) => fractions(one, `${path}.${name}`));
}

/** Compiles a source that has no error and lays its data out: its own, or its examples where none is given. */
export function layOutSource(source: string, data?: unknown, options: LayoutOptions = {}): Outcome<PageDocument> {
  return layOutOf(source, options)(data);
}

/** What lays data out by a source, which is compiled once. */
export function layOutOf(source: string, options: LayoutOptions = {}): (data?: unknown) => Outcome<PageDocument> {
  const { value: compiled, diagnostics } = compileSource(source);
  const errors = diagnostics.filter((one) => one.severity === "error");
  if (compiled === null || errors.length > 0) throw new Error(errors.map((one) => one.message).join("\n"));
  const program = compileProgram(compiled);
  return (data) => {
    const text = data === undefined ? (compiled.dataset ?? examplePayload(compiled)) : JSON.stringify(data);
    const plan = planRecords(compiled, new TextEncoder().encode(text), false);
    if (plan.kind !== "records") throw new Error(JSON.stringify(plan));
    const records = drawnRecords(compiled, program, plan, compiled.document.id).flatMap((record) => record.layout);
    const outcome = layOut(compiled, records, testFonts(), options);
    // A record's copies share its evaluation.
    const evaluations = new Set(records.map(({ evaluation }) => evaluation));
    const told = [...evaluations].flatMap((evaluation) => evaluation.diagnostics);
    return { ...outcome, diagnostics: [...outcome.diagnostics, ...told] };
  };
}
