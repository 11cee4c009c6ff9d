import { globSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { canonicalJson, compileSource, examplePayload, parseCanvas } from "../../../src/core/canvas/index.ts";
import { readPayload } from "../../../src/core/contract/index.ts";
import { createCodeEncoder } from "../../../src/core/engine/barcodes/code-encoder.ts";
import { bundledFonts } from "../../../src/core/engine/index.ts";
import { compileProgram } from "../../../src/core/expression/index.ts";
import { PageJudge, toldOfPages } from "../../../src/core/gate/index.ts";
import { inkOf, layOut, type Page, type PlacedItem } from "../../../src/core/layout/index.ts";

const fonts = bundledFonts();
const CODES = createCodeEncoder();
const files = globSync("docs/examples/*.rpt");

function laidOut(file: string) {
  const { value } = compileSource(readFileSync(file, "utf8"), { families: fonts.families });
  if (value === null) throw new Error(file);
  const canvas = parseCanvas(canonicalJson(value));
  const bytes = new TextEncoder().encode(canvas.dataset ?? examplePayload(canvas));
  const { value: data } = readPayload(bytes, canvas.fields, { extra: "ignore" });
  const evaluation = compileProgram(canvas).evaluate(data);
  return { canvas, document: layOut(canvas, [{ evaluation, title: null }], fonts.set, { codes: CODES }).value };
}

/** What happens to an item: it is moved, grows, changes its colour, stands there twice, stays away or gets a veil. */
interface Change {
  readonly at: number;
  readonly kind: "move" | "crowd" | "grow" | "colour" | "delete" | "twice" | "veil";
  readonly by: number;
  readonly colour: readonly [number, number, number, number];
}

const CHANGE: fc.Arbitrary<Change> = fc.record({
  at: fc.nat(),
  kind: fc.constantFrom("move", "crowd", "grow", "colour", "delete", "twice", "veil"),
  by: fc.integer({ min: -1_500_000, max: 1_500_000 }),
  colour: fc.tuple(fc.nat(255), fc.nat(255), fc.nat(255), fc.constantFrom(0, 40, 180, 255)),
});

/** Something translucent over some of an item, painted by the same element. */
function veilOf(item: PlacedItem, { by, colour }: Change): readonly PlacedItem[] {
  const ink = inkOf(item);
  if (ink === null || item.kind === "link") return [];
  const rectangle = { ...ink, rightEmu: Math.max(ink.leftEmu, ink.rightEmu + (by >> 3)) };
  const color = [colour[0], colour[1], colour[2], 190] as const;
  const { span, isStatic } = item;
  return [{ kind: "fill", span, node: -1, isStatic, color, shape: { kind: "rectangle", rectangle, radiusEmu: 0 } }];
}

function changed(item: PlacedItem, change: Change): readonly PlacedItem[] {
  const { kind, by, colour } = change;
  if (kind === "delete") return [];
  if (kind === "veil") return [item, ...veilOf(item, change)];
  if (kind === "twice") return [item, ...changed(item, { ...change, kind: "move" })];
  if (kind === "colour") return "color" in item ? [{ ...item, color: colour }] : [item];
  if (kind === "crowd") return item.kind === "glyphs" ? [{ ...item, letterSpacingEmu: by >> 4 }] : [item];
  if (item.kind === "glyphs") {
    if (kind === "move") return [{ ...item, xEmu: item.xEmu + by, yEmu: item.yEmu + (by >> 3) }];
    return [{ ...item, sizeEmu: Math.max(1, item.sizeEmu + (by >> 4)), advanceEmu: Math.abs(item.advanceEmu + by) }];
  }
  if (item.kind !== "fill" && item.kind !== "stroke") return [item];
  if (item.shape.kind !== "rectangle") return [item];
  const { leftEmu, topEmu, rightEmu, bottomEmu } = item.shape.rectangle;
  const down = kind === "grow" ? 0 : by;
  const rectangle = { leftEmu: leftEmu + down, topEmu, rightEmu: Math.max(leftEmu + down, rightEmu + by), bottomEmu };
  return [{ ...item, shape: { ...item.shape, rectangle } }];
}

describe("one look at a page", () => {
  test.each(files)("lets nothing pass that a rule would find: %s", (file) => {
    const { canvas, document } = laidOut(file);
    const judged = (pages: readonly Page[], isThorough: boolean, cuts: readonly number[]) => {
      const runs = [new PageJudge(canvas, isThorough)];
      pages.forEach((page, at) => {
        if (cuts.includes(at)) runs.push(new PageJudge(canvas, isThorough));
        runs.at(-1)?.add(page, document.structure);
      });
      return toldOfPages(
        canvas,
        runs.map((run) => run.found()),
      );
    };
    expect(judged(document.pages, false, [])).toEqual(judged(document.pages, true, []));
    let findings = 0;
    fc.assert(
      fc.property(fc.array(CHANGE, { maxLength: 6 }), fc.array(fc.nat(4), { maxLength: 2 }), (changes, cuts) => {
        const pages = document.pages.slice(0, 4).map((page, number) => {
          const items = changes.reduce<readonly PlacedItem[]>((before, change) => {
            const at = change.at % Math.max(1, before.length);
            const item = before[at];
            if (item === undefined || change.at % 3 !== number % 3) return before;
            return [...before.slice(0, at), ...changed(item, change), ...before.slice(at + 1)];
          }, page.items);
          return { ...page, items };
        });
        const found = judged(pages, false, cuts);
        findings += found.length;
        expect(found).toEqual(judged(pages, true, []));
      }),
    );
    expect(findings).toBeGreaterThan(0);
  });
});
