// Laid-out pages → what rules see of them: letters with what they show, on what ground, and shapes by their bounds.
import type { Color } from "../canvas/index.ts";
import { contrastOf, overPaper, PAPER } from "../gate/index.ts";
import {
  type FillItem,
  type GlyphRunItem,
  type ImageItem,
  inkOf,
  type Page,
  type PageDocument,
  type PlacedItem,
  type Rectangle,
} from "../layout/index.ts";
import type { Form, FormPage, FormRun, FormRunSource, FormShape } from "../sdk/index.ts";

/** Elements by where they start, and the texts that each writes as they are drawn. */
export interface ElementPlaces {
  readonly indexes: ReadonlyMap<number, number>;
  readonly fixed: readonly (readonly string[])[];
  /** Roles of fields and lets by their declared paths. */
  readonly roles: ReadonlyMap<string, string>;
}

export function elementPlaces({ elements, declarations }: Pick<Form, "elements" | "declarations">): ElementPlaces {
  return {
    indexes: new Map(elements.map(({ index, span }) => [span.start, index])),
    fixed: elements.map(({ texts }) =>
      texts.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "fixed" ? [part.text] : []))),
    ),
    roles: new Map(declarations.flatMap(({ path, role }) => (role === null ? [] : [[path, role]]))),
  };
}

/** `count` pages from the index `first` on. */
export function formPages(
  document: Pick<PageDocument, "pages" | "images">,
  first: number,
  count: number,
  places: ElementPlaces,
): readonly FormPage[] {
  return document.pages.slice(first, first + count).map((page, at) => formPage(document, page, at + 1, places));
}

function formPage(
  { images }: Pick<PageDocument, "images">,
  page: Page,
  number: number,
  places: ElementPlaces,
): FormPage {
  const { widthEmu, heightEmu, items } = page;
  const runs: FormRun[] = [];
  const shapes: FormShape[] = [];
  const covered = coveredRuns(items, images);
  const fills: FillItem[] = [];
  for (const item of items) {
    const element = places.indexes.get(item.span[0]) ?? null;
    if (item.kind === "fill") fills.push(item);
    if (item.kind === "glyphs") {
      const run = formRun(item, element, number, page, fills, covered, places);
      if (run !== null) runs.push(run);
    } else shapes.push(formShape(item, element, number));
  }
  return { number, widthEmu, heightEmu, runs, shapes };
}

function formRun(
  item: GlyphRunItem,
  element: number | null,
  number: number,
  page: Page,
  fills: readonly FillItem[],
  covered: ReadonlySet<PlacedItem>,
  places: ElementPlaces,
): FormRun | null {
  const bounds = inkOf(item);
  if (bounds === null) return null;
  const ground = groundBelow(bounds, fills);
  const color = blend(item.color, ground);
  const { text, direction, font } = item.run;
  return {
    text,
    sources: sourcesOf(item, element === null ? [] : (places.fixed[element] ?? []), places),
    element,
    page: number,
    bounds,
    sizeEmu: item.sizeEmu,
    scaleThousandths: item.scaleThousandths,
    family: font.family,
    isVertical: direction === "vertical",
    isRuby: item.isRuby === true,
    color: hex(color),
    ground: hex(ground),
    contrast: Math.round(contrastOf(color, ground) * 100) / 100,
    isOffPage: isOutside(bounds, page),
    isCovered: covered.has(item),
  };
}

function sourcesOf({ run, sources }: GlyphRunItem, fixed: readonly string[], places: ElementPlaces) {
  return sources.map(({ start, end, path, computed, role }): FormRunSource => {
    const text = run.text.slice(start, end);
    const shown = path ?? computed ?? null;
    const isFixed = shown === null && fixed.some((own) => own.includes(text));
    return { start, end, text, path: shown, role: roleOf(shown, places) ?? role, isFixed };
  });
}

/** What shows a value bears the role of that value, before that of the element which it stands in. */
function roleOf(path: string | null, { roles }: ElementPlaces): string | null {
  return path === null ? null : (roles.get(path.replaceAll(/\[\d+\]/g, "[]")) ?? null);
}

function formShape(item: Exclude<PlacedItem, GlyphRunItem>, element: number | null, page: number): FormShape {
  const bounds = item.kind === "link" ? item.rectangle : (inkOf(item) ?? NOWHERE);
  return {
    kind: item.kind,
    element,
    page,
    bounds,
    color: item.kind === "fill" || item.kind === "stroke" ? hex(overPaper(item.color)) : null,
    widthEmu: item.kind === "stroke" ? item.widthEmu : null,
  };
}

const NOWHERE: Rectangle = { leftEmu: 0, topEmu: 0, rightEmu: 0, bottomEmu: 0 };

/** An alpha from which nothing shows through. */
const OPAQUE_MIN = 250;

/** Runs whose middle lies under a fill or a photograph that is painted later. A PNG may well be transparent there. */
function coveredRuns(items: readonly PlacedItem[], images: PageDocument["images"]): ReadonlySet<PlacedItem> {
  const covers: Rectangle[] = [];
  const covered = new Set<PlacedItem>();
  for (let index = items.length - 1; index >= 0; index--) {
    const item = items[index];
    if (item === undefined) continue;
    if (item.kind === "fill" && item.shape.kind === "rectangle" && item.color[3] >= OPAQUE_MIN) {
      covers.push(item.shape.rectangle);
    } else if (item.kind === "image" && isPhotograph(item, images)) covers.push(item.clip ?? item.rectangle);
    else if (item.kind === "glyphs" && covers.length > 0) {
      const bounds = inkOf(item);
      if (bounds !== null && covers.some((cover) => holdsMiddle(cover, bounds))) covered.add(item);
    }
  }
  return covered;
}

function isPhotograph({ image, alpha }: ImageItem, images: PageDocument["images"]): boolean {
  return images[image]?.format === "jpeg" && (alpha ?? 255) >= OPAQUE_MIN;
}

/** The topmost fill below the middle, on paper. */
function groundBelow(bounds: Rectangle, fills: readonly FillItem[]): Color {
  for (let index = fills.length - 1; index >= 0; index--) {
    const fill = fills[index];
    if (fill?.shape.kind === "rectangle" && holdsMiddle(fill.shape.rectangle, bounds)) return overPaper(fill.color);
  }
  return PAPER;
}

function holdsMiddle(outer: Rectangle, { leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle): boolean {
  const x = (leftEmu + rightEmu) / 2;
  const y = (topEmu + bottomEmu) / 2;
  return x >= outer.leftEmu && x <= outer.rightEmu && y >= outer.topEmu && y <= outer.bottomEmu;
}

function isOutside({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle, { widthEmu, heightEmu }: Page): boolean {
  return rightEmu <= 0 || bottomEmu <= 0 || leftEmu >= widthEmu || topEmu >= heightEmu;
}

function blend(color: Color, ground: Color): Color {
  const alpha = color[3] / 255;
  const mix = (index: 0 | 1 | 2) => color[index] * alpha + ground[index] * (1 - alpha);
  return [mix(0), mix(1), mix(2), 255];
}

function hex([red, green, blue]: Color): string {
  const two = (channel: number) => Math.round(channel).toString(16).padStart(2, "0");
  return `#${two(red)}${two(green)}${two(blue)}`;
}
