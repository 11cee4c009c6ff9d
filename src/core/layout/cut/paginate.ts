// A section's body → the fragments of its pages. Every page places something, so the work is linear in the content.
import type { CanvasPage, Emu, PageKind } from "../../canvas/index.ts";
import { type DiagnosticCode, millimetres, millimetresEnough } from "../../diagnostics/index.ts";
import type { FlowBlock, Fragment, Resume, Taken } from "../blocks/index.ts";
import { bandsOf, bodyHeight, type PageBands } from "../page/index.ts";
import { ENDLESS_EMU, type Finding } from "../words/index.ts";
import { beginsBesideRoom } from "./beside-vertical.ts";
import { givesBlanks, showsBlanks } from "./blank-rows.ts";
import { cutFlow } from "./cut-flow.ts";
import { standsAlone } from "./last-block-alone.ts";
import { restPrintsNothing } from "./printed.ts";

/** One page before it is painted. */
export interface CutPage {
  readonly page: CanvasPage;
  readonly number: number;
  readonly bands: PageBands;
  readonly fragment: Fragment | null;
  /** A break that the form asks for ends it. */
  readonly isEndedByBreak: boolean;
  readonly findings: readonly Finding[];
  /** Of the first page that its `page` does not allow: with how much more room on each page there would be none. */
  readonly roomMissingEmu?: Emu;
  /** The form allows fewer pages than stand before it. */
  readonly isTooMany?: true;
}

/** What a page may hold in its body at least: less than a line of small print leaves no room to go on. */
const BODY_HEIGHT_MIN_EMU = 127_000;

/** Far above any business document; a template that breaks on every row of endless data ends here. */
export const PAGES_MAX = 20_000;

/** A section's body and how its pages are numbered. */
interface Section {
  readonly page: CanvasPage;
  readonly body: FlowBlock;
  /** Pages of the record before the section. */
  readonly pagesBefore: number;
  /** The number that a page of this index within the record prints. */
  readonly numberOf: (index: number) => number;
  /** Whether the section's last page is the record's last. */
  readonly endsRecord: boolean;
}

/**
 * Cuts a section's body. Blank rows never cause a page: where what stands below a table would need one more for them,
 * they are as many as leave it its place, found by halving.
 */
export function cutSection(section: Section): readonly CutPage[] {
  const pages = withRoomMissing(section, cutWithBlanks(section));
  if (pages.length < 2) return pages;
  // What is parted by force moves all that follows: that is mended first.
  const isForced = pages.some(({ findings }) => findings.some(({ code }) => PARTED.has(code)));
  return pages.map((page, at) => {
    const before = pages[at - 1];
    if (before === undefined || before.isEndedByBreak) return page;
    const beside = beginsBesideRoom(before.fragment, page.fragment);
    const isLast = at === pages.length - 1 && page.page.sheet === undefined && !isForced;
    const roomEmu = bodyHeight(page.page, page.bands);
    const alone = isLast ? standsAlone(before.fragment, { fragment: page.fragment, roomEmu }) : null;
    const found = [beside, alone].filter((each) => each !== null);
    return found.length === 0 ? page : { ...page, findings: [...page.findings, ...found] };
  });
}

/** Pages of a section that allows fewer, with the room that is missing; found by halving. */
function withRoomMissing(section: Section, pages: readonly CutPage[]): readonly CutPage[] {
  // A label is one page, whether its form says so or not.
  const { page: paper } = section;
  const most = paper.pagesMost ?? (paper.sheet !== undefined && isSmall(paper) ? 1 : pages.length);
  const beyond = pages.slice(most);
  const isEnough = (extraEmu: Emu): boolean => cutPages(section, 0, extraEmu).length <= most;
  // Whatever stands beyond has room in so much, where no breaks of the form keep it apart.
  let enough = beyond.reduce((sum, { page, bands }) => sum + Math.max(0, bodyHeight(page, bands)), 0);
  if (beyond.length === 0 || !isEnough(enough)) return pages;
  let tooLittle = 0;
  while (enough - tooLittle > ROOM_STEP_EMU) {
    const middle = tooLittle + Math.floor((enough - tooLittle) / 2);
    if (isEnough(middle)) enough = middle;
    else tooLittle = middle;
  }
  return pages.map((page, at) => (at === most ? { ...page, roomMissingEmu: enough } : page));
}

