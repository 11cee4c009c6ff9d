// Findings while laying out: measured first, worded with their page when the block is placed.
import type { Emu } from "../../canvas/index.ts";
import {
  type Diagnostic,
  type DiagnosticCode,
  fieldOf,
  millimetres,
  type PropertyChange,
  type Severity,
  type SourceSpan,
} from "../../diagnostics/index.ts";
import type { RoomAt } from "../page/index.ts";

/** A finding about a block, before it is known on which page the block lies. */
export interface Finding {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly span: SourceSpan;
  readonly message: string;
  /** The data path that the block shows, where it shows one. */
  readonly path: string | null;
  readonly why: string;
  readonly repair: string;
  /** The property whose other value mends it, where one does. */
  readonly change?: PropertyChange;
  /** The height that the repair asks for; on a page that has less, another repair stands in its place. */
  readonly taller?: Taller;
  /** The height that is missing, where so much more of it mends the finding. */
  readonly lackEmu?: Emu;
}

/** What a finding says, before it is known of which element and of which data. */
export type Worded = Omit<Finding, "span" | "path">;

export interface Taller {
  readonly toEmu: Emu;
  /** Where the element begins that is to be as high; absent: the finding's own. */
  readonly of?: number;
  readonly otherwise: string;
}

/** How often one finding of one element is told by itself; a table's column may have it in every row. */
const REPEATS_MAX = 100;

/** What was found in some records of a document, as plain values; `toldTogether` joins those of all its records. */
export interface FoundInRecords {
  /** Worded findings, the first so many of each element and code. */
  readonly told: readonly Diagnostic[];
  /** How often each was found, by its element and code. */
  readonly counts: readonly (readonly [key: string, count: number])[];
}

/**
 * What was found in a document, from what was found in runs of its records: the same, however they are parted. The last
 * that is told of an element counts those that are not.
 */
export function toldTogether(runs: readonly FoundInRecords[]): readonly Diagnostic[] {
  const told: Diagnostic[] = [];
  const seen = new Map<string, { told: number; count: number; last: number }>();
  for (const run of runs) {
    for (const each of run.told) {
      const key = keyOf(each.code, [each.span.start, each.span.end], each.dataPath ?? null);
      const known = seen.get(key) ?? { told: 0, count: 0, last: 0 };
      seen.set(key, known);
      if (known.told === REPEATS_MAX) continue;
      known.told += 1;
      known.last = told.push(each) - 1;
    }
    for (const [key, count] of run.counts) {
      const known = seen.get(key);
      if (known !== undefined) known.count += count;
    }
  }
  for (const { told: kept, count, last } of seen.values()) {
    const one = told[last];
    if (count > kept && one !== undefined) told[last] = { ...one, count: count - kept + 1 };
  }
  return told;
}

/** What one element finds of one field. */
function keyOf(code: string, [start, end]: SourceSpan, path: string | null): string {
  return `${code} ${start} ${end} ${path === null ? "" : fieldOf({ dataPath: path })}`;
}

/** A place on a page, from the upper left corner of the paper. */
export interface PagePoint {
  readonly xEmu: Emu;
  readonly yEmu: Emu;
}

/** Collects the findings of records: the first of each element and code, and how many there are. */
export class FindingLog {
  readonly #diagnostics: Diagnostic[] = [];
  readonly #counts = new Map<string, number>();
  /** What was said of each element and code, so that nothing is counted that says the same of the same place again. */
  readonly #said = new Map<string, { readonly first: Set<string>; last: string }>();
  readonly #idOf: (start: number) => string | null;
  readonly #roomAt: RoomAt;
  /** Names the record that is laid out, where it is one of several. */
  placeOf: ((path: string | null) => string | null) | null = null;
  /** Where on the page a place is that turned content is found at; null where content is painted as it stands. */
  pagePoint: ((at: PagePoint) => PagePoint) | null = null;
  /** What is found of the record that is laid out, by itself; null where nobody asks. */
  ofRecord: FindingLog | null = null;

