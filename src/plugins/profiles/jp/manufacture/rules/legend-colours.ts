// The colours of a plan's bars against those that its legend explains (凡例).
import { defineRule, type Form, type FormShape, type ReadText, readingOf } from "../../../../../core/sdk/index.ts";

const EMU_PER_MM = 36_000;
/** A sample of a colour is no higher, and its words begin no further behind it. */
const SAMPLE_HEIGHT_MAX_EMU = 8 * EMU_PER_MM;
const GAP_MAX_EMU = 12 * EMU_PER_MM;
/** Shades that no reader tells apart, of 255. */
const SAME_SHADE_MAX = 24;
const SIGN = /[■▬█━●◆▲▼]/;
const SAMPLES: ReadonlySet<string> = new Set(["rect", "circle", "ellipse", "path", "polygon"]);

/** Where a legend shows samples of colours, the bars have one of them. */
export const legendColours = defineRule({
  meta: {
    id: "legend-colours",
    summary: "Where the legend (凡例) shows samples of colours, each sort of bar has one of them.",
    severity: "warning",
    basis: [],
    messages: {
      other: {
        what: "the bars are drawn in {bars}, and the legend explains other colours: {samples}",
        why: "A reader looks up what a bar means by its colour.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const shapes = form.pages.flatMap((page) => page.shapes).filter(({ kind }) => kind === "fill");
    const { texts } = readingOf(form);
    const samples = shapes.filter((shape) => isSample(form, shape, texts)).map(({ color }) => color);
    if (samples.length === 0) return;
    // A sign in the colour of the bars is a sample of it as well: ■ 計画.
    const signs = form.pages.flatMap((page) => page.runs).filter(({ text }) => SIGN.test(text));
    const known = [...new Set([...samples, ...signs.map(({ color }) => color)].flatMap((color) => color ?? []))];
    for (const [element, own] of Map.groupBy(shapes, (shape) => shape.element)) {
      const bar = element === null ? undefined : form.elements[element];
      if (bar?.keyword !== "bar") continue;
      const colours = [...new Set(own.flatMap(({ color }) => color ?? []))];
      if (colours.length === 0 || colours.some((one) => known.some((other) => areSame(one, other)))) continue;
      const values = { bars: colours.join(", "), samples: known.join(", ") };
      const repair = { title: "draw the sample of the legend in the colour of the bars" };
      report({ message: "other", span: bar.span, values, repair });
    }
  },
});

/** A small shape outside of the bars, with words right behind it. */
function isSample({ elements }: Form, { element, page, bounds }: FormShape, texts: readonly ReadText[]): boolean {
  if (element === null || !SAMPLES.has(elements[element]?.keyword ?? "")) return false;
  for (let at: number | null = element; at !== null; at = elements[at]?.parent ?? null) {
    if (elements[at]?.keyword === "gantt" || elements[at]?.keyword === "chart") return false;
  }
  if (bounds.bottomEmu - bounds.topEmu > SAMPLE_HEIGHT_MAX_EMU) return false;
  return texts.some(({ page: own, bounds: words, text }) => {
    const gapEmu = words.leftEmu - bounds.rightEmu;
    const isBeside = words.topEmu < bounds.bottomEmu && bounds.topEmu < words.bottomEmu;
    return own === page && isBeside && gapEmu >= -EMU_PER_MM && gapEmu <= GAP_MAX_EMU && text.trim() !== "";
  });
}

function areSame(one: string, other: string): boolean {
  return [1, 3, 5].every((at) => {
    const [own, its] = [one, other].map((color) => Number.parseInt(color.slice(at, at + 2), 16));
    return Math.abs((own ?? 0) - (its ?? 0)) <= SAME_SHADE_MAX;
  });
}
