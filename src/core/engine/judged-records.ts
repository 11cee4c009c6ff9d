// The pages of a run of records, kept until its profiles have judged them, record by record.
import type { Canvas } from "../canvas/index.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import { type GeometryInPages, PageJudge, toldOfPages } from "../gate/index.ts";
import {
  type FoundInRecords,
  type LaidOutDocument,
  layOut,
  type OpenDocument,
  type Page,
  type PageDocument,
  toldTogether,
} from "../layout/index.ts";
import { type DrawnForm, type JudgedRecord, judgedRecord } from "./judge-drawn.ts";
import { type DrawnRecord, recordPath } from "./records.ts";
import type { RecordRange, RunJob } from "./run-job.ts";

/** What profiles are asked of a run. */
interface BegunRun {
  /** Of each record. */
  readonly geometry: readonly GeometryInPages[];
  readonly findings: () => readonly Diagnostic[];
}

/** The records of one run. Pages are added as they are drawn. */
export class DrawnRecords {
  readonly #job: RunJob;
  readonly #range: RecordRange;
  readonly #records: readonly DrawnRecord[];
  readonly #pages: Page[] = [];
  readonly #found: FoundInRecords[] = [];
  #structure: OpenDocument["structure"] = [];
  #images: OpenDocument["images"] = [];

  constructor(job: RunJob, range: RecordRange, records: readonly DrawnRecord[]) {
    this.#job = job;
    this.#range = range;
    this.#records = records;
  }

  /** What layout is asked for. */
  get asked(): { readonly foundByRecord?: FoundInRecords[] } {
    return this.#job.plan.count === 1 ? {} : { foundByRecord: this.#found };
  }

  add({ structure, images }: OpenDocument, page: Page): void {
    this.#pages.push(page);
    this.#structure = structure;
    this.#images = images;
  }

  /** Begins to judge the run that was laid out. Of one that has no room in its file nothing is asked. */
  begin(laidOut: LaidOutDocument): BegunRun {
    const { plan, profiles } = this.#job;
    const geometry = this.#records.map((record, at) => this.#geometryOf(record, at, laidOut));
    const isWhole = laidOut.records.length === this.#records.reduce((sum, { layout }) => sum + layout.length, 0);
    if (profiles === null || !isWhole) return { geometry, findings: () => [] };
    const pages = this.#printed(laidOut);
    const judged = this.#records.map((record, at): JudgedRecord => {
      const { layout } = record;
      const [first] = layout;
      const copies = layout.length;
      const place = pages.records[at * copies];
      if (first === undefined || place === undefined) throw new Error("a record is drawn once at least");
      const index = this.#range.from + at;
      const inSource = plan.isList ? null : recordPath(this.#job.loaded.canvas, plan, index);
      const each = plan.count === 1 ? [laidOut.found] : this.#found.slice(at * copies, (at + 1) * copies);
      const own = geometry[at];
      const told = own === undefined ? [] : [own];
      return {
        ...{ index, evaluation: first.evaluation, images: pages.images },
        pages: pages.pages.slice(place.firstPage, place.firstPage + place.pages),
        found: () => [
          ...record.ownComputed(),
          ...toldTogether(each),
          ...toldOfPages(this.#job.loaded.canvas, told, () => inSource),
        ],
      };
    });
    return { geometry, findings: profiles.begin(judged) };
  }

  /** Of all copies of a record. */
  #geometryOf({ layout }: DrawnRecord, at: number, { records }: LaidOutDocument): GeometryInPages {
    const judge = new PageJudge(this.#job.loaded.canvas);
    for (const { firstPage, pages } of records.slice(at * layout.length, (at + 1) * layout.length)) {
      for (const page of this.#pages.slice(firstPage, firstPage + pages)) judge.add(page, this.#structure);
    }
    return judge.found();
  }

  /** The pages as a check judges them: a screen shows stock that print leaves out. */
  #printed({ records }: LaidOutDocument): Pick<PageDocument, "pages" | "records" | "images"> {
    const { loaded, screen, fonts, codes, images } = this.#job;
    if (!screen || !hasStock(loaded.canvas)) return { records, pages: this.#pages, images: this.#images };
    const layout = this.#records.flatMap((record) => record.layout);
    return layOut(loaded.canvas, layout, fonts.set, { codes, images }).value;
  }
}

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
