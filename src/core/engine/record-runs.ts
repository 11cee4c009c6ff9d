// Runs of records: what a batch is split into, so that each is laid out and drawn by itself, in any thread. What comes
// of a run does not depend on where it was drawn, nor on which other runs there are.
import type { Diagnostic } from "../diagnostics/index.ts";
import { type GeometryInPages, PageJudge, promisesReadableText } from "../gate/index.ts";
import type { CodeEncoder, FoundInRecords, ImageReading, PageDocument } from "../layout/index.ts";
import { facesOf, layOut } from "../layout/index.ts";
import type { DrawnFont, DrawnPart, Font, Page, PartRenderer } from "../sdk/index.ts";
import type { EngineFonts } from "./fonts.ts";
import { drawsPictures, needsStructure } from "./output-policy.ts";
import { drawnRecords, isCollated, type RecordPlan } from "./records.ts";
import type { Loaded } from "./templates.ts";

/** Records of a plan, from one index up to but without another. */
export interface RecordRange {
  readonly from: number;
  readonly to: number;
}

/** What is known of a run's pages beside what is drawn on them. Pages are counted from the run's first. */
export type RunFacts = Pick<PageDocument, "title" | "bookmarks" | "destinations" | "records"> & {
  readonly pageSizes: readonly Pick<Page, "widthEmu" | "heightEmu">[];
  readonly found: FoundInRecords;
  readonly geometry: GeometryInPages;
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
}

/** All that runs of one request have in common. */
export interface RunJob {
  readonly loaded: Loaded;
  readonly plan: RecordPlan;
  /** What the file is called, and a record that says nothing of itself. */
  readonly name: string;
  readonly renderer: PartRenderer;
  readonly fonts: EngineFonts;
  readonly codes: CodeEncoder;
  readonly pagesMax: number | null;
  readonly bytesMax: number;
  /** Pre-printed stock is shown. */
  readonly screen: boolean;
  /** Images of the data that were read already. */
  readonly images: Map<string, ImageReading>;
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

/** Lays out the records of a range and draws their pages. */
export function drawRun(job: RunJob, range: RecordRange): DrawnRun {
  const { loaded, plan, name, renderer, fonts, codes, pagesMax, bytesMax, screen, images } = job;
  const { canvas, program } = loaded;
  const records = drawnRecords(canvas, program, plan, name, range);
  const stream = renderer.begin(canvas.document.conformance);
  const judge = new PageJudge(canvas);
  const { value } = layOut(
    canvas,
    records.flatMap((record) => record.layout),
    fonts.set,
    {
      ...(isCollated(canvas, plan) ? { title: name } : {}),
      ...(pagesMax === null ? {} : { pagesMax }),
      onPage: (document, page) => {
        stream.add(document, page);
        judge.add(page, document.structure);
      },
      isFull: () => stream.bytes > bytesMax,
      isPart: plan.count > 1,
      structure: needsStructure(canvas) || drawsPictures(canvas),
      // A drawn part names no data, but for what nobody can read back.
      sources: promisesReadableText(canvas),
      ...{ codes, images, screen },
    },
  );
  const { title, bookmarks, destinations, pagesBeyond = null, found } = value;
  const bytesBeyond = stream.bytes > bytesMax ? stream.bytes : null;
  return {
    part: stream.finish(value),
    facts: {
      ...{ title, bookmarks, destinations, found, pagesBeyond, bytesBeyond, geometry: judge.found() },
      records: value.records,
      pageSizes: value.pages.map(({ widthEmu, heightEmu }) => ({ widthEmu, heightEmu })),
      // Expressions run while they are laid out, so what can't be computed is known only now.
      computed: records.map((record) => record.computed()),
    },
  };
}

/** A run on its way between threads: fonts are named by their place among the faces of the canvas. */
export interface SentRun {
  readonly facts: RunFacts;
  readonly part: Omit<DrawnPart, "fonts" | "memory"> & {
    readonly fonts: readonly (Omit<DrawnFont, "font"> & { readonly face: number })[];
  };
}

/** What is sent, and the memory that goes with it. */
export function sentRun(job: RunJob, { part, facts }: DrawnRun): { value: SentRun; memory: readonly ArrayBuffer[] } {
  const faces = facesOf(job.loaded.canvas, job.fonts.set);
  const { images, structure, pages, bytes, memory } = part;
  const fonts = part.fonts.map(({ font, ...shown }) => ({ face: faces.indexOf(font), ...shown }));
  return { value: { facts, part: { fonts, images, structure, pages, bytes } }, memory };
}

/** A run that another thread drew. */
export function receivedRun(job: RunJob, { part, facts }: SentRun): DrawnRun {
  const faces = facesOf(job.loaded.canvas, job.fonts.set);
  const fonts = part.fonts.map(({ face, ...shown }) => ({ font: faceAt(faces, face), ...shown }));
  return { facts, part: { ...part, fonts, memory: [] } };
}

function faceAt(faces: readonly Font[], index: number): Font {
  const font = faces[index];
  if (font === undefined) throw new Error("a run shows a font that its canvas does not have");
  return font;
}
