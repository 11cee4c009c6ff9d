// One record as it is drawn → what rules see of it, each part made when a rule asks for it.
import type { CanvasRecordSource } from "../canvas/index.ts";
import type { Evaluation } from "../expression/index.ts";
import type { Page, PageDocument } from "../layout/index.ts";
import type { AsOf, Form, FormFinding, FormIndex, FormPage, RecordGlance } from "../sdk/index.ts";
import type { DeclaredForm } from "./declared.ts";
import { RecordIndex } from "./form-index.ts";
import { DrawnGlance, type WatchedElements } from "./glance.ts";
import { type DrawnPage, type ElementPlaces, formPages, plainPages } from "./pages.ts";
import { type ReadRecord, type RecordValues, recordValues } from "./values.ts";

/** What a form is for one record of its data. */
export type RecordFacts = Pick<Form, "record" | "values" | "entries" | "pages" | "copies" | "findings" | "index"> & {
  /** One look at some elements' letters, where layout found nothing of the record; null where it did. */
  readonly glance?: (watched: WatchedElements) => RecordGlance | null;
};

/** A record that was laid out. */
export interface LaidOutRecord {
  readonly declared: DeclaredForm;
  readonly places: ElementPlaces;
  readonly record: Form["record"];
  readonly evaluation: Evaluation;
  readonly recordSource: CanvasRecordSource | undefined;
  /** Of its first copy. */
  readonly pages: readonly Page[];
  readonly images: PageDocument["images"];
  readonly copies: readonly string[];
  /** Asked once, where a rule wants to know. */
  readonly findings: () => readonly FormFinding[];
  /** Whether layout found nothing of it. */
  readonly isWhole: () => boolean;
  /** The pages as they are with what their texts show; left out: `pages` tell it. */
  readonly withSources?: () => Pick<LaidOutRecord, "pages" | "images">;
}

/**
 * Profiles of the processor showed where judging a list takes its time: in the collector, while verdicts kept pages
 * alive; in hashing paths that are put together anew; and in reading the source again for each record. Whoever adds to
 * what rules see makes it lazily, keeps nothing of a record behind its verdict, and reads the source once.
 *
 * At one file each, rules run once in some milliseconds of other work, and twice as long as the same rules in a loop:
 * what they touch is out of the processor's caches by then, code as well as data. Less code on the way helps more there
 * than a faster loop does.
 */
export class DrawnFacts implements RecordFacts {
  readonly #of: LaidOutRecord;
  #read: RecordValues | null = null;
  #pages: readonly DrawnPage[] | null = null;
  #index: FormIndex | null = null;
  #findings: readonly FormFinding[] | null = null;

  constructor(of: LaidOutRecord) {
    this.#of = of;
  }

  get record(): Form["record"] {
    return this.#of.record;
  }
  get copies(): readonly string[] {
    return this.#of.copies;
  }
  get values(): Form["values"] {
    return this.#all().values;
  }
  get entries(): Form["entries"] {
    return this.#all().entries;
  }
  get pages(): readonly FormPage[] {
    return this.#drawnPages();
  }
  get index(): FormIndex {
    this.#index ??= new RecordIndex(this.#record, () => this.#drawnPages(), this.#of.places);
    return this.#index;
  }
  get findings(): readonly FormFinding[] {
    this.#findings ??= this.#of.findings();
    return this.#findings;
  }

  glance(watched: WatchedElements): RecordGlance | null {
    if (!this.#of.isWhole()) return null;
    const { pages, images, places, withSources } = this.#of;
    const drawn = withSources === undefined ? this.#drawnPages() : formPages(pages, images, places);
    return new DrawnGlance(watched, drawn, this.#record);
  }

  #drawnPages(): readonly DrawnPage[] {
    if (this.#pages !== null) return this.#pages;
    const { pages, images } = this.#of.withSources?.() ?? this.#of;
    this.#pages = formPages(pages, images, this.#of.places);
    return this.#pages;
  }

  get #record(): ReadRecord {
    const { declared, evaluation, recordSource, record } = this.#of;
    return { declarations: declared.declarations, evaluation, recordSource, index: record.number - 1 };
  }

  #all(): RecordValues {
    this.#read ??= recordValues(this.#record);
    return this.#read;
  }
}

/** The same as plain values, which can travel to another thread. */
export function plainFacts({ record, values, entries, pages, copies, findings }: RecordFacts): RecordFacts {
  return { record, values, entries, pages: plainPages(pages), copies, findings };
}

/** A form for one record, whose parts are made when a rule asks for them. */
export class DrawnFormOfRecord implements Form {
  readonly #declared: DeclaredForm;
  readonly #facts: RecordFacts;
  readonly data: Form["data"];
  readonly kinds: readonly string[];
  readonly asOf: AsOf;
  readonly index?: FormIndex;

  constructor(declared: DeclaredForm, facts: RecordFacts, judged: Pick<Form, "data" | "kinds" | "asOf">) {
    this.#declared = declared;
    this.#facts = facts;
    this.data = judged.data;
    this.kinds = judged.kinds;
    this.asOf = judged.asOf;
    if (facts.index !== undefined) this.index = facts.index;
    Object.freeze(this);
  }

  get source(): string {
    return this.#declared.source;
  }
  get document(): Form["document"] {
    return this.#declared.document;
  }
  get declarations(): Form["declarations"] {
    return this.#declared.declarations;
  }
  get formulas(): Form["formulas"] {
    return this.#declared.formulas;
  }
  get elements(): Form["elements"] {
    return this.#declared.elements;
  }
  get record(): Form["record"] {
    return this.#facts.record;
  }
  get values(): Form["values"] {
    return this.#facts.values;
  }
  get entries(): Form["entries"] {
    return this.#facts.entries;
  }
  get pages(): Form["pages"] {
    return this.#facts.pages;
  }
  get copies(): Form["copies"] {
    return this.#facts.copies;
  }
  get findings(): Form["findings"] {
    return this.#facts.findings;
  }
}
