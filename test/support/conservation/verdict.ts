// The judge: what ought to be on paper against what a reader finds there.
import type { Diagnostic } from "../../../src/core/diagnostics/index.ts";
import { holds, inkOf, middleOf } from "./areas.ts";
import { excuseOf, type LossKind } from "./excuses.ts";
import type { Expected } from "./expected.ts";
import { groundOf, hiddenBy, isFaint, isLight, PAPER, struckBy } from "./legible.ts";
import { type Match, Matcher, solid } from "./matching.ts";
import {
  type Area,
  common,
  type SeenFile,
  type SeenLetter,
  type SeenPaint,
  type SeenRun,
  sizeOf,
  united,
} from "./seen.ts";
import type { SeenCode } from "./seen-codes.ts";

/** Something that is lost, and what owns up to it. */
export interface Loss {
  readonly kind: LossKind;
  readonly expected: Expected;
  /** In words, for whoever mends it. */
  readonly words: string;
  readonly excuse: Diagnostic | null;
}

export interface Verdict {
  readonly losses: readonly Loss[];
  readonly texts: number;
  /** Pictures, bar codes, charts and lines. */
  readonly drawings: number;
  /** What could not be told from a text that is cut, and told to be. */
  readonly clouded: number;
}

/** A text, and the pages that it may stand on. */
interface Sought {
  readonly expected: Expected;
  readonly from: number;
  readonly to: number;
}

/** Where the documents of a file lie. */
export interface DocumentPages {
  readonly first: number;
  readonly count: number;
  /** Of each page, the form's section that it belongs to; null where nobody outside knows. */
  readonly sections: readonly number[] | null;
}

/** Full-width brackets and stops. */
const HALF_BLANK = /^[\p{Ps}\p{Pe}、。，．]$/u;

const NOWHERE: Area = { left: 0, top: 0, right: 0, bottom: 0 };
const TINY_PT = 3.99;
/** Anti-aliasing and rounding to hundredths of a point. */
const SLACK_PT = 0.6;
/** 5 mm: pictures of a background may reach so far beyond the paper, where it is cut or fed. */
const BLEED_PT = 14.2;
const LEAVES_ITS_ROOM: ReadonlySet<string> = new Set(["RPT4001", "RPT4006", "RPT4010", "RPT4014", "RPT5002"]);
/** Shorter texts are pieces of others too often. */
const TELLING_LETTERS = 3;

/** Fewer letters may be a mark of a list or a word of a schedule. */
const TWICE_LETTERS = 4;
/** Numbers may be those of an axis or a bar. */
const NUMBER = /^[\d.,:%年月日時分-]+$/u;

function isReadTwice(other: string, text: string): boolean {
  if (text.length < TELLING_LETTERS && other !== text) return other.includes(text);
  return other.split(text).length > 2;
}
/** Letters that share less than this part of their ink are neighbours. */
const OVERLAP_SHARE = 0.3;

export function judge(
  file: SeenFile,
  expected: readonly Expected[],
  documents: readonly (DocumentPages | null)[],
  findings: readonly Diagnostic[],
): Verdict {
  const judging = new Judging(file, documents, findings);
  const texts = expected.filter(({ kind }) => kind === "text");
  judging.know(expected);
  const matches = judging.match(texts);
  for (const match of matches) judging.text(match);
  judging.overlaps(matches);
  judging.order(matches);
  judging.twice(matches);
  const drawings = expected.filter(({ kind }) => kind !== "text");
  for (const drawing of drawings) judging.drawing(drawing);
  judging.codes(drawings.filter(({ kind }) => kind === "code"));
  judging.pictures(drawings);
  return { losses: judging.losses, texts: matches.length, drawings: drawings.length, clouded: judging.clouded };
}

class Judging {
  readonly losses: Loss[] = [];
  readonly #file: SeenFile;
  readonly #documents: readonly (DocumentPages | null)[];
  readonly #findings: readonly Diagnostic[];
  readonly #told = new Set<string>();
  /** What is told to be cut: what begins alike may be taken for it. */
  #cut: readonly string[] = [];
  readonly #alike = new Map<string, Expected[]>();
  /** The form lays something over or under others on purpose. */
  #hasLayers = false;
  /** The colours of the drawn seals of a page, by its number. */
  readonly #stampColors = new Map<number, Set<string>>();
  readonly #alikeOfTexts = new Map<Expected["texts"], readonly Expected[]>();
  /** Pictures that nothing tells apart. */
  readonly #pictures: Expected[] = [];
  /** By the start of an element: the pages on which its texts are read. */
  readonly #pagesShowing = new Map<number, Set<number>>();
  /** What no text has taken. */
  #left: readonly SeenRun[] = [];
  clouded = 0;

