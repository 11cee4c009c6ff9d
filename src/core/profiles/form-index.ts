// One record as it is drawn → its values and texts by role, and its runs by element, each looked for when a rule asks.
import type { GlyphRunItem } from "../layout/index.ts";
import type { DrawnText, FormIndex, FormRun, FormRunSource, FormValue } from "../sdk/index.ts";
import type { DrawnPage, ElementPlaces } from "./pages.ts";
import { type ReadRecord, valuesWithRole } from "./values.ts";

/**
 * Finds parts of a record. A rule that asks for a total makes no object for the hundreds of letters and values that are
 * no total: most of what judging a record costs is what it leaves to the collector.
 */
export class RecordIndex implements FormIndex {
  readonly #record: ReadRecord;
  readonly #pagesOf: () => readonly DrawnPage[];
  readonly #places: ElementPlaces;
  readonly #values = new Map<string, readonly FormValue[]>();
  #texts: ReadonlyMap<string, readonly DrawnText[]> | null = null;

  constructor(record: ReadRecord, pagesOf: () => readonly DrawnPage[], places: ElementPlaces) {
    this.#record = record;
    this.#pagesOf = pagesOf;
    this.#places = places;
  }

  values(role: string): readonly FormValue[] {
    const known = this.#values.get(role);
    if (known !== undefined) return known;
    const found = valuesWithRole(this.#record, role);
    this.#values.set(role, found);
    return found;
  }

  drawn(role: string): readonly DrawnText[] {
    this.#texts ??= textsByRole(this.#pagesOf());
    return this.#texts.get(role) ?? NO_TEXTS;
  }

  runs(element: number): readonly FormRun[] {
    const found: FormRun[] = [];
    const start = this.#places.startOf(element);
    if (start === null) return found;
    for (const page of this.#pagesOf()) {
      const { items } = page.page;
      for (let at = 0; at < items.length; at += 1) {
        const item = items[at];
        if (item?.kind !== "glyphs" || item.span[0] !== start) continue;
        if (item.run.text.trim() !== "") found.push(page.runOf(item, at));
      }
    }
    return found;
  }
}

const NO_TEXTS: readonly DrawnText[] = [];

/** Texts by their own roles and those of their elements, page by page in paint order. */
function textsByRole(pages: readonly DrawnPage[]): ReadonlyMap<string, readonly DrawnText[]> {
  const found = new Map<string, DrawnText[]>();
  for (const page of pages) {
    const { items } = page.page;
    for (let at = 0; at < items.length; at += 1) {
      const item = items[at];
      if (item?.kind === "glyphs") addTexts(found, item, at, page);
    }
  }
  return found;
}

function addTexts(found: Map<string, DrawnText[]>, item: GlyphRunItem, at: number, page: DrawnPage): void {
  const { places } = page;
  const ofElement = places.roleAt(item.span[0]);
  const { sources } = item;
  for (let index = 0; index < sources.length; index += 1) {
    const source = sources[index];
    const own = source === undefined ? null : places.roleOfSource(source, item);
    if (own === null && ofElement === null) continue;
    // Blank letters are no text.
    if (item.run.text.trim() === "") return;
    const text = new TextOfRun(item, at, page, index);
    if (ofElement !== null) addTo(found, ofElement, text);
    if (own !== null && own !== ofElement) addTo(found, own, text);
  }
}

function addTo(found: Map<string, DrawnText[]>, role: string, text: DrawnText): void {
  const known = found.get(role);
  if (known === undefined) found.set(role, [text]);
  else known.push(text);
}

/** What a run shows at one place; neither is made before somebody asks for it. */
class TextOfRun implements DrawnText {
  readonly #item: GlyphRunItem;
  readonly #at: number;
  readonly #page: DrawnPage;
  readonly #index: number;
  #run: FormRun | null = null;
  #source: FormRunSource | null = null;

  constructor(item: GlyphRunItem, at: number, page: DrawnPage, index: number) {
    this.#item = item;
    this.#at = at;
    this.#page = page;
    this.#index = index;
  }

  get run(): FormRun {
    this.#run ??= this.#page.runOf(this.#item, this.#at);
    return this.#run;
  }

  get source(): FormRunSource {
    this.#source ??= this.#page.sourceOf(this.#item, this.#index);
    return this.#source;
  }
}