/** Smaller pages are labels, each of which is for one record: A6, in square EMU. */
const LABEL_AREA_MOST = 148 * 36_000 * (105 * 36_000);

/** Whether paper is as small as labels are. */
export function isSmall({ widthEmu, heightEmu }: Pick<CanvasPage, "widthEmu" | "heightEmu">): boolean {
  return widthEmu * heightEmu < LABEL_AREA_MOST;
}

/** A tenth of a millimetre, to which lengths are told. */
const ROOM_STEP_EMU = 3_600;

function cutWithBlanks(section: Section): readonly CutPage[] {
  const pages = cutPages(section, null);
  const isPushed =
    pages.slice(0, -1).some(({ fragment }) => fragment !== null && showsBlanks(fragment)) ||
    (pages.length > 1 && section.body.children.some(({ block }) => block.rules.keepNext && givesBlanks(block)));
  if (!isPushed) return pages;
  let best = cutPages(section, 0);
  if (best.length === pages.length) return pages;
  let [enough, most] = [0, BLANKS_MOST];
  while (most - enough > 1) {
    const middle = enough + Math.floor((most - enough) / 2);
    const tried = cutPages(section, middle);
    if (tried.length > best.length) most = middle;
    else {
      enough = middle;
      best = tried;
    }
  }
  return best;
}

/** More than the rows that a table may ask for. */
const BLANKS_MOST = 1_024;

/**
 * @param blanksMost blank rows of a table on the page where it ends; null for as many as there is room for
 * @param extraEmu what each page has room for beyond its paper
 */
function cutPages(section: Section, blanksMost: number | null, extraEmu: Emu = 0): readonly CutPage[] {
  const { page, pagesBefore, numberOf } = section;
  const pages: CutPage[] = [];
  let resume: Resume | null = null;
  do {
    const index = pagesBefore + pages.length;
    const cut = cutPage(section, resume, { isFirst: index === 0, number: numberOf(index) }, { blanksMost, extraEmu });
    pages.push(...cut.pages);
    resume = cut.resume;
  } while (resume !== null && pagesBefore + pages.length < PAGES_MAX);
  const last = pages.at(-1);
  if (resume === null || last === undefined) return pages;
  return [...pages.slice(0, -1), { ...last, findings: [...last.findings, tooManyPages(page)] }];
}

/** What a page takes, with the page after it where the record ends there, and what is left then. */
interface Cut {
  readonly pages: readonly CutPage[];
  readonly resume: Resume | null;
}

/**
 * At each page start the whole rest is tried in the last page's body; if it fits, this page is the last. If only the
 * normal body would hold it all, as little as may stand by itself is kept back for the last page.
 */
function cutPage(
  { page, body, endsRecord }: Section,
  resume: Resume | null,
  kind: { readonly isFirst: boolean; readonly number: number },
  { blanksMost, extraEmu }: Pick<Rest, "blanksMost" | "extraEmu">,
): Cut {
  const following = { isFirst: false, isLast: false, number: kind.number + 1 };
  const freshEmu = bodyHeight(page, bandsOf(page, following)) + extraEmu;
  const rest: Rest = { page, body, resume, freshEmu, blanksMost, extraEmu };
  const normal = attempt(rest, bandsOf(page, { ...kind, isLast: false }));
  if (!endsRecord || !page.bands.some((band) => band.on === "last")) return result(page, kind.number, normal);
  const last = attempt(rest, bandsOf(page, { ...kind, isLast: true }));
  const lastIsForced = partsByForce(last) && !partsByForce(normal);
  if (last.taken.resume === null && !lastIsForced) return result(page, kind.number, last);
  if (normal.taken.resume !== null) return result(page, kind.number, normal);
  const kept = keptBack(rest, { ...kind, isLast: true }, last);
  if (kept !== null) return result(page, kind.number, kept);
  // What belongs together stays so: the last page has its header and footer alone.
  const bands = bandsOf(page, { ...following, isLast: true });
  const closing: CutPage = {
    page,
    number: following.number,
    bands,
    fragment: null,
    isEndedByBreak: false,
    findings: [],
  };
  return { pages: [...result(page, kind.number, normal).pages, closing], resume: null };
}

