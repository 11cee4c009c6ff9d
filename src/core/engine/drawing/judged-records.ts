// The pages of a run of records, kept until its profiles have judged them, record by record.
import type { Canvas } from "../../canvas/index.ts";
import type { Diagnostic } from "../../diagnostics/index.ts";
import { type GeometryInPages, PageJudge, readsSources, toldOfPages } from "../../gate/index.ts";
import {
  type FoundInRecords,
  type LaidOutDocument,
  type LayoutOptions,
  layOut,
  type OpenDocument,
  type Page,
  type RecordPages,
  toldTogether,
} from "../../layout/index.ts";
import { type DrawnForm, type JudgedRecord, judgedRecord } from "../judging/index.ts";
import { type DrawnRecord, recordPath } from "../messages/index.ts";
import type { RecordRange, RunJob } from "./run-job.ts";

/** What profiles are asked of a run. */
interface BegunRun {
  /** Of each record. */
  readonly geometry: readonly GeometryInPages[];
  readonly findings: () => readonly Diagnostic[];
}

/** The records of one run, taken as they are drawn. */
export class DrawnRecords {
  readonly #job: RunJob;
  readonly #range: RecordRange;
  readonly #records: readonly DrawnRecord[];
  /** Pages that are not judged yet, and where the first of them stands in the run. */
  #pages: Page[] = [];
  #firstPage = 0;
  /** Copies of the record that is drawn. */
  #copies: RecordPages[] = [];
  readonly #found: FoundInRecords[] = [];
  readonly #geometry: GeometryInPages[] = [];
  readonly #drawn: JudgedRecord[] = [];
  readonly #findings: (() => readonly Diagnostic[])[] = [];
  #structure: OpenDocument["structure"] = [];
  #images: OpenDocument["images"] = [];

  constructor(job: RunJob, range: RecordRange, records: readonly DrawnRecord[]) {
    this.#job = job;
    this.#range = range;
    this.#records = records;
  }

  /** What layout is asked for. */
  get asked(): Pick<LayoutOptions, "foundByRecord" | "onRecord"> {
    const onRecord = (copy: RecordPages): void => this.#endCopy(copy);
    return this.#job.plan.count === 1 ? { onRecord } : { onRecord, foundByRecord: this.#found };
  }

  /** Whether the pages say what their texts show. */
  get saysSources(): boolean {
    const { profiles, loaded } = this.#job;
    return profiles?.needsSources === true || readsSources(loaded.canvas);
  }

  add({ structure, images }: OpenDocument, page: Page): void {
    this.#pages.push(page);
    this.#structure = structure;
    this.#images = images;
  }

  /** Begins to judge what is not judged yet. Of a run that has no room in its file nothing is told. */
  begin(laidOut: LaidOutDocument): BegunRun {
    const { profiles, plan } = this.#job;
    const isWhole = this.#geometry.length === this.#records.length;
    if (profiles === null || !isWhole) return { geometry: this.#geometry, findings: () => [] };
    if (plan.count === 1) this.#found.push(laidOut.found);
    const drawn = this.#printed();
    if (drawn.length > 0) this.#findings.push(profiles.begin(drawn));
    return { geometry: this.#geometry, findings: () => this.#findings.flatMap((findings) => findings()) };
  }

  #endCopy(copy: RecordPages): void {
    const at = this.#geometry.length;
    const record = this.#records[at];
    this.#copies.push(copy);
    if (record === undefined || this.#copies.length < record.layout.length) return;
    this.#endRecord(record, at);
    this.#firstPage += this.#pages.length;
    this.#pages = [];
    this.#copies = [];
  }

  #endRecord(record: DrawnRecord, at: number): void {
    const { loaded, plan, profiles } = this.#job;
    const { canvas } = loaded;
    const judge = new PageJudge(canvas);
    for (const page of this.#pages) judge.add(page, this.#structure);
    const geometry = judge.found();
    this.#geometry.push(geometry);
    const [first] = record.layout;
    const [place] = this.#copies;
    if (first === undefined || place === undefined) throw new Error("a record is drawn once at least");
    const copies = record.layout.length;
    const index = this.#range.from + at;
    const inSource = plan.isList ? null : recordPath(canvas, plan, index);
    const start = place.firstPage - this.#firstPage;
    const drawn: JudgedRecord = {
      ...{ index, evaluation: first.evaluation, images: this.#images },
      pages: this.#pages.slice(start, start + place.pages),
      found: () => [
        ...record.ownComputed(),
        ...toldTogether(this.#foundOf(at, copies)),
        ...toldOfPages(canvas, [geometry], () => inSource),
      ],
      isWhole: () =>
        record.ownComputed().length === 0 && this.#foundOf(at, copies).every(({ told }) => told.length === 0),
      ...(this.saysSources ? {} : { withSources: () => this.#drawnAgain([record])[0] ?? NOTHING }),
    };
    // What is found of the only record of a file is not known before its end.
    const isNow = profiles?.isNear === true && plan.count > 1 && this.#isAsPrinted;
    if (isNow) this.#findings.push(profiles.begin([drawn]));
    else this.#drawn.push(drawn);
  }

  /** What layout found of a record, in each of its copies. */
  #foundOf(at: number, copies: number): readonly FoundInRecords[] {
    return this.#job.plan.count === 1 ? this.#found : this.#found.slice(at * copies, (at + 1) * copies);
  }

  /** Whether the pages are those that a check judges: a screen shows stock that print leaves out. */
  get #isAsPrinted(): boolean {
    return !this.#job.screen || !hasStock(this.#job.loaded.canvas);
  }

  /** What is not judged yet, with the pages that a check judges. */
  #printed(): readonly JudgedRecord[] {
    if (this.#isAsPrinted) return this.#drawn;
    const again = this.#drawnAgain(this.#records);
    return this.#drawn.map(({ withSources: _, ...record }, at) => ({ ...record, ...(again[at] ?? NOTHING) }));
  }

  /** The pages of records as a check lays them out. */
  #drawnAgain(drawn: readonly DrawnRecord[]): readonly Pick<JudgedRecord, "pages" | "images">[] {
    const { loaded, fonts, codes, images: read } = this.#job;
    const layout = drawn.flatMap((record) => record.layout.slice(0, 1));
    const { records, pages, images } = layOut(loaded.canvas, layout, fonts.set, { codes, images: read }).value;
    return records.map(({ firstPage, pages: count }) => ({ images, pages: pages.slice(firstPage, firstPage + count) }));
  }
}

const NOTHING: Pick<JudgedRecord, "pages" | "images"> = { pages: [], images: [] };

/** Whether some pages stand on pre-printed stock. */
function hasStock({ pages }: Canvas): boolean {
  return pages.some(({ bands }) => bands.some(({ kind, print }) => kind === "background" && print === false));
}

/** All records of a file that is drawn at once, begun to be judged. */
export function beginWhole(
  { profiles, loaded, fonts, codes, screen }: Pick<RunJob, "profiles" | "loaded" | "fonts" | "codes" | "screen">,
  drawn: DrawnForm,
): () => readonly Diagnostic[] {
  if (profiles === null) return () => [];
  const { canvas } = loaded;
  const layout = drawn.records.flatMap((record) => record.layout);
  const isPrinted = !screen || !hasStock(canvas);
  const pages = isPrinted ? drawn.pages : layOut(canvas, layout, fonts.set, { codes }).value;
  return profiles.begin(drawn.records.map((_, at) => judgedRecord({ ...drawn, pages }, at, { fonts, codes })));
}