  constructor(file: SeenFile, documents: readonly (DocumentPages | null)[], findings: readonly Diagnostic[]) {
    this.#file = file;
    this.#documents = documents;
    this.#findings = findings;
  }

  lose(kind: LossKind, expected: Expected, words: string): void {
    const key = `${kind} ${expected.span[0]} ${expected.texts[0] ?? ""}`;
    if (this.#told.has(key)) return;
    this.#told.add(key);
    const excuse = excuseOf(kind, expected, this.#findings) ?? this.#excuseOfAlike(kind, expected) ?? null;
    if (excuse === null && this.#isClouded(expected)) this.clouded += 1;
    else this.losses.push({ kind, expected, words, excuse });
  }

  /** Of equal texts nobody knows from outside which is which. */
  #excuseOfAlike(kind: LossKind, expected: Expected): Diagnostic | undefined {
    const alike = this.#alikeOf(expected);
    return alike.map((each) => excuseOf(kind, each, this.#findings)).find((excuse) => excuse !== undefined);
  }

  /** Those that hold it, or that it holds, are alike as well. */
  #alikeOf({ kind, texts }: Expected): readonly Expected[] {
    if (kind === "picture") return this.#pictures;
    const known = this.#alikeOfTexts.get(texts);
    if (known !== undefined) return known;
    const own = texts.map(solid).filter((text) => text !== "");
    const alike = [...this.#alike].flatMap(([text, all]) =>
      text !== "" && own.some((each) => each.includes(text) || text.includes(each)) ? all : [],
    );
    this.#alikeOfTexts.set(texts, alike);
    return alike;
  }

  /** Of texts that begin alike, a line may be any one's: all that hold its letters. */
  #holdersOf({ text }: SeenRun): readonly Expected[] {
    const letters = solid(text);
    return [...this.#alike].flatMap(([held, all]) => (held.includes(letters) ? all : []));
  }

  /**
   * A text that is cut, and told to be, begins like this one: what is left of it may be taken for this one's. So may
   * letters of one that holds it twice.
   */
  #isClouded(expected: Expected): boolean {
    const own = expected.texts.map(solid);
    if (own.some((text) => this.#cut.some((cut) => cut[0] === text[0]))) return true;
    // The letters of three equal texts read one that says the same twice in three ways; so do few letters, and others
    // behind them, one that begins with them.
    const others = this.#alikeOf(expected).flatMap((each) => (each.isParted ? each.texts.map(solid) : []));
    return own.some((text) => others.some((other) => isReadTwice(other, text)));
  }

  /** Everything that letters on a page may belong to. */
  know(all: readonly Expected[]): void {
    for (const one of all) {
      if (one.isLayered) this.#hasLayers = true;
      if (one.kind === "picture" && one.frame === null) this.#pictures.push(one);
      for (const text of new Set(one.texts.map(solid))) {
        const known = this.#alike.get(text);
        if (known === undefined) this.#alike.set(text, [one]);
        else known.push(one);
      }
    }
  }

  /** Where each text is read. What pages repeat is looked for on each of them, once it is known where rows stand. */
  match(texts: readonly Expected[]): readonly Match[] {
    const isCut = (one: Expected): boolean => excuseOf("missing", one, this.#findings) !== undefined;
    this.#cut = texts.filter(isCut).flatMap((one) => one.texts.map(solid));
    const once = texts.filter(({ onPagesOf }) => onPagesOf === null);
    const repeats = texts.filter(({ onPagesOf }) => onPagesOf !== null);
    const sought = once.map((expected): Sought => ({ expected, ...this.#pagesOf(expected) }));
    const pages = repeats.length === 0 ? new Map<string, Set<number>>() : this.#rowPages(this.#matchAll(sought));
    const again = repeats.flatMap((expected): readonly Sought[] => {
      const { rows, which } = expected.onPagesOf ?? { rows: "", which: "all" };
      const own = [...(pages.get(rows) ?? [])].sort((one, other) => one - other);
      // Of rows that equal others nobody knows the pages; what stands on all of these stands somewhere.
      if (own.length === 0 && which === "all") return [{ expected, ...this.#pagesOf(expected) }];
      const wanted = which === "all" ? own : which === "rest" ? own.slice(1) : own.slice(0, -1);
      return wanted.map((page) => ({ expected, from: page, to: page + 1 }));
    });
    const matches = this.#matchAll([...sought, ...again]);
    for (const { expected, runs } of matches) {
      const known = this.#pagesShowing.get(expected.span[0]) ?? new Set();
      this.#pagesShowing.set(expected.span[0], known);
      for (const { page, color } of runs ?? []) {
        known.add(page);
        if (!expected.isStamp || color === null) continue;
        this.#stampColors.set(page, (this.#stampColors.get(page) ?? new Set()).add(color));
      }
    }
    return matches;
  }

  /** The pages on which rows stand. A text that is there more than once may be read in another's place. */
  #rowPages(matches: readonly Match[]): ReadonlyMap<string, ReadonlySet<number>> {
    const pages = new Map<string, Set<number>>();
    for (const { expected, text, runs } of matches) {
      if (expected.row === null || runs === null || this.#alike.get(text)?.length !== 1) continue;
      // What holds it may stand on another page, and be read in its place; so may the numbers of an axis.
      if (text.length < TELLING_LETTERS || this.#alikeOf(expected).some(({ row }) => row !== expected.row)) continue;
      if (new Set(runs.map(({ page }) => page)).size > 1) continue;
      for (const id of expected.rowsOf) {
        const own = pages.get(id) ?? new Set();
        pages.set(id, own);
        for (const run of runs) own.add(run.page);
      }
    }
    return pages;
  }

  /** Long texts first, and last what is told to be cut, so that none takes a piece of another. */
  #matchAll(sought: readonly Sought[]): readonly Match[] {
    const matcher = new Matcher(this.#file);
    const sorted = sought
      .map((one, at) => ({ one, at, rank: this.#rankOf(one) }))
      .sort((left, right) => compared(left.rank, right.rank) || left.at - right.at);
    const matches: Match[] = [];
    for (const { one, at } of sorted) matches[at] = this.#matchIn(matcher, one.expected, one.from, one.to);
    const isThere = ({ expected, text, runs }: Match): boolean => {
      if (runs !== null) return false;
      const { from, to } = this.#pagesOf(expected);
      const isMixed = this.#isDividedTold(expected) || this.#isLainOn(expected, from, to);
      return isMixed && matcher.takeScattered(text, from, to);
    };
    this.#left = matcher.isExhausted ? [] : matcher.left;
    const known = matches.filter((match) => (matcher.isExhausted ? match.runs !== null : !isThere(match)));
    this.clouded += matches.length - known.length;
    return known;
  }

  /**
   * Texts that are told to be cut, then how short they are, then those that may stand on several pages, then those
   * whose letters stand apart.
   */
  #rankOf({ expected, from, to }: Sought): readonly number[] {
    const isCut = excuseOf("missing", expected, this.#findings) !== undefined;
    const length = Math.max(...expected.texts.map((text) => solid(text).length));
    return [isCut ? 1 : 0, 0 - length, to - from > 1 ? 1 : 0, expected.isSpread ? 1 : 0, to - from];
  }

  #pagesOf({ document, page, section }: Expected): { from: number; to: number } {
    const pages = this.#documents[document] ?? null;
    if (pages === null) return { from: 0, to: this.#file.pages.length };
    const { first, count, sections } = pages;
    if (page !== null) return { from: first + page, to: first + page + 1 };
    if (sections === null || !sections.includes(section)) return { from: first, to: first + count };
    return { from: first + sections.indexOf(section), to: first + sections.lastIndexOf(section) + 1 };
  }

  #matchIn(matcher: Matcher, expected: Expected, from: number, to: number): Match {
    const texts = [...new Set(expected.texts.map(solid))].filter((text) => text !== "");
    for (const text of texts) {
      const runs = matcher.take(text, expected.isParted, from, to);
      if (runs !== null) return { expected, text, runs };
    }
    return { expected, text: texts[0] ?? "", runs: texts.length === 0 ? [] : null };
  }

  text({ expected, text, runs }: Match): void {
    if (runs === null) {
      this.lose("missing", expected, `"${text}" is not on the page`);
      return;
    }
    // Of equal texts nobody knows which has the frame.
    const isLone = expected.frame !== null && this.#alikeOf(expected).every((each) => each === expected);
    const frame = isLone ? this.#frameAt(expected.frame ?? "", runs) : null;
    for (const run of runs) {
      if (run.sizePt < TINY_PT) this.lose("tiny", expected, `"${run.text}" is ${run.sizePt.toFixed(1)} pt high`);
      const lettersOf = ({ page, letters }: SeenRun) => (page === run.page ? letters.map(({ area }) => area) : []);
      const reach = united(runs.flatMap(lettersOf)) ?? NOWHERE;
      for (const letter of run.letters) this.#letter(expected, run, letter, { frame, reach });
    }
  }

  #letter(
    expected: Expected,
    run: SeenRun,
    letter: SeenLetter,
    { frame, reach }: { readonly frame: Area | null; readonly reach: Area },
  ): void {
    if (solid(letter.text) === "") return;
    const page = this.#file.pages[run.page];
    if (page === undefined) return;
    const where = `"${letter.text}" of "${run.text}" on page ${run.page + 1}`;
    const { area } = letter;
    const ink = inkOf(area);
    // Half of a bracket's or a stop's letter is blank, on one side or the other as the text is turned.
    const blankPt = HALF_BLANK.test(letter.text) ? Math.max(area.right - area.left, area.bottom - area.top) / 2 : 0;
    if (!holds({ left: 0, top: 0, right: page.width, bottom: page.height }, ink, SLACK_PT + blankPt)) {
      this.lose("outside", expected, `${where} lies beyond the page`);
      return;
    }
    if (sizeOf(common(ink, run.clip)) < sizeOf(ink) / (blankPt > 0 ? 4 : 2))
      this.lose("missing", expected, `${where} is cut away`);
    if (frame !== null && !holds(frame, middleOf(ink), SLACK_PT)) {
      this.lose("beyond", expected, `${where} lies beyond its frame`);
    }
    const ground = groundOf(page, run, ink);
    // Letters on a drawing of their own colour are told as an overlap.
    const isOnDrawing = ground !== PAPER && this.#isOverlapTold(expected, run.page);
    const isTold = (): boolean => this.#holdersOf(run).some((each) => excuseOf("faint", each, this.#findings));
    if (isFaint(run, ground) && !isOnDrawing && !(run.text !== expected.texts[0] && isTold()))
      this.lose("faint", expected, `${where} is ${run.color} on ${ground}`);
    // What lies under others on purpose may be hidden by them.
    const mayBeHidden = this.#alikeOf(expected).some(({ overlies, isBelow }) => overlies || (isBelow && isLight(run)));
    const over = mayBeHidden ? null : hiddenBy(page, run, letter.text, ink);
    const isAsked = this.#hasLayers && (expected.isBelow || over?.kind === "picture");
    if (over !== null && !isAsked && !this.#isOverlapTold(expected, run.page))
      this.lose("hidden", expected, `${where} lies under a ${over.kind}`);
    const line = mayBeHidden ? null : struckBy(page, { run, letter: letter.text, ink, reach });
    const isStamp = line?.color != null && this.#stampColors.get(run.page)?.has(line.color) === true;
    // What decorates a text may be taken for a line through letters of another one that says the same.
    const isDecoration = line?.color === run.color && (expected.isDecorated || this.#alikeOf(expected).length > 1);
    if (line !== null && !isStamp && !isDecoration && !this.#hasLayers && !this.#isOverlapTold(expected, run.page))
      this.lose("struck", expected, `${where} has a ${line.kind} run through it`);
  }

  /**
   * RPT5001 stands at the one of two elements, which from outside may be the upper one, and is told of the first page
   * that shows both of them. What leaves its room is named itself, and not what it then lies on.
   */
  #isOverlapTold({ span }: Expected, page: number): boolean {
    const pages = this.#pagesShowing.get(span[0]) ?? new Set();
    return this.#findings.some(({ code, message }) => {
      const told = Number(/\(page (\d+)[,)]/.exec(message)?.[1] ?? 0) - 1;
      // RPT4007 stands at what lies beside a code.
      const isBeside = code === "RPT4007" && message.includes("free margin of barcode");
      const isOfTwo = (code === "RPT5001" || isBeside) && (told === page || pages.has(told));
      return isOfTwo || (told === page && LEAVES_ITS_ROOM.has(code));
    });
  }

  /** RPT5001: letters of what lies on it stand between its own, and may be read in their place. */
  #isLainOn({ span }: Expected, from: number, to: number): boolean {
    return this.#findings.some(({ code, span: own, message }) => {
      const page = Number(/\(page (\d+)[,)]/.exec(message)?.[1] ?? 0) - 1;
      return code === "RPT5001" && own.start === span[0] && page >= from && page < to;
    });
  }

  /** RPT4010: pieces of a row's cells lie beside those of others, column by column and page by page. */
  #isDividedTold({ span, row }: Expected): boolean {
    if (row === null) return false;
    return this.#findings.some(
      (finding) => finding.code === "RPT4010" && finding.span.start <= span[0] && span[0] < finding.span.end,
    );
  }

  /** The frame of that colour that lies about the first letter's page and place. */
  #frameAt(color: string, runs: readonly SeenRun[]): Area | null {
    const [run] = runs;
    const first = run?.letters[0]?.area;
    if (run === undefined || first === undefined || new Set(runs.map(({ page }) => page)).size > 1) return null;
    const frames = this.#framesOn(run.page, color);
    // Several stand there where a record repeats the element: nobody knows whose is whose.
    return frames.length === 1 ? (frames[0] ?? null) : null;
  }

  #framesOn(page: number, color: string): readonly Area[] {
    const strokes = this.#file.pages[page]?.paints.filter((paint) => paint.kind === "stroke" && paint.color === color);
    return (strokes ?? []).flatMap((stroke) => united(stroke.parts.map(({ area }) => area)) ?? []);
  }

  /** Letters of different texts that lie on one another. */
  overlaps(matches: readonly Match[]): void {
    const byPage = new Map<number, { match: Match; ink: Area }[]>();
    for (const match of matches) {
      if (this.#alikeOf(match.expected).some(({ overlies }) => overlies)) continue;
      for (const run of match.runs ?? []) {
        if (match.expected.isBelow && isLight(run)) continue;
        const own = byPage.get(run.page) ?? [];
        byPage.set(run.page, own);
        // Of the em box of a bracket or a full stop half is blank, and set closer.
        const letters = run.letters.filter(({ text }) => solid(text) !== "" && !/^\p{P}$/u.test(text));
        for (const { area } of letters) own.push({ match, ink: inkOf(area) });
      }
    }
    for (const inks of byPage.values()) this.#overlapsAmong(inks);
  }

  #overlapsAmong(inks: { match: Match; ink: Area }[]): void {
    inks.sort((one, other) => one.ink.left - other.ink.left);
    inks.forEach((one, at) => {
      for (let next = at + 1; next < inks.length; next++) {
        const other = inks[next];
        if (other === undefined || other.ink.left >= one.ink.right) return;
        if (other.match === one.match) continue;
        const shared = sizeOf(common(one.ink, other.ink));
        if (shared <= OVERLAP_SHARE * Math.min(sizeOf(one.ink), sizeOf(other.ink))) continue;
        this.#overlap(one.match, other.match);
      }
    });
  }

  /** The finding stands at the one or at the other. */
  #overlap(one: Match, other: Match): void {
    const words = `"${one.text}" and "${other.text}" lie on one another`;
    const isTold = (expected: Expected): boolean =>
      [expected, ...this.#alikeOf(expected)].some((each) => excuseOf("overlapped", each, this.#findings) !== undefined);
    this.lose("overlapped", !isTold(one.expected) && isTold(other.expected) ? other.expected : one.expected, words);
  }

  /** Texts of one flow follow one another down the page and on to the next. */
  order(matches: readonly Match[]): void {
    const before = new Map<string, Match>();
    const counts = new Map<string, number>();
    for (const { text } of matches) counts.set(text, (counts.get(text) ?? 0) + 1);
    for (const match of matches) {
      const { flow } = match.expected;
      if (flow === null || match.text.length < TELLING_LETTERS) continue;
      // Of equal texts nobody knows which is which, nor of one that another holds: the letters of three equal names in
      // a row read a double one in two ways.
      if ((counts.get(match.text) ?? 0) > 1 || this.#alikeOf(match.expected).length > 1) continue;
      if (match.runs === null || match.runs.length === 0) continue;
      const last = before.get(flow);
      before.set(flow, match);
      if (last === undefined) continue;
      const [end, start] = [last.runs?.at(-1), match.runs[0]];
      if (end === undefined || start === undefined || end.page < start.page) continue;
      const [above, below] = [
        united(end.letters.map(({ area }) => area)),
        united(start.letters.map(({ area }) => area)),
      ];
      if (above === null || below === null) continue;
      const isBeside = above.right <= below.left || below.right <= above.left;
      const isAbove = (below.top + below.bottom) / 2 > (above.top + above.bottom) / 2;
      if (end.page > start.page || (!isBeside && !isAbove)) {
        // What runs out of its room reaches below what follows.
        const isOver = excuseOf("disordered", last.expected, this.#findings) !== undefined;
        this.lose("disordered", (isOver ? last : match).expected, `"${match.text}" stands before "${last.text}"`);
      }
    }
  }

  /** Letters that only one text holds, and that are there beside those which show it. */
  twice(matches: readonly Match[]): void {
    const shown = new Set(matches.flatMap(({ expected, runs }) => (runs === null ? [] : [expected])));
    for (const run of this.#left) {
      const letters = solid(run.text);
      if (letters.length < TWICE_LETTERS || NUMBER.test(letters)) continue;
      const [holder, another] = this.#holdersOf(run);
      if (holder === undefined || another !== undefined || !shown.has(holder)) continue;
      if (holder.recurs || holder.onPagesOf !== null) continue;
      this.lose("twice", holder, `"${run.text}" stands once more on page ${run.page + 1}`);
    }
  }

  /** A drawing that has a frame of its own colour must have drawn it, and something within. */
  drawing(expected: Expected): void {
    if (expected.frame === null) return;
    const { from, to } = this.#pagesOf(expected);
    const pages = this.#file.pages.slice(from, to);
    const color = expected.frame;
    const drawn = pages.flatMap((page) =>
      page.paints
        .filter((paint) => (paint.kind === "stroke" || expected.kind === "stroke") && paint.color === color)
        .flatMap((paint) => united(paint.parts.map(({ area }) => area)) ?? [])
        .map((area) => ({ page, area })),
    );
    if (drawn.length === 0) {
      this.lose("missing", expected, `the ${expected.kind} in ${color} is not on the page`);
      return;
    }
    for (const { page, area } of drawn) {
      const whole = { left: 0, top: 0, right: page.width, bottom: page.height };
      const slack = (expected.isBelow ? BLEED_PT : 0) + 2 * SLACK_PT;
      if (!holds(whole, area, slack)) this.lose("outside", expected, `the ${expected.kind} leaves the page`);
      if (expected.kind === "stroke") continue;
      const isWithin = (part: { readonly area: Area }): boolean => holds(area, middleOf(part.area), SLACK_PT);
      const inside =
        page.paints.some((paint) => paint.color !== color && paint.parts.some(isWithin)) ||
        page.runs.some((run) => run.letters.some(isWithin));
      if (!inside) this.lose("missing", expected, `there is nothing in the frame of the ${expected.kind}`);
    }
  }

  /** What a decoder reads of a page's bar codes is what the data say, once for each that ought to be there. */
  codes(wanted: readonly Expected[]): void {
    const taken = new Set<SeenCode>();
    for (const expected of wanted) this.#noteCode(expected);
    // Those whose pages are known choose first. What the decoder does not know may be anything that it reads, once all
    // others are found.
    const rankOf = (one: Expected): readonly number[] => [Number(one.symbology === UNREAD), this.#pageCountOf(one)];
    const sorted = wanted.toSorted((one, other) => compared(rankOf(one), rankOf(other)));
    for (const expected of sorted) {
      const { from, to } = this.#pagesOf(expected);
      const { symbology, texts, overlies } = expected;
      const found = this.#file.pages.slice(from, to).flatMap(({ codes }) => codes);
      const isRead = (code: SeenCode): boolean =>
        !taken.has(code) && (symbology === UNREAD || texts.some((text) => says(code, text)));
      const read = found.find(isRead);
      if (read !== undefined) taken.add(read);
      // What an author lays a code over, or over a code, is said in the source.
      else if (!overlies || found.length === 0) this.#unreadable(expected, from, to);
    }
  }

  #pageCountOf(expected: Expected): number {
    const { from, to } = this.#pagesOf(expected);
    return to - from;
  }

  #noteCode(expected: Expected): void {
    const known = this.#pagesShowing.get(expected.span[0]) ?? new Set();
    this.#pagesShowing.set(expected.span[0], known);
    const { from, to } = this.#pagesOf(expected);
    for (let page = from; page < to; page++) known.add(page);
  }

  #unreadable(expected: Expected, from: number, to: number): void {
    for (let page = from; page < to; page++) if (this.#isOverlapTold(expected, page)) return;
    this.lose("unreadable", expected, `no decoder reads "${expected.texts[0]}" as ${expected.symbology}`);
  }

  /** Each picture is painted once, within its paper and not without any size; SVG is painted in shapes. */
  pictures(drawings: readonly Expected[]): void {
    const taken = new Set<SeenPaint>();
    const rasters = drawings.filter(({ kind, isRaster }) => kind === "picture" && isRaster);
    const sought = rasters.map((expected): Sought => ({ expected, ...this.#pagesOf(expected) }));
    const isExcused = (loss: LossKind, { expected }: Sought): boolean =>
      excuseOf(loss, expected, this.#findings) !== undefined;
    const turnOf = (one: Sought): number => (isExcused("missing", one) ? 2 : isExcused("outside", one) ? 1 : 0);
    // Of equal pictures nobody knows from outside which is which: those whose pages are known choose first, and before
    // those that a finding calls lost. Each takes one that stands whole on its page, or else one that can be seen.
    const inTurn = sought.toSorted(
      (one, other) => one.to - one.from - other.to + other.from || turnOf(one) - turnOf(other),
    );
    for (const { expected: wanted, from, to } of inTurn) {
      const painted = this.#file.pages
        .slice(from, to)
        .flatMap((page) => page.paints.map((paint) => placedPicture(page, paint)))
        .filter(({ paint }) => paint.kind === "picture" && !taken.has(paint));
      const own = painted.find((one) => one.isSeen && one.isWithin) ?? painted.find((one) => one.isSeen) ?? painted[0];
      if (own === undefined) {
        this.lose("missing", wanted, "the picture is not on the page");
        continue;
      }
      taken.add(own.paint);
      const isWithin = own.isWithin || (wanted.isBelow && own.isInBleed);
      if (!isWithin) this.lose("outside", wanted, "the picture leaves the page");
      else if (!own.isSeen) this.lose("missing", wanted, "nothing of the picture can be seen");
    }
  }
}

function placedPicture({ width, height }: SeenFile["pages"][number], paint: SeenPaint) {
  const area = united(paint.parts.map((part) => part.area));
  const whole = { left: 0, top: 0, right: width, bottom: height };
  const shown = area === null ? null : common(common(area, paint.clip), whole);
  const isSeen = shown !== null && sizeOf(shown) >= 1;
  // A picture that is cut to its box (`fit=cover`) stands behind its clip, which is what the page must hold.
  const place = isSeen ? common(area ?? whole, paint.clip) : area;
  const isIn = (slack: number): boolean => place !== null && holds(whole, place, slack);
  return { paint, isSeen, isWithin: isIn(2 * SLACK_PT), isInBleed: isIn(BLEED_PT + 2 * SLACK_PT) };
}

/** The postal code is of a kind that the decoder does not know. */
const UNREAD = "jp-postal";

/** A code may have its check digit behind it. */
function says({ format, text }: SeenCode, data: string): boolean {
  if (format === null) return false;
  const [read, wanted] = [text.trim(), data.trim()];
  return read === wanted || (read.startsWith(wanted) && /^\d$/.test(read.slice(wanted.length)));
}

function compared(one: readonly number[], other: readonly number[]): number {
  const at = one.findIndex((value, index) => value !== other[index]);
  return at < 0 ? 0 : (one[at] ?? 0) - (other[at] ?? 0);
}
