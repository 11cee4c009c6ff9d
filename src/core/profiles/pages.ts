// Laid-out pages → what rules see of them: letters with what they show, on what ground, and shapes by their bounds.
// Each part is made when somebody asks for it, because most rules ask for little of a page.
import type { Color } from "../canvas/index.ts";
import { contrastOf, overPaper, PAPER } from "../gate/index.ts";
import {
  type GlyphRunItem,
  glyphInk,
  type ImageItem,
  inkOf,
  type Page,
  type PageDocument,
  type PlacedItem,
  type Rectangle,
} from "../layout/index.ts";
import { type Form, type FormPage, type FormRun, type FormRunSource, type FormShape, nameTold } from "../sdk/index.ts";

/** Elements by where they start, and the texts that each writes as they are drawn. */
export interface ElementPlaces {
  readonly indexes: ReadonlyMap<number, number>;
  readonly fixed: readonly (readonly string[])[];
  /** Where an element starts; null for one that does not stand in the source. */
  startOf(element: number): number | null;
  /** The role of the element that starts there; null for none. */
  roleAt(start: number): string | null;
  /** The role of what is shown: that of the value, before that of the element which it stands in. */
  roleOfSource(source: GlyphRunItem["sources"][number], item: GlyphRunItem): string | null;
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
  const roleOf = (path: string): string | null => {
    const before = known.get(path);
    if (before !== undefined) return before;
    const role = roles.get(path.replaceAll(/\[\d+\]/g, "[]")) ?? null;
    if (known.size >= PATHS_KEPT_MAX) known.clear();
    known.set(path, role);
    return role;
  };
  const told = toldRoles(elements, (path) => roles.get(path) ?? null);
  const indexes = new Map(elements.map(({ index, span }) => [span.start, index]));
  const starts = new Map([...indexes].map(([start, index]) => [index, start]));
  const ofElements = new Map([...indexes].map(([start, index]) => [start, elements[index]?.role ?? null]));
  return {
    indexes,
    fixed: elements.map(({ texts }) =>
      texts.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "fixed" ? [part.text] : []))),
    ),
    written: new WeakMap(),
    startOf: (element) => starts.get(element) ?? null,
    roleAt: (start) => ofElements.get(start) ?? null,
    roleOfSource({ path, computed, role, start, end }, { span, run }) {
      const read = path ?? computed;
      if (read !== undefined && read !== null) return roleOf(read) ?? role;
      return role ?? told.get(span[0])?.(run.text.slice(start, end)) ?? null;
    },
  };
}

type RoleOfWord = (text: string) => string | null;

/** By the start of an element, the roles of what it tells by words of its own: 合 and 否 of `if(.pass, '合', '否')`. */
function toldRoles(
  elements: Form["elements"],
  roleOf: (path: string) => string | null,
): ReadonlyMap<number, RoleOfWord> {
  const found = new Map<number, RoleOfWord>();
  for (const { span, texts } of elements) {
    const parts = texts.flatMap((text) => text.parts);
    const names = parts.flatMap((part) => (part.kind === "fixed" ? [] : (nameTold(part.expression, roleOf) ?? [])));
    if (names.length === 0) continue;
    const isFixed = (text: string) => parts.some((part) => part.kind === "fixed" && part.text.includes(text));
    found.set(span.start, (text) => {
      const name = isFixed(text) ? undefined : names.find(({ words }) => words.some((word) => word.includes(text)));
      return name === undefined ? null : roleOf(name.path);
    });
  }
  return found;
}