/** What is still to be placed when a page begins. */
interface Rest {
  readonly page: CanvasPage;
  readonly body: FlowBlock;
  readonly resume: Resume | null;
  /** What the page after this one leaves to the body. */
  readonly freshEmu: Emu;
  readonly blanksMost: number | null;
  /** What each page has room for beyond its paper, where it is asked how much is missing. */
  readonly extraEmu: Emu;
}

function roomOf({ page, extraEmu }: Rest, bands: PageBands): Emu {
  return bodyHeight(page, bands) + extraEmu;
}

/** Half a point: no less is gained by looking closer. */
const KEPT_BACK_STEP_EMU = 6_350;

/**
 * The page that takes the most of a rest without taking all of it. Were it cut at the last page's height, few rows
 * could need more pages than one row more. Null where it would part what belongs together, or where the last page
 * could not hold what is left. Found by halving between the heights of the two bodies.
 * @param least what the last page's body takes, which is not all.
 */
function keptBack(rest: Rest, kind: PageKind, least: Attempt): Attempt | null {
  const bands = bandsOf(rest.page, { ...kind, isLast: false });
  let best: Attempt = { ...least, bands };
  let fitting = roomOf(rest, least.bands);
  let whole = roomOf(rest, bands);
  while (whole - fitting > KEPT_BACK_STEP_EMU) {
    const middle = fitting + Math.floor((whole - fitting) / 2);
    const tried = attempt(rest, bands, middle);
    if (tried.taken.resume === null) whole = middle;
    else {
      fitting = middle;
      best = tried;
    }
  }
  return !partsByForce(best) && endsNext(rest, kind, best) ? best : null;
}

/** What is parted against its rules, or lies where there is no room for it, is told. */
const PARTED: ReadonlySet<string> = new Set<DiagnosticCode>(["RPT4010", "RPT4011", "RPT4012", "RPT4014"]);

function partsByForce({ findings }: Attempt): boolean {
  return findings.some((finding) => PARTED.has(finding.code));
}

/** Whether the page after an attempt's would be the last, and hold the rest without force. */
function endsNext(rest: Rest, kind: PageKind, { taken }: Attempt): boolean {
  const next = { isFirst: false, isLast: true, number: kind.number + 1 };
  const last = attempt({ ...rest, resume: taken.resume }, bandsOf(rest.page, next));
  return last.taken.resume === null && !partsByForce(last);
}

interface Attempt {
  readonly bands: PageBands;
  readonly taken: Taken;
  readonly findings: readonly Finding[];
}

function attempt(rest: Rest, bands: PageBands, room = roomOf(rest, bands)): Attempt {
  const notes = { findings: [] as Finding[] };
  const { page, body, resume, freshEmu, blanksMost } = rest;
  const heightEmu = Math.max(BODY_HEIGHT_MIN_EMU, room);
  const space = { heightEmu, atTop: true, freshEmu, ...(blanksMost === null ? {} : { blanksMost }) };
  if (room < BODY_HEIGHT_MIN_EMU) notes.findings.push(noRoom(page, room));
  const taken = withUnprintedRest(body, cutFlow(body, resume, space, notes));
  return { bands, taken, findings: notes.findings };
}

/** No page is made for a rest that prints nothing: it ends the page before, with its bookmarks and named places. */
function withUnprintedRest(body: FlowBlock, taken: Taken): Taken {
  const { fragment, resume } = taken;
  if (resume === null || fragment?.kind !== "flow" || !restPrintsNothing(body, resume)) return taken;
  const endless = { heightEmu: ENDLESS_EMU, atTop: true, ignoresBreaks: true } as const;
  const rest = cutFlow(body, resume, endless, { findings: [] });
  if (rest.fragment?.kind !== "flow" || rest.resume !== null) return taken;
  const below = rest.fragment.children.map((child) => ({ ...child, yEmu: fragment.heightEmu }));
  return { fragment: { ...fragment, children: [...fragment.children, ...below] }, resume: null };
}

function result(page: CanvasPage, number: number, { bands, taken, findings }: Attempt): Cut {
  const isEndedByBreak = taken.forced !== undefined;
  return { pages: [{ page, number, bands, fragment: taken.fragment, isEndedByBreak, findings }], resume: taken.resume };
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
