// Laid-out pages → what rules see of them: letters with what they show, on what ground, and shapes by their bounds.
// Each part is made when somebody asks for it, because most rules ask for little of a page.
import type { Color } from "../canvas/index.ts";
import { contrastOf, overPaper, PAPER } from "../gate/index.ts";
import {
  type FillItem,
  type GlyphRunItem,
  glyphInk,
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
  /** The role of the field or let that a data path is of; null for none. */
  roleOf(path: string): string | null;
  /** What fixed words show, by their sources, which layout has once for all records. */
  readonly written: WeakMap<GlyphRunItem["sources"], WrittenWords>;
}

/** Fixed words of an element. */
interface WrittenWords {
  readonly element: number | null;
  readonly text: string;
  readonly sources: readonly FormRunSource[];
}

/** Paths of data whose roles are remembered: those of a long list. */
const PATHS_KEPT_MAX = 20_000;

export function elementPlaces({ elements, declarations }: Pick<Form, "elements" | "declarations">): ElementPlaces {
  const roles = new Map(declarations.flatMap(({ path, role }) => (role === null ? [] : [[path, role] as const])));
  const known = new Map<string, string | null>();
  return {
    indexes: new Map(elements.map(({ index, span }) => [span.start, index])),
    fixed: elements.map(({ texts }) =>
      texts.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "fixed" ? [part.text] : []))),
    ),
    written: new WeakMap(),
    roleOf(path) {
      const before = known.get(path);
      if (before !== undefined) return before;
      const role = roles.get(path.replaceAll(/\[\d+\]/g, "[]")) ?? null;
      if (known.size >= PATHS_KEPT_MAX) known.clear();
      known.set(path, role);
      return role;
    },
  };
}

/** The pages of one record. */
export function formPages(
  pages: readonly Page[],
  images: PageDocument["images"],
  places: ElementPlaces,
): readonly FormPage[] {
  return pages.map((page, at) => new DrawnPage(page, images, at + 1, places));
}

/** The same as plain values, which can travel to another thread. */
export function plainPages(pages: readonly FormPage[]): readonly FormPage[] {
  return pages.map(({ number, widthEmu, heightEmu, runs, shapes }) => ({
    ...{ number, widthEmu, heightEmu, shapes },
    runs: runs.map(plainRun),
  }));
}

function plainRun(run: FormRun): FormRun {
  const { text, sources, element, page, bounds, sizeEmu, scaleThousandths, family } = run;
  const { isVertical, isRuby, color, ground, contrast, isOffPage, isCovered } = run;
  const shown = { text, sources, element, page, bounds, sizeEmu, scaleThousandths, family };
  return { ...shown, isVertical, isRuby, color, ground, contrast, isOffPage, isCovered };
}

class DrawnPage implements FormPage {
  readonly number: number;
  readonly widthEmu: number;
  readonly heightEmu: number;
  readonly page: Page;
  readonly places: ElementPlaces;
  readonly #images: PageDocument["images"];
  #runs: readonly FormRun[] | null = null;
  #shapes: readonly FormShape[] | null = null;
  #covers: readonly Cover[] | null = null;
  #fills: readonly PlacedFill[] | null = null;

  constructor(page: Page, images: PageDocument["images"], number: number, places: ElementPlaces) {
    this.page = page;
    this.number = number;
    this.widthEmu = page.widthEmu;
    this.heightEmu = page.heightEmu;
    this.places = places;
    this.#images = images;
  }

  get runs(): readonly FormRun[] {
    this.#runs ??= Object.freeze(this.#drawnRuns());
    return this.#runs;
  }

  #drawnRuns(): FormRun[] {
    const runs: FormRun[] = [];
    const { items } = this.page;
    for (let at = 0; at < items.length; at += 1) {
      const item = items[at];
      if (item?.kind !== "glyphs" || item.run.text.trim() === "") continue;
      runs.push(new DrawnRun(item, at, this.places.indexes.get(item.span[0]) ?? null, this));
    }
    return runs;
  }

  get shapes(): readonly FormShape[] {
    this.#shapes ??= this.page.items.flatMap((item) =>
      item.kind === "glyphs" ? [] : [formShape(item, this.places.indexes.get(item.span[0]) ?? null, this.number)],
    );
    return this.#shapes;
  }

  /** The topmost fill below the middle of what is painted at a place, on paper. */
  groundOf(bounds: Rectangle, place: number): Color {
    this.#fills ??= this.page.items.flatMap((item, at) => (item.kind === "fill" ? [{ item, at }] : []));
    for (let index = this.#fills.length - 1; index >= 0; index--) {
      const fill = this.#fills[index];
      if (fill === undefined || fill.at > place) continue;
      const { shape, color } = fill.item;
      if (shape.kind === "rectangle" && holdsMiddle(shape.rectangle, bounds)) return color;
    }
    return PAPER;
  }

  /** Whether its middle lies under a fill or photograph that is painted later. A PNG may well be transparent there. */
  isCovered(bounds: Rectangle, place: number): boolean {
    this.#covers ??= coversOf(this.page.items, this.#images);
    for (let index = this.#covers.length - 1; index >= 0; index--) {
      const cover = this.#covers[index];
      if (cover === undefined || cover.at <= place) return false;
      if (holdsMiddle(cover.rectangle, bounds)) return true;
    }
    return false;
  }
}

interface PlacedFill {
  readonly item: FillItem;
  readonly at: number;
}