  /** `idOf` answers the `#id` of the element that starts at an offset of the source; null where it has none. */
  constructor(idOf: (start: number) => string | null, roomAt: RoomAt) {
    this.#idOf = idOf;
    this.#roomAt = roomAt;
  }

  /** `page` is the number as printed, `at` the element's corner on it; null for what is nowhere on the page. */
  add(finding: Finding, page: number, foundAt: PagePoint | null): void {
    const at = foundAt === null || this.pagePoint === null ? foundAt : this.pagePoint(foundAt);
    this.ofRecord?.add(finding, page, at);
    const path = this.placeOf === null ? finding.path : this.placeOf(finding.path);
    const key = keyOf(finding.code, finding.span, path);
    const said = this.#said.get(key) ?? { first: new Set<string>(), last: "" };
    this.#said.set(key, said);
    const words = `${page} ${at?.xEmu} ${at?.yEmu} ${path} ${finding.message}`;
    if (said.last === words || said.first.has(words)) return;
    said.last = words;
    const count = (this.#counts.get(key) ?? 0) + 1;
    this.#counts.set(key, count);
    if (count > REPEATS_MAX) return;
    said.first.add(words);
    const id = this.#idOf(finding.span[0]);
    const place = [
      `page ${page}`,
      ...(at === null ? [] : [`x ${millimetres(at.xEmu)}`, `y ${millimetres(at.yEmu)}`]),
      ...(id === null ? [] : [`#${id}`]),
      ...(path === null ? [] : [path]),
    ];
    const offered = withinPage(finding, this.#roomAt);
    this.#diagnostics.push(diagnostic({ ...offered, path }, `${finding.message} (${place.join(", ")})`));
  }

  /** What was found, in the order of the pages. */
  diagnostics(): readonly Diagnostic[] {
    return toldTogether([this.found()]);
  }

  /** Begins to keep what is found of one record apart, with paths as `placeOf` names them. */
  beginRecord(placeOf: ((path: string | null) => string | null) | null): void {
    this.ofRecord = new FindingLog(this.#idOf, this.#roomAt);
    this.ofRecord.placeOf = placeOf;
  }

  found(): FoundInRecords {
    return { told: this.#diagnostics, counts: [...this.#counts] };
  }
}

/** No page holds an element that is higher than its room. */
function withinPage(finding: Finding, roomAt: RoomAt): Finding {
  const { taller, change: _, ...other } = finding;
  if (taller === undefined || taller.toEmu <= roomAt(taller.of ?? finding.span[0])) return finding;
  return { ...other, repair: taller.otherwise };
}

function diagnostic(finding: Finding, message: string): Diagnostic {
  return {
    code: finding.code,
    severity: finding.severity,
    span: { start: finding.span[0], end: finding.span[1] },
    message,
    why: finding.why,
    repair: {
      title: finding.repair,
      applicability: "suggestion",
      edits: [],
      ...(finding.change === undefined ? {} : { change: finding.change }),
    },
    ...(finding.path === null ? {} : { dataPath: finding.path }),
    ...(finding.lackEmu === undefined ? {} : { lackEmu: finding.lackEmu }),
  };
}

/** What is smaller than a point cannot be told from a speck. */
export const SEEN_MIN_EMU = 12_700;

/** What its neighbours leave no room for: `place` is the size that it has. */
export function unseen(what: string, span: SourceSpan, place: string, path: string | null = null): Finding {
  return {
    code: "RPT4001",
    severity: "error",
    span,
    message: `${what} has a place of ${place}`,
    path,
    why: "nothing of it can be seen",
    repair: "give it w= and h=, or make what stands beside it narrower",
  };
}

const EMU_PER_HUNDREDTH_MILLIMETRE = 360;

/** `21mm`, as a template writes it: hundredths, rounded inwards so that what is set so surely fits. */
export function lengthText(emu: Emu): string {
  return `${Math.floor(emu / EMU_PER_HUNDREDTH_MILLIMETRE) / 100}mm`;
}