/** The pages of one record. */
export function formPages(
  pages: readonly Page[],
  images: PageDocument["images"],
  places: ElementPlaces,
): readonly DrawnPage[] {
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

/** A page as rules see it. */
export class DrawnPage implements FormPage {
  readonly number: number;
  readonly widthEmu: number;
  readonly heightEmu: number;
  readonly page: Page;
  readonly places: ElementPlaces;
  readonly #images: PageDocument["images"];
  #runs: readonly FormRun[] | null = null;
  #shapes: readonly FormShape[] | null = null;
  #groundsFound: Grounds | null = null;

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
      if (item?.kind === "glyphs" && item.run.text.trim() !== "") runs.push(this.runOf(item, at));
    }
    return runs;
  }

  /** The run of an item at its place in paint order. */
  runOf(item: GlyphRunItem, at: number): FormRun {
    return new DrawnRun(item, at, this.#elementOf(item), this);
  }

  /** One of the sources of its run. */
  sourceOf(item: GlyphRunItem, index: number): FormRunSource {
    const element = this.#elementOf(item);
    const source = item.sources[index];
    if (source === undefined) throw new Error("a run shows what layout says that it shows");
    if (!item.isStatic) return sourceOf(source, item, element, this.places);
    return sourcesOf(item, element, this.places)[index] ?? sourceOf(source, item, element, this.places);
  }

  #elementOf({ span }: GlyphRunItem): number | null {
    return this.places.indexes.get(span[0]) ?? null;
  }

  get shapes(): readonly FormShape[] {
    this.#shapes ??= this.page.items.flatMap((item) =>
      item.kind === "glyphs" ? [] : [formShape(item, this.places.indexes.get(item.span[0]) ?? null, this.number)],
    );
    return this.#shapes;
  }

  /** The topmost fill below the middle of what is painted at a place, on paper. */
  groundOf(bounds: Rectangle, place: number): Color {
    const { items } = this.page;
    const { fills } = this.#grounds();
    for (let index = fills.length - 1; index >= 0; index--) {
      const at = fills[index] ?? 0;
      const item = items[at];
      if (at > place || item?.kind !== "fill" || item.shape.kind !== "rectangle") continue;
      if (holdsMiddle(item.shape.rectangle, bounds)) return item.color;
    }
    return PAPER;
  }

  /** Both by one look at the page. */
  #grounds(): Grounds {
    if (this.#groundsFound !== null) return this.#groundsFound;
    const { items } = this.page;
    const fills: number[] = [];
    const covers: number[] = [];
    for (let at = 0; at < items.length; at += 1) {
      const item = items[at];
      if (item === undefined || (item.kind !== "fill" && item.kind !== "image")) continue;
      if (item.kind === "fill" && item.shape.kind === "rectangle") fills.push(at);
      if (coverOf(item, this.#images) !== null) covers.push(at);
    }
    this.#groundsFound = { fills, covers };
    return this.#groundsFound;
  }

  /** Whether its middle lies under a fill or photograph that is painted later. A PNG may well be transparent there. */
  isCovered(bounds: Rectangle, place: number): boolean {
    const { items } = this.page;
    const { covers } = this.#grounds();
    for (let index = covers.length - 1; index >= 0; index--) {
      const at = covers[index] ?? 0;
      if (at <= place) return false;
      const item = items[at];
      const cover = item === undefined ? null : coverOf(item, this.#images);
      if (cover !== null && holdsMiddle(cover, bounds)) return true;
    }
    return false;
  }
}

/** Where rectangles that are filled stand in paint order, and what hides whatever was painted before. */
interface Grounds {
  readonly fills: readonly number[];
  readonly covers: readonly number[];
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

function newSources(item: GlyphRunItem, element: number | null, places: ElementPlaces): readonly FormRunSource[] {
  return item.sources.map((source) => sourceOf(source, item, element, places));
}

function sourceOf(
  source: GlyphRunItem["sources"][number],
  item: GlyphRunItem,
  element: number | null,
  places: ElementPlaces,
): FormRunSource {
  const { run } = item;
  const { start, end } = source;
  const path = source.path ?? source.computed ?? null;
  const text = start === 0 && end === run.text.length ? run.text : run.text.slice(start, end);
  const isFixed = path === null && isFixedIn(places, element, text);
  return { start, end, text, path, role: places.roleOfSource(source, item), isFixed };
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

/** Where an item hides whatever was painted before it; null for one that hides nothing. */
function coverOf(item: PlacedItem, images: PageDocument["images"]): Rectangle | null {
  if (item.kind === "fill") {
    return item.shape.kind === "rectangle" && item.color[3] >= OPAQUE_MIN ? item.shape.rectangle : null;
  }
  return item.kind === "image" && isPhotograph(item, images) ? (item.clip ?? item.rectangle) : null;
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
