// What can be said of a record only when all of its pages are known.
import type { CanvasBand, CanvasElement, Emu } from "../../canvas/index.ts";
import { counted, millimetresEnough, shortened } from "../../diagnostics/index.ts";
import type { Block, Fragment } from "../blocks/index.ts";
import type { Finding } from "../words/index.ts";
import { type CutPage, isSmall } from "./paginate.ts";

/**
 * The pages of one record, with what is found of them together.
 * @param copies how many copies each record has
 */
export function judgedRecord(cut: readonly CutPage[], copies: number): readonly CutPage[] {
  const pages = cut.map((one) => withNamedPlace(one, copies));
  const [first, ...others] = pages;
  if (first === undefined) return pages;
  const beyond = pagesBeyond(pages, copies);
  if (beyond.size > 0) {
    return pages.map((one) => {
      const found = beyond.get(one);
      if (found === undefined) return one;
      // A page that is not to be there is no place to stand alone on.
      const own = one.findings.filter(({ code }) => code !== "RPT4036");
      return { ...one, isTooMany: true, findings: [...own, ...found] };
    });
  }
  const found = others.length === 0 ? coveredBands(first) : goesOnToNextLabel(pages, copies);
  return found.length === 0 ? pages : [{ ...first, findings: [...first.findings, ...found] }, ...others];
}

/** What is found of a place on a sheet calls it by its name. */
function withNamedPlace(cut: CutPage, copies: number): CutPage {
  if (cut.page.sheet === undefined || cut.findings.length === 0) return cut;
  const place = nameOfPlace(cut.page, copies);
  const findings = cut.findings.map((one) => ({
    ...one,
    message: one.message.replace(", a page has ", `, the ${place} has `),
    why: one.why.replace(/ on one page$/u, ` on one ${place}`),
  }));
  return { ...cut, findings };
}

/** The pages that are too many: RPT4037 of each `page` that allows fewer of them, at the first of its own. */
function pagesBeyond(pages: readonly CutPage[], copies: number): ReadonlyMap<CutPage, readonly Finding[]> {
  const found = new Map<CutPage, readonly Finding[]>();
  for (const section of new Set(pages.map(({ page }) => page))) {
    const most = section.pagesMost;
    if (most === undefined) continue;
    const own = pages.filter(({ page }) => page === section);
    for (const [at, page] of own.slice(most).entries()) {
      found.set(page, at === 0 ? [tooManyPages(page, most, own, copies)] : []);
    }
  }
  return found;
}

function tooManyPages(
  { page, roomMissingEmu }: CutPage,
  most: number,
  own: readonly CutPage[],
  copies: number,
): Finding {
  const count = own.length;
  const what = page.sheet === undefined ? "page" : nameOfPlace(page, copies);
  const { need, gain } =
    roomMissingEmu === undefined
      ? withoutRoom(own, most, what)
      : missingRoom(roomMissingEmu, most === 1 ? `on the ${what}` : `on each ${what}`, spilled(own));
  return {
    code: "RPT4037",
    severity: "error",
    span: page.span,
    message: `the record takes ${counted(count, what)}, pages=${most} allows ${most}: ${need}`,
    path: null,
    why: "whoever files or posts the form expects so many pages of it",
    repair: `${gain}, or raise pages= to ${count}`,
    ...(roomMissingEmu === undefined ? {} : { lackEmu: roomMissingEmu }),
  };
}

/** What begins a page too many where no more height would hold it: a break, vertical lines, or something too high. */
function withoutRoom(
  own: readonly CutPage[],
  most: number,
  what: string,
): { readonly need: string; readonly gain: string } {
  const words = wordsIn(own[most]?.fragment ?? null);
  if (own.slice(0, -1).some(({ isEndedByBreak }) => isEndedByBreak)) {
    const need =
      words === null ? `its breaks begin more ${what}s` : `the break before ${quoted(words)} begins another ${what}`;
    return { need, gain: "take a break out" };
  }
  const lines = own.slice(most).reduce((sum, { fragment }) => sum + verticalLinesIn(fragment), 0);
  const name = words === null ? "what stands last" : quoted(words);
  if (lines === 0) return { need: `${name} has no room on the ${what}`, gain: "make it smaller, or shorten it" };
  const more = counted(lines, "vertical line");
  return {
    need: `${name} goes on there for ${more}`,
    gain: `shorten the text by ${more}, or make its letters or its line-height= smaller`,
  };
}

function verticalLinesIn(fragment: Fragment | null): number {
  if (fragment === null) return 0;
  if (fragment.kind === "tiers") return fragment.tiers.reduce((sum, { text }) => sum + text.paragraph.lines.length, 0);
  if (fragment.kind !== "flow" && fragment.kind !== "columns") return 0;
  return fragment.children.reduce((sum, child) => sum + verticalLinesIn(child.fragment), 0);
}

function missingRoom(roomEmu: Emu, places: string, spill: CutPage | null) {
  const room = millimetresEnough(roomEmu);
  const words = wordsIn(spill?.fragment ?? null);
  return {
    need: `${room} of room are missing ${places}${words === null ? "" : ` for ${quoted(words)}`}`,
    gain:
      `gain ${room} ${places} by smaller type, gaps or margins, limit texts with lines= and fit=shrink, declare a ` +
      "lower max= of lists",
  };
}

function quoted(words: string): string {
  return `“${firstOfWords(words)}”`;
}

/** On one line, as a finding is. */
function firstOfWords(words: string): string {
  return shortened(words.trim().replaceAll(/\s+/gu, " "), WORDS_SHOWN_MAX);
}

/**
 * The page with what has no room on the page before it: of the parts that the form's breaks make, the lowest. What
 * stands behind a break is not to blame for standing on a page too many.
 */