class DrawnRun implements FormRun {
  readonly #item: GlyphRunItem;
  /** Its place in paint order. */
  readonly #at: number;
  readonly #page: DrawnPage;
  readonly element: number | null;
  #sources: readonly FormRunSource[] | null = null;
  #bounds: Rectangle | null = null;
  #look: Look | null = null;

  constructor(item: GlyphRunItem, at: number, element: number | null, page: DrawnPage) {
    this.#item = item;
    this.#at = at;
    this.element = element;
    this.#page = page;
  }

  get text(): string {
    return this.#item.run.text;
  }
  get sources(): readonly FormRunSource[] {
    this.#sources ??= sourcesOf(this.#item, this.element, this.#page.places);
    return this.#sources;
  }
  get page(): number {
    return this.#page.number;
  }
  get bounds(): Rectangle {
    this.#bounds ??= glyphInk(this.#item);
    return this.#bounds;
  }
  get sizeEmu(): number {
    return this.#item.sizeEmu;
  }
  get scaleThousandths(): number {
    return this.#item.scaleThousandths;
  }
  get family(): string {
    return this.#item.run.font.family;
  }
  get isVertical(): boolean {
    return this.#item.run.direction === "vertical";
  }
  get isRuby(): boolean {
    return this.#item.isRuby === true;
  }
  get color(): string {
    return this.#seen().color;
  }
  get ground(): string {
    return this.#seen().ground;
  }
  get contrast(): number {
    return this.#seen().contrast;
  }
  get isOffPage(): boolean {
    return isOutside(this.bounds, this.#page);
  }
  get isCovered(): boolean {
    return this.#page.isCovered(this.bounds, this.#at);
  }

  #seen(): Look {
    this.#look ??= lookOf(this.#item.color, this.#page.groundOf(this.bounds, this.#at));
    return this.#look;
  }
}

/** A colour as it looks on its ground. */
interface Look {
  readonly color: string;
  readonly ground: string;
  readonly contrast: number;
}

/** The colours of a form are few, and the same ones page after page. */
const LOOKS = new WeakMap<Color, WeakMap<Color, Look>>();
/** Most runs look as the one before them. */
let lookLast: { readonly color: Color; readonly below: Color; readonly look: Look } | null = null;

function lookOf(color: Color, below: Color): Look {
  if (lookLast?.color === color && lookLast.below === below) return lookLast.look;
  const known = LOOKS.get(color) ?? new WeakMap<Color, Look>();
  const look = known.get(below) ?? newLook(color, below);
  LOOKS.set(color, known.set(below, look));
  lookLast = { color, below, look };
  return look;
}

function newLook(color: Color, below: Color): Look {
  const ground = overPaper(below);
  const own = blend(color, ground);
  return { color: hex(own), ground: hex(ground), contrast: Math.round(contrastOf(own, ground) * 100) / 100 };
}

function sourcesOf(item: GlyphRunItem, element: number | null, places: ElementPlaces): readonly FormRunSource[] {
  if (!item.isStatic) return newSources(item, element, places);
  const { text } = item.run;
  const known = places.written.get(item.sources);
  if (known !== undefined && known.element === element && known.text === text) return known.sources;
  const sources = Object.freeze(newSources(item, element, places).map(Object.freeze)) as readonly FormRunSource[];
  places.written.set(item.sources, { element, text, sources });
  return sources;
}

function newSources(
  { run, sources }: GlyphRunItem,
  element: number | null,
  places: ElementPlaces,
): readonly FormRunSource[] {
  const found: FormRunSource[] = [];
  for (const { start, end, path: read, computed, role: ofElement } of sources) {
    const path = read ?? computed ?? null;
    const text = start === 0 && end === run.text.length ? run.text : run.text.slice(start, end);
    // What shows a value bears the role of that value, before that of the element which it stands in.
    if (path !== null) found.push({ start, end, text, path, role: places.roleOf(path) ?? ofElement, isFixed: false });
    else found.push({ start, end, text, path, role: ofElement, isFixed: isFixedIn(places, element, text) });
  }
  return found;
}

function isFixedIn({ fixed }: ElementPlaces, element: number | null, text: string): boolean {
  const own = element === null ? undefined : fixed[element];
  return own?.some((words) => words.includes(text)) ?? false;
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

/** What hides whatever was painted before it. */
interface Cover {
  readonly rectangle: Rectangle;
  readonly at: number;
}

function coversOf(items: readonly PlacedItem[], images: PageDocument["images"]): readonly Cover[] {
  return items.flatMap((item, at): readonly Cover[] => {
    if (item.kind === "fill" && item.shape.kind === "rectangle" && item.color[3] >= OPAQUE_MIN) {
      return [{ rectangle: item.shape.rectangle, at }];
    }
    if (item.kind === "image" && isPhotograph(item, images)) return [{ rectangle: item.clip ?? item.rectangle, at }];
    return [];
  });
}

function isPhotograph({ image, alpha }: ImageItem, images: PageDocument["images"]): boolean {
  return images[image]?.format === "jpeg" && (alpha ?? 255) >= OPAQUE_MIN;
}

function holdsMiddle(outer: Rectangle, { leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle): boolean {
  const x = (leftEmu + rightEmu) / 2;
  const y = (topEmu + bottomEmu) / 2;
  return x >= outer.leftEmu && x <= outer.rightEmu && y >= outer.topEmu && y <= outer.bottomEmu;
}

function isOutside({ leftEmu, topEmu, rightEmu, bottomEmu }: Rectangle, { widthEmu, heightEmu }: FormPage): boolean {
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
