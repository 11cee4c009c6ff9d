// Runs of records, in their order → one file, and what there is to be said of it.
import type { Canvas } from "../../canvas/index.ts";
import type { Diagnostic } from "../../diagnostics/index.ts";
import { type GeometryInPages, toldOfPages } from "../../gate/index.ts";
import {
  type Bookmark,
  type Destination,
  type FoundInRecords,
  type Page,
  type RecordPages,
  toldTogether,
} from "../../layout/index.ts";
import type { FileOfParts } from "../../sdk/index.ts";
import { recordOfPage } from "../messages/index.ts";
import type { DrawnRun, RunFacts } from "./record-runs.ts";
import type { RunJob } from "./run-job.ts";

/** A file in the making. Runs are added in order, whoever drew them. */
export class Collation {
  readonly #canvas: Canvas;
  readonly #file: FileOfParts;
  readonly #pagesMax: number;
  readonly #bytesMax: number;
  readonly #pages: Page[] = [];
  readonly #bookmarks: Bookmark[] = [];
  readonly #destinations: Destination[] = [];
  readonly #records: RecordPages[] = [];
  readonly #found: FoundInRecords[] = [];
  readonly #geometry: GeometryInPages[] = [];
  readonly #computed: Diagnostic[] = [];
  readonly #judged: (() => readonly Diagnostic[])[] = [];
  #title: string | null = null;
  #pagesBeyond: number | null = null;
  #bytesBeyond: number | null = null;

  constructor(canvas: Canvas, file: FileOfParts, { pagesMax, bytesMax }: Pick<RunJob, "pagesMax" | "bytesMax">) {
    this.#canvas = canvas;
    this.#file = file;
    this.#pagesMax = pagesMax ?? Number.POSITIVE_INFINITY;
    this.#bytesMax = bytesMax;
  }

  /** Answers whether more runs are wanted: not once the file has more pages or bytes than it may have. */
  add({ part, facts, judged }: DrawnRun): boolean {
    this.#judged.push(judged);
    const first = this.#pages.length;
    const end = this.#endOf(facts);
    this.#title ??= facts.title;
    this.#found.push(facts.found);
    this.#geometry.push(...facts.geometry);
    this.#computed.push(...facts.computed.slice(0, end).flat());
    for (const size of facts.pageSizes) this.#pages.push({ ...size, items: [] });
    if (this.#pagesBeyond !== null) return false;
    if (facts.bytesBeyond !== null) {
      this.#bytesBeyond = this.#file.bytes + facts.bytesBeyond;
      return false;
    }
    for (const mark of facts.bookmarks) this.#bookmarks.push({ ...mark, page: mark.page + first });
    for (const place of facts.destinations) this.#destinations.push({ ...place, page: place.page + first });
    for (const record of facts.records) this.#records.push({ ...record, firstPage: record.firstPage + first });
    this.#file.add(part);
    if (this.#file.bytes <= this.#bytesMax) return true;
    this.#bytesBeyond = this.#file.bytes;
    return false;
  }

  /** How many records of the run count: those up to the one that takes more pages than there is room for. */
  #endOf({ records, computed, pagesBeyond }: RunFacts): number {
    const copies = Math.max(1, this.#canvas.copies?.length ?? 1);
    let pages = this.#pages.length;
    for (const [index, record] of records.entries()) {
      pages += record.pages;
      if (pages <= this.#pagesMax) continue;
      this.#pagesBeyond = pages;
      return Math.floor(index / copies) + 1;
    }
    if (pagesBeyond === null) return computed.length;
    this.#pagesBeyond = this.#pages.length + pagesBeyond;
    return Math.ceil(records.length / copies);
  }

  get computed(): readonly Diagnostic[] {
    return this.#computed;
  }

  /** How many pages there would have been at least; null where there is room for all of them. */
  get pagesBeyond(): number | null {
    return this.#pagesBeyond;
  }

  /** How many bytes there would have been at least; null where there was room so far. */
  get bytesBeyond(): number | null {
    return this.#bytesBeyond;
  }

  get pageCount(): number {
    return this.#pages.length;
  }

  /** `recordAt` says where the record of a place in the file stands in the data. */
  diagnostics(recordAt: (index: number) => string | null): readonly Diagnostic[] {
    const recordOf = recordOfPage(this.#records, recordAt);
    return [...toldTogether(this.#found), ...toldOfPages(this.#canvas, this.#geometry, recordOf)];
  }

  /** What profiles found of the records, once they have judged them all. */
  judged(): readonly Diagnostic[] {
    return this.#judged.flatMap((findings) => findings());
  }

  finish(): Uint8Array {
    const { lang, author, subject, keywords } = this.#canvas.document;
    return this.#file.finish({
      ...{ lang, author, subject, keywords },
      title: this.#title ?? "",
      pages: this.#pages,
      structure: [],
      images: [],
      bookmarks: this.#bookmarks,
      destinations: this.#destinations,
      records: this.#records,
    });
  }
}