function spilled(own: readonly CutPage[]): CutPage | null {
  const spills = own.filter((page, at) => {
    const before = own[at - 1];
    return before?.isEndedByBreak === false && (page.isEndedByBreak || at === own.length - 1);
  });
  const heightOf = ({ fragment }: CutPage): Emu => fragment?.heightEmu ?? 0;
  return spills.reduce<CutPage | null>((least, one) => {
    return least === null || heightOf(one) < heightOf(least) ? one : least;
  }, null);
}

/** RPT4024: a record that has one page has its first page's band nowhere, where the last page's takes its place. */
function coveredBands({ page, bands }: CutPage): readonly Finding[] {
  return page.bands.flatMap((band): readonly Finding[] =>
    band.on === "first" && bands[band.kind] !== band ? [coveredBand(band)] : [],
  );
}

function coveredBand({ kind, span }: CanvasBand): Finding {
  return {
    code: "RPT4024",
    severity: "warning",
    span,
    message: `${kind} on=first stands nowhere: the record's only page is its last one too, which has ${kind} on=last`,
    path: null,
    why: "of several for one page the most specific stands there alone, and last is more so than first",
    repair: `write into ${kind} on=last what a record of one page needs of both, or move one of them into the body`,
  };
}

/** RPT4025: what does not fit on a label stands on the next one. A break that the form asks for begins another. */
function goesOnToNextLabel(pages: readonly CutPage[], copies: number): readonly Finding[] {
  // A further `page` of the source begins a label of its own.
  const spilling = pages.filter((one, at) => !one.isEndedByBreak && pages[at + 1]?.page === one.page);
  const [first] = spilling;
  if (first === undefined || pages.at(-1)?.fragment === null) return [];
  const { page } = first;
  // Copies side by side on a sheet (控 and お客様控) are parted by what the first of them has no room for.
  const standsBesideCopy = page.sheet !== undefined && copies > 1;
  if (!standsBesideCopy && !isSmall(page)) return [];
  const next = pages[pages.indexOf(first) + 1]?.fragment ?? null;
  if (page.sheet === undefined && isMeantToGoOn(page, next)) return [];
  const words = wordsIn(next);
  const from = words === null ? "" : ` from "${firstOfWords(words)}" on`;
  const place = nameOfPlace(page, copies);
  const lackEmu = pages[1]?.roomMissingEmu;
  const gain =
    lackEmu === undefined
      ? "make the type or the gaps smaller"
      : `gain ${millimetresEnough(lackEmu)} of height on the ${place} by smaller type or gaps`;
  const which =
    spilling.length === 1 ? `${place} ${first.number}` : `${place} ${first.number} and ${spilling.length - 1} more`;
  const larger = place === "small page" ? "page" : `${place}s`;
  return [
    {
      code: "RPT4025",
      severity: "warning",
      span: page.body.span,
      message: `${which} of the record: what has no room there${from} stands on the next ${place}`,
      path: null,
      why: `each ${place} is read by itself, and the next one is another record's`,
      repair: `${gain}, limit the text with lines= and fit=shrink, or make the ${larger} larger`,
      ...(lackEmu === undefined ? {} : { lackEmu }),
    },
  ];
}

/** What a record stands on: places of a sheet are labels, copies below one another slips. */
function nameOfPlace({ sheet }: CutPage["page"], copies: number): "label" | "slip" | "small page" {
  if (copies > 1) return "slip";
  return sheet === undefined ? "small page" : "label";
}

/**
 * Small paper whose bands number its pages, or whose table goes on, as that of a till receipt does, is no label; nor is
 * a page of running text. A label has parts that are made for its size.
 */
function isMeantToGoOn({ bands, body }: CutPage["page"], next: Fragment | null): boolean {
  return bands.length > 0 || (next !== null && beginsWithTable(next)) || !hasPartOfLabels(body.children);
}

const PARTS_OF_LABELS: ReadonlySet<CanvasElement["kind"]> = new Set(["barcode", "comb", "image", "plate", "seal"]);

function hasPartOfLabels(elements: readonly CanvasElement[]): boolean {
  return elements.some(
    (each) => PARTS_OF_LABELS.has(each.kind) || ("children" in each && hasPartOfLabels(each.children)),
  );
}

function beginsWithTable(fragment: Fragment): boolean {
  if (fragment.kind === "table") return true;
  if (fragment.kind !== "flow" && fragment.kind !== "columns") return false;
  const [child] = fragment.children;
  return child !== undefined && beginsWithTable(child.fragment);
}

/** So much of a text names it. */
const WORDS_SHOWN_MAX = 16;

/** The first words on a page; null where it begins with something else. */
function wordsIn(fragment: Fragment | null): string | null {
  if (fragment === null) return null;
  switch (fragment.kind) {
    case "lines":
    case "tiers":
      return fragment.block.text.shown.text;
    case "flow":
    case "columns":
      return firstOf(fragment.children.map((child) => () => wordsIn(child.fragment)));
    case "whole":
      return wordsOf(fragment.block);
    case "table":
      return firstOf(
        fragment.rows.map(
          ({ row }) =>
            () =>
              firstOf(
                row.cells.map(
                  ({ text }) =>
                    () =>
                      text?.shown.text ?? null,
                ),
              ),
        ),
      );
  }
}

function wordsOf(block: Block): string | null {
  if (block.kind === "text") return block.text.shown.text;
  if (block.kind !== "flow" && block.kind !== "row") return null;
  return firstOf(block.children.map((child) => () => wordsOf(child.block)));
}

function firstOf(children: readonly (() => string | null)[]): string | null {
  for (const wordsOfChild of children) {
    const words = wordsOfChild();
    if (words !== null && words.trim() !== "") return words;
  }
  return null;
}
