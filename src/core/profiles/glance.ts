// One look at the pages of a record → the letters of the elements that settlements ask for.
import type { Form, FormRun, FormValue, RecordGlance } from "../sdk/index.ts";
import type { DrawnPage } from "./pages.ts";
import { plainValues, type ReadRecord } from "./values.ts";

/** Elements that are looked at, by where they start in the source. */
export class WatchedElements {
  readonly size: number;
  /** Places among the watched by the start of an element, and by its number. */
  readonly #byStart = new Map<number, number>();
  readonly #byElement: readonly number[];

  constructor({ elements }: Pick<Form, "elements">, watched: ReadonlySet<number>) {
    const places: number[] = [];
    for (const { index, span } of elements) {
      places.push(watched.has(index) ? this.#byStart.size : NOWHERE);
      if (watched.has(index)) this.#byStart.set(span.start, this.#byStart.size);
    }
    this.#byElement = places;
    this.size = this.#byStart.size;
  }

  placeOf(element: number): number {
    return this.#byElement[element] ?? NOWHERE;
  }

  /** By watched element: where its letters stand among the items of a page. */
  itemsOn({ page: { items } }: DrawnPage): readonly (readonly number[] | undefined)[] {
    const places = new Array<number[] | undefined>(this.size);
    for (let at = 0; at < items.length; at += 1) {
      const item = items[at];
      if (item?.kind !== "glyphs") continue;
      const place = this.#byStart.get(item.span[0]);
      if (place === undefined) continue;
      const known = places[place];
      if (known === undefined) places[place] = [at];
      else known.push(at);
    }
    return places;
  }
}

const NOWHERE = -1;

/** What settlements see of a record. Letters are objects when they are asked for. */
export class DrawnGlance implements RecordGlance {
  readonly #watched: WatchedElements;
  readonly #pages: readonly DrawnPage[];
  readonly #items: readonly (readonly (readonly number[] | undefined)[])[];
  readonly #record: ReadRecord;
  readonly #values = new Map<string, readonly FormValue["value"][]>();

  constructor(watched: WatchedElements, pages: readonly DrawnPage[], record: ReadRecord) {
    this.#watched = watched;
    this.#pages = pages;
    this.#items = pages.map((page) => watched.itemsOn(page));
    this.#record = record;
  }

  values(role: string): readonly FormValue["value"][] {
    const known = this.#values.get(role);
    if (known !== undefined) return known;
    const values = plainValues(this.#record, role);
    this.#values.set(role, values);
    return values;
  }

  some(element: number, areSuch: (run: FormRun) => boolean): boolean {
    const place = this.#watched.placeOf(element);
    if (place === NOWHERE) throw new Error("a settlement names the elements that it looks at");
    return this.#pages.some((page, at) => {
      const places = this.#items[at]?.[place];
      return places?.some((index) => isSuch(page, index, areSuch)) === true;
    });
  }
}

function isSuch(page: DrawnPage, index: number, areSuch: (run: FormRun) => boolean): boolean {
  const item = page.page.items[index];
  return item?.kind === "glyphs" && item.run.text.trim() !== "" && areSuch(page.runOf(item, index));
}
