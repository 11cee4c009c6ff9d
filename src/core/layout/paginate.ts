// A section's body → the fragments of its pages. Every page places something, so the work is linear in the content.
import type { CanvasPage, Emu } from "../canvas/index.ts";
import { bandsOf, bodyHeight, type PageBands, type PageKind } from "./bands.ts";
import type { FlowBlock } from "./blocks.ts";
import { cutFlow } from "./cut-flow.ts";
import { type Finding, millimetres, millimetresEnough } from "./findings.ts";
import type { Fragment, Resume, Taken } from "./fragments.ts";

/** One page before it is painted. */
export interface CutPage {
  readonly page: CanvasPage;
  readonly number: number;
  readonly bands: PageBands;
  readonly fragment: Fragment | null;
  readonly findings: readonly Finding[];
}

/** What a page may hold in its body at least: less than a line of small print leaves no room to go on. */
const BODY_HEIGHT_MIN_EMU = 127_000;

/** Far above any business document; a template that breaks on every row of endless data ends here. */
export const PAGES_MAX = 20_000;

/**
 * Cuts a section's body. `endsRecord` tells whether its last page is the record's last; `numberOf` is the number that
 * a page of this index within the record prints.
 */
export function cutSection(
  page: CanvasPage,
  body: FlowBlock,
  pagesBefore: number,
  numberOf: (index: number) => number,
  endsRecord: boolean,
): readonly CutPage[] {
  const pages: CutPage[] = [];
  let resume: Resume | null = null;
  do {
    const index = pagesBefore + pages.length;
    const cut = cutPage(page, body, resume, { isFirst: index === 0, number: numberOf(index) }, endsRecord);
    pages.push(cut.page);
    resume = cut.resume;
  } while (resume !== null && pagesBefore + pages.length < PAGES_MAX);
  const last = pages.at(-1);
  if (resume === null || last === undefined) return pages;
  return [...pages.slice(0, -1), { ...last, findings: [...last.findings, tooManyPages(page)] }];
}

/**
 * At each page start the whole rest is tried in the last page's body; if it fits, this page is the last. If only the
 * normal body would hold it all, as little as may stand by itself is kept back for the last page.
 */
function cutPage(
  page: CanvasPage,
  body: FlowBlock,
  resume: Resume | null,
  kind: { readonly isFirst: boolean; readonly number: number },
  endsRecord: boolean,
): { readonly page: CutPage; readonly resume: Resume | null } {
  const following = { isFirst: false, isLast: false, number: kind.number + 1 };
  const rest: Rest = { page, body, resume, freshEmu: bodyHeight(page, bandsOf(page, following)) };
  const normal = attempt(rest, bandsOf(page, { ...kind, isLast: false }));
  if (!endsRecord || !page.bands.some((band) => band.on === "last")) return result(page, kind.number, normal);
  const last = attempt(rest, bandsOf(page, { ...kind, isLast: true }));
  if (last.taken.resume === null) return result(page, kind.number, last);
  if (normal.taken.resume !== null) return result(page, kind.number, normal);
  return result(page, kind.number, keptBack(rest, { ...kind, isLast: true }, last));
}

/** What is still to be placed when a page begins. */
interface Rest {
  readonly page: CanvasPage;
  readonly body: FlowBlock;
  readonly resume: Resume | null;
  /** What the page after this one leaves to the body. */
  readonly freshEmu: Emu;
}

/** Half a point: no less is gained by looking closer. */
const KEPT_BACK_STEP_EMU = 6_350;

/**
 * The page that takes the most of a rest without taking all of it. Were it cut at the last page's height, few rows
 * could need more pages than one row more. What belongs together is parted where the last page could not hold it.
 * @param least what the last page's body takes, which is not all.
 */
function keptBack(rest: Rest, kind: PageKind, least: Attempt): Attempt {
  const bands = bandsOf(rest.page, { ...kind, isLast: false });
  const best = mostOf(rest, bands, least, false) ?? { ...least, bands };
  if (endsNext(rest, kind, best)) return best;
  const parted = mostOf(rest, bands, least, true);
  return parted !== null && endsNext(rest, kind, parted) ? parted : best;
}

/** Found by halving between the heights of the two bodies. */
function mostOf(rest: Rest, bands: PageBands, least: Attempt, keepsBack: boolean): Attempt | null {
  let best: Attempt | null = null;
  let fitting = bodyHeight(rest.page, least.bands);
  let whole = bodyHeight(rest.page, bands);
  while (whole - fitting > KEPT_BACK_STEP_EMU) {
    const middle = fitting + Math.floor((whole - fitting) / 2);
    const tried = attempt(rest, bands, middle, keepsBack);
    if (tried.taken.resume === null) whole = middle;
    else {
      fitting = middle;
      best = tried;
    }
  }
  return best;
}

/** Whether the page after an attempt's would be the last. */
function endsNext(rest: Rest, kind: PageKind, { taken }: Attempt): boolean {
  const next = { isFirst: false, isLast: true, number: kind.number + 1 };
  return attempt({ ...rest, resume: taken.resume }, bandsOf(rest.page, next)).taken.resume === null;
}

interface Attempt {
  readonly bands: PageBands;
  readonly taken: Taken;
  readonly findings: readonly Finding[];
}

function attempt(rest: Rest, bands: PageBands, room = bodyHeight(rest.page, bands), keepsBack = false): Attempt {
  const notes = { findings: [] as Finding[] };
  const { page, body, resume, freshEmu } = rest;
  const space = { heightEmu: Math.max(BODY_HEIGHT_MIN_EMU, room), atTop: true, freshEmu, keepsBack };
  if (room < BODY_HEIGHT_MIN_EMU) notes.findings.push(noRoom(page, room));
  return { bands, taken: cutFlow(body, resume, space, notes), findings: notes.findings };
}

function result(page: CanvasPage, number: number, { bands, taken, findings }: Attempt) {
  return { page: { page, number, bands, fragment: taken.fragment, findings }, resume: taken.resume };
}

function tooManyPages(page: CanvasPage): Finding {
  return {
    code: "RPT9004",
    severity: "error",
    span: page.span,
    message: `a record has more than ${PAGES_MAX} pages, the rest is left out`,
    path: null,
    why: "a document of that length is a mistake of its data or of a forced break",
    repair: "send fewer records at once, or remove break=before from what repeats",
  };
}

function noRoom(page: CanvasPage, roomEmu: Emu): Finding {
  const line = millimetresEnough(BODY_HEIGHT_MIN_EMU);
  const left = millimetres(Math.max(0, roomEmu));
  return {
    code: "RPT4014",
    severity: "error",
    span: page.span,
    message: `margins, header and footer leave ${left} for the body, less than a line of ${line}`,
    path: null,
    why: "nothing of the body can be placed on the page",
    repair: "reduce the margins or the heights of header and footer",
  };
}
