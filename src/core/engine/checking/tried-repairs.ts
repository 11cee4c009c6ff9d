// Repairs that change a box → those that were tried: the form is laid out once more with the change, and an edit that
// leaves its finding, makes another error or letters too small is not handed out.
import type { Box, Canvas, CellBox } from "../../canvas/index.ts";
import type { Diagnostic, DiagnosticCode, TextEdit } from "../../diagnostics/index.ts";
import { withPropertyEdits } from "./property-edits.ts";

/** What is found of a canvas with the same data. */
export type DrawAgain = (canvas: Canvas) => readonly Diagnostic[];

/** So many repairs of one check are tried. */
const TRIALS_MAX = 16;
/** So many pages are drawn for them: whoever checks a form with a long list waits for its pages once, not often. */
const PAGES_DRAWN_MAX = 64;

/** The findings with edits that mend them. Of repairs that nobody tried there are words alone, until the next check. */
export function withTriedRepairs(
  source: string,
  canvas: Canvas,
  found: readonly Diagnostic[],
  pages: number,
  drawAgain: DrawAgain,
): readonly Diagnostic[] {
  let left = Math.max(1, Math.min(TRIALS_MAX, Math.floor(PAGES_DRAWN_MAX / Math.max(1, pages))));
  const known = new Map<string, readonly Diagnostic[]>();
  const before = new Set(found.map(keyOf));
  return atTheirLargest(withPropertyEdits(source, found), found).map((finding, at) => {
    const change = found[at]?.repair?.change;
    const [edit] = finding.repair?.edits ?? [];
    if (change === undefined || edit === undefined || finding.repair === null) return finding;
    const [start] = ("of" in change ? change.of : undefined) ?? [finding.span.start];
    const name = `${start} ${change.property} ${edit.text}`;
    const changed = known.has(name) ? null : withBox(canvas, start, change.property, edit);
    if (!known.has(name)) {
      // Only what a box says is tried; a legend or a role moves nothing.
      if (changed === null) return finding;
      if (left === 0) return untried({ ...finding, repair: { ...finding.repair, change, edits: [] } });
      left -= 1;
      known.set(name, drawAgain(changed));
    }
    if (mends(finding, before, known.get(name) ?? [])) return finding;
    return { ...finding, repair: { ...finding.repair, title: otherwise(finding), edits: [] } };
  });
}

/**
 * Texts of many records ask for one width of one column, each for its own: the widest is enough for all of them.
 * @param found the same findings, with what each wants to be changed.
 */
function atTheirLargest(findings: readonly Diagnostic[], found: readonly Diagnostic[]): readonly Diagnostic[] {
  const largest = new Map<string, TextEdit>();
  const sizes = findings.map(({ repair }, at): TextEdit | null => {
    const [edit] = repair?.edits ?? [];
    const isSize = edit !== undefined && SIZES.has(found[at]?.repair?.change?.property ?? "") && lengthOf(edit) > 0;
    if (!isSize || repair?.edits.length !== 1) return null;
    const known = largest.get(placeOf(edit));
    if (known === undefined || lengthOf(known) < lengthOf(edit)) largest.set(placeOf(edit), edit);
    return edit;
  });
  return findings.map((finding, at) => {
    const size = sizes[at] ?? null;
    const most = size === null ? undefined : largest.get(placeOf(size));
    if (finding.repair === null || most === undefined) return finding;
    return { ...finding, repair: { ...finding.repair, edits: [most] } };
  });
}

const SIZES: ReadonlySet<string> = new Set(["w", "h"]);

/** Where an edit writes, and which property it adds there. */
function placeOf({ span, text }: TextEdit): string {
  return `${span.start} ${span.end} ${text.replace(LENGTH, "")}`;
}

/** A length at the end of what an edit writes. */
const LENGTH = /(\d+(?:\.\d+)?)mm$/u;

/** Millimetres; 0 where an edit writes no length. */
function lengthOf({ text }: TextEdit): number {
  return Number(LENGTH.exec(text)?.[1] ?? 0);
}

/**
 * Says of a repair that changes a box who tries it: where nobody did, a larger box may lie over its neighbours.
 * @param by who tries it, such as `the next check`.
 */
function untriedIn(by: string): (finding: Diagnostic) => Diagnostic {
  return (finding) => {
    const { repair } = finding;
    if (repair?.change === undefined || !BOX_SIDES.has(repair.change.property)) return finding;
    return { ...finding, repair: { ...repair, title: `${repair.title}, if there is room for it: ${by} tries that` } };
  };
}

const untried = untriedIn("the next check");

/** What a render and a preview say of it: neither draws a form anew with a changed box. */
export const untriedAtRender = untriedIn("a check with these data");

const BOX_SIDES: ReadonlySet<string> = new Set(["x", "y", "w", "h"]);

function mends(finding: Diagnostic, before: ReadonlySet<string>, after: readonly Diagnostic[]): boolean {
  const own = keyOf(finding);
  return after.every((each) => {
    const key = keyOf(each);
    return key !== own && ((each.severity !== "error" && !UNREADABLE.has(each.code)) || before.has(key));
  });
}

/** What a smaller box makes of its letters, which shrink with it: no error, and no form that anybody reads. */
const UNREADABLE: ReadonlySet<string> = new Set<DiagnosticCode>(["RPT5006"]);

