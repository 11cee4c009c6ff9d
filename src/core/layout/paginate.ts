// A section's body → the fragments of its pages. Every page places something, so the work is linear in the content.
import type { CanvasPage, Emu } from "../canvas/index.ts";
import { bandsOf, bodyHeight, type PageBands } from "./bands.ts";
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
 * normal body would hold it all, the page is cut at the last page's height, so that something is left for the last.
 */
function cutPage(
  page: CanvasPage,
  body: FlowBlock,
  resume: Resume | null,
  kind: { readonly isFirst: boolean; readonly number: number },
  endsRecord: boolean,
): { readonly page: CutPage; readonly resume: Resume | null } {
  const normal = attempt(page, body, resume, bandsOf(page, { ...kind, isLast: false }));
  if (!endsRecord || !page.bands.some((band) => band.on === "last")) return result(page, kind.number, normal);
  const last = attempt(page, body, resume, bandsOf(page, { ...kind, isLast: true }));
  if (last.taken.resume === null) return result(page, kind.number, last);
  if (normal.taken.resume !== null) return result(page, kind.number, normal);
  return result(page, kind.number, { ...last, bands: normal.bands });
}

interface Attempt {
  readonly bands: PageBands;
  readonly taken: Taken;
  readonly findings: readonly Finding[];
}

function attempt(page: CanvasPage, body: FlowBlock, resume: Resume | null, bands: PageBands): Attempt {
  const notes = { findings: [] as Finding[] };
  const room = bodyHeight(page, bands);
  const space = { heightEmu: Math.max(BODY_HEIGHT_MIN_EMU, room), atTop: true };
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
