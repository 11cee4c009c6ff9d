// Runs of records: what a batch is split into, so that each is laid out and drawn by itself, in any thread. What comes
// of a run does not depend on where it was drawn, nor on which other runs there are.
import type { Diagnostic } from "../../diagnostics/index.ts";
import { type GeometryInPages, PageJudge, readsSources } from "../../gate/index.ts";
import type { FoundInRecords, PageDocument } from "../../layout/index.ts";
import { facesOf, layOut } from "../../layout/index.ts";
import type { DrawnFont, DrawnPart, Font, Page } from "../../sdk/index.ts";
import { drawnRecords, isCollated } from "../messages/index.ts";
import { DrawnRecords } from "./judged-records.ts";
import { needsStructure } from "./output-policy.ts";
import type { RecordRange, RunJob } from "./run-job.ts";

/** What is known of a run's pages beside what is drawn on them. Pages are counted from the run's first. */
export type RunFacts = Pick<PageDocument, "title" | "bookmarks" | "destinations" | "records"> & {
  readonly pageSizes: readonly Pick<Page, "widthEmu" | "heightEmu">[];
  readonly found: FoundInRecords;
  /** Of the run, or of each of its records where profiles judge them. */
  readonly geometry: readonly GeometryInPages[];
  /** What could not be computed, record by record. */
  readonly computed: readonly (readonly Diagnostic[])[];
  /** Set where the run alone has more pages than its file may have: how many, at least. */
  readonly pagesBeyond: number | null;
  /** Set where the run alone has more bytes than its file may have: how many, at least. The rest is not drawn. */
  readonly bytesBeyond: number | null;
};

export interface DrawnRun {
  readonly part: DrawnPart;
  readonly facts: RunFacts;
  /** What profiles find, waited for where it is asked for. */
  readonly judged: () => readonly Diagnostic[];
}

/** Runs short enough that a thread is soon free again, and that few of them are held; long enough to be worth a hop. */
const RECORDS_MAX = 16;
/**
 * A run takes this share of the records that are left, so that the last ones are short and threads end together: with
 * runs of one length the last of two threads worked alone for up to 3 ms of the 30 that 200 invoices take.
 */
const SHARE_OF_REST = 4;
/** Each run begins with its fonts and its static parts: 100 invoices took a tenth more time in 20 runs than in 4. */
const RECORDS_MIN = 4;
/** Records of much data have many pages. */
const DATA_BYTES_MAX = 64 * 1024;

/** The runs of a batch. */
export function rangesOf(count: number, dataBytes: number): readonly RecordRange[] {
  const byData = Math.floor((DATA_BYTES_MAX * count) / Math.max(1, dataBytes));
  const longest = Math.max(1, Math.min(RECORDS_MAX, byData));
  const ranges: RecordRange[] = [];
  for (let from = 0; from < count; ) {
    const share = Math.max(RECORDS_MIN, Math.ceil((count - from) / SHARE_OF_REST));
    const to = Math.min(count, from + Math.min(longest, share));
    ranges.push({ from, to });
    from = to;
  }
  return ranges;
}

const NOT_ASKED = { geometry: [], findings: (): readonly Diagnostic[] => [] } as const;

/** Lays out the records of a range and draws their pages. */
export function drawRun(job: RunJob, range: RecordRange): DrawnRun {
  const { loaded, plan, name, renderer, fonts, codes, pagesMax, bytesMax, screen, images } = job;
  const { canvas, program } = loaded;
  const records = drawnRecords(canvas, program, plan, name, range);
  const stream = renderer.begin(canvas.document.conformance);
  const judging = job.profiles === null ? null : new DrawnRecords(job, range, records);
  const owners = new PageOwners(canvas);
  // Where profiles judge the records, each record is judged by itself.
  const judge = judging === null ? new PageJudge(canvas, false, (page) => owners.recordOf(page)) : null;
  const { value } = layOut(
    canvas,
    records.flatMap((record) => record.layout),
    fonts.set,
    {
      ...(isCollated(canvas, plan) ? { title: name } : {}),
      ...(pagesMax === null ? {} : { pagesMax }),
      onPage: (document, page) => {
        stream.add(document, page);
        owners.addPage();
        judge?.add(page, document.structure);
        judging?.add(document, page);
      },
      isFull: () => stream.bytes > bytesMax,
      isPart: plan.count > 1,
      structure: needsStructure(canvas),
      // A drawn part names no data, but for what nobody can read back.
      sources: judging?.saysSources ?? readsSources(canvas),
      ...{ codes, images, screen, ...(judging?.asked ?? { onRecord: () => owners.endCopy() }) },
    },
  );
  const { title, bookmarks, destinations, pagesBeyond = null, found } = value;
  const bytesBeyond = stream.bytes > bytesMax ? stream.bytes : null;
  const judged = judging?.begin(value) ?? NOT_ASKED;
  return {
    part: stream.finish(value),
    judged: judged.findings,
    facts: {
      ...{ title, bookmarks, destinations, found, pagesBeyond, bytesBeyond },
      geometry: judge === null ? judged.geometry : [judge.found()],
      records: value.records,
      pageSizes: value.pages.map(({ widthEmu, heightEmu }) => ({ widthEmu, heightEmu })),
      // Expressions run while they are laid out, so what can't be computed is known only now.
      computed: records.map((record) => record.computed()),
    },
  };
}

/** Which record of a run a page shows, known as the page is drawn. Copies show one record. */
class PageOwners {
  readonly #copiesOfRecord: number;
  readonly #copyOfPage: number[] = [];
  #copies = 0;

  constructor({ copies }: RunJob["loaded"]["canvas"]) {
    this.#copiesOfRecord = Math.max(1, copies?.length ?? 1);
  }

  addPage(): void {
    this.#copyOfPage.push(this.#copies);
  }

  endCopy(): void {
    this.#copies += 1;
  }

  recordOf(page: number): string {
    return `record ${Math.floor((this.#copyOfPage[page] ?? this.#copies) / this.#copiesOfRecord)}`;
  }
}

/** A run on its way between threads: fonts are named by their place among the faces of the canvas. */
export interface SentRun {
  readonly facts: RunFacts;
  readonly judged: readonly Diagnostic[];
  readonly part: Omit<DrawnPart, "fonts" | "memory"> & {
    readonly fonts: readonly (Omit<DrawnFont, "font"> & { readonly face: number })[];
  };
}

/** What is sent, and the memory that goes with it. */
export function sentRun(
  job: RunJob,
  { part, facts, judged }: DrawnRun,
): { value: SentRun; memory: readonly ArrayBuffer[] } {
  const faces = facesOf(job.loaded.canvas, job.fonts.set);
  const { images, structure, pages, bytes, memory } = part;
  const fonts = part.fonts.map(({ font, ...shown }) => ({ face: faces.indexOf(font), ...shown }));
  return { value: { facts, judged: judged(), part: { fonts, images, structure, pages, bytes } }, memory };
}

/** A run that another thread drew. */
export function receivedRun(job: RunJob, { part, facts, judged }: SentRun): DrawnRun {
  const faces = facesOf(job.loaded.canvas, job.fonts.set);
  const fonts = part.fonts.map(({ face, ...shown }) => ({ font: faceAt(faces, face), ...shown }));
  return { facts, judged: () => judged, part: { ...part, fonts, memory: [] } };
}

function faceAt(faces: readonly Font[], index: number): Font {
  const font = faces[index];
  if (font === undefined) throw new Error("a run shows a font that its canvas does not have");
  return font;
}