/** What is found of an element, whatever its measures and its page are. */
function keyOf({ code, span, message }: Diagnostic): string {
  const said = message.replace(/ \(page .*$/u, "").replace(/"[^"]*"/gu, '""');
  return `${code} ${span.start} ${said.replace(/\d+(?:\.\d+)?/gu, "#")}`;
}

const OTHERWISE: Readonly<Record<string, string>> = {
  RPT4001: "shorten the text, SHRINK, or make room around it first: a larger box alone does not fit there",
  RPT4002: "shorten the text, or make room around it first",
  RPT4004: "PADDING, SHRINK, BREAKS, SMALLER, or make room beside it first: a wider box does not fit there",
  RPT4007: "make room around the code first, or shorten its data",
  RPT4036: "make room for it by smaller gaps, sizes or padding: what stands before it fits on no page with it",
  RPT4015: "make room around the code first, or shorten its data",
  RPT5001: "part the two: move or narrow one of them, make room first, or layer=over where the overlap is meant",
  RPT5002: "enlarge its container, or give it another place and size, or layer=over where it is meant",
  RPT5003: "set it elsewhere, or make it or what holds it smaller, so that it lies within the page's margins",
} satisfies Partial<Record<DiagnosticCode, string>>;

function otherwise({ code, message, repair }: Diagnostic): string {
  const title = repair?.title ?? "";
  // Shrinking is advised where it helps. A letter, an amount and what may be broken anywhere gain nothing by breaks.
  const [shrink] = /use fit=shrink(?: lines=\d+)?/.exec(title) ?? [];
  const [breaks] = /allow breaks anywhere with wrap=char/.exec(title) ?? [];
  const said = (words: string, instead: string | undefined, other: string): string =>
    other.replace(`${words}, `, instead === undefined ? "" : `${instead}, `);
  const [padding] = /take [\d.]+mm off [a-z ]+ at the left and right/.exec(title) ?? [];
  // Letters of no size have room in a column without a width.
  const smaller = NO_COLUMN.test(message) ? undefined : "use a smaller size";
  const words = { PADDING: padding, SHRINK: shrink, BREAKS: breaks, SMALLER: smaller };
  const told = Object.entries(words).reduce(
    (other, [name, instead]) => said(name, instead, other),
    OTHERWISE[code] ?? title,
  );
  return told.replace(/^or /u, "");
}

const NO_COLUMN = / its column 0\.0mm,/u;

/** The canvas with another box of the element that starts there; null where it has none, or no such measure. */
function withBox(canvas: Canvas, start: number, property: string, { text }: TextEdit): Canvas | null {
  const over = text === " keep=next" ? { keep: "next" as const } : sizedBox(property, text);
  if (over === null) return null;
  const changed = rebuilt(canvas, start, over);
  return changed === canvas ? null : changed;
}

function sizedBox(property: string, text: string): Over | null {
  const [, number] = /^(?: [\w-]+=)?(\d+(?:\.\d+)?)mm$/u.exec(text) ?? [];
  return number === undefined ? null : boxOver(property, Math.round(Number(number) * EMU_PER_MILLIMETRE));
}

const EMU_PER_MILLIMETRE = 36_000;

/** What of a box, or of a cell, is another one. */
type Over = Partial<Box> & { readonly side?: { readonly at: number; readonly emu: number } };

function boxOver(property: string, emu: number): Over | null {
  switch (property) {
    case "padding-top":
      return { side: { at: 0, emu } };
    case "padding-left":
      return { side: { at: 3, emu } };
    case "x":
      return { xEmu: emu };
    case "y":
      return { yEmu: emu };
    case "w":
      return { width: { kind: "length", emu } };
    case "h":
      return { heightEmu: emu };
    default:
      return null;
  }
}

/** Where elements hold others. */
const HOLDING = ["pages", "bands", "body", "children", "columns"] as const;

/** Shares with the old one what is the same. */
function rebuilt<Part>(part: Part, start: number, over: Over): Part {
  if (Array.isArray(part)) {
    const parts = part.map((each: unknown) => rebuilt(each, start, over));
    return parts.some((each, at) => each !== part[at]) ? (parts as Part) : part;
  }
  if (typeof part !== "object" || part === null) return part;
  const element = part as Readonly<Record<string, unknown>>;
  const { span, box, width, heightEmu } = element as {
    readonly span?: readonly number[];
    readonly box?: Box;
    readonly width?: Box["width"];
    readonly heightEmu?: number;
  };
  const { side, ...own } = over;
  if (span?.[0] === start && side !== undefined) return withSide(part, side);
  if (span?.[0] === start && box !== undefined) return { ...part, box: { ...box, ...own } };
  // A column of a table has a width of its own, and no box; a band has a height.
  if (span?.[0] === start && width !== undefined && over.width !== undefined) return { ...part, width: over.width };
  if (span?.[0] === start && heightEmu !== undefined && over.heightEmu != null) {
    return { ...part, heightEmu: over.heightEmu };
  }
  for (const name of HOLDING) {
    const held = element[name];
    const other = rebuilt(held, start, over);
    if (other !== held) return { ...part, [name]: other };
  }
  return part;
}

/** With another padding at one side of a box or of a column's cells; the same where it has neither. */
function withSide<Part extends object>(part: Part, { at, emu }: NonNullable<Over["side"]>): Part {
  const { box, cell } = part as { readonly box?: Box; readonly cell?: CellBox };
  const padded = <Held extends Pick<CellBox, "padding">>(held: Held): Held => {
    const padding = held.padding.map((each, side) => (side === at ? emu : each));
    return { ...held, padding };
  };
  if (box !== undefined) return { ...part, box: padded(box) };
  return cell === undefined ? part : { ...part, cell: padded(cell) };
}
