// Headers, footers and backgrounds: which of several stands on a page, and those that stand on none.
import type { ElementStatement } from "../../language/index.ts";
import { advise, type CheckContext } from "../context/index.ts";

/** On which pages a band stands, the most specific first: of several for one page the first stands there alone. */
export const BAND_PRECEDENCE = ["last", "first", "odd", "even", "rest", "all"] as const;

export type BandOn = (typeof BAND_PRECEDENCE)[number];

/** Which page of a record is asked about. */
export interface PageKind {
  readonly isFirst: boolean;
  readonly isLast: boolean;
  /** As `page.n` prints. */
  readonly number: number;
}

/** Whether a band that says `on` may stand on a page, were there no other. */
export function isBandFor(on: BandOn, { isFirst, isLast, number }: PageKind): boolean {
  const answers: Readonly<Record<BandOn, boolean>> = {
    last: isLast,
    first: isFirst,
    odd: number % 2 === 1,
    even: number % 2 === 0,
    rest: !isFirst,
    all: true,
  };
  return answers[on];
}

const BANDS: ReadonlySet<string> = new Set(["header", "footer", "background"]);

interface WrittenBand {
  readonly statement: ElementStatement;
  readonly on: BandOn;
}

/** RPT1024: a band that no page of its section shows, whatever the data are. */
export function checkBands(context: CheckContext, pages: readonly ElementStatement[]): void {
  const firstNumber = firstNumberOf(context, pages[0]);
  pages.forEach((page, section) => {
    const kinds = kindsOfPages(section === 0 ? firstNumber : null, section === pages.length - 1);
    const bands = (page.block?.children ?? []).flatMap((each): readonly WrittenBand[] => {
      if (each.kind !== "element" || !BANDS.has(each.keyword.text)) return [];
      const on = onOf(context, each);
      return on === null ? [] : [{ statement: each, on }];
    });
    for (const same of Map.groupBy(bands, ({ statement }) => statement.keyword.text).values()) {
      const shown = new Set(kinds.map((kind) => bandOf(same, kind)));
      for (const band of same) if (!shown.has(band)) reportUnseen(context, band, same);
    }
  });
}

/**
 * Every kind of page that a section may have: the record's last page is in its last section.
 * @param firstNumber the number of the record's first page, in its first section; null in the others.
 */
function kindsOfPages(firstNumber: number | null, endsRecord: boolean): readonly PageKind[] {
  const lasts = endsRecord ? [true, false] : [false];
  const first = firstNumber === null ? [] : lasts.map((isLast) => ({ isFirst: true, isLast, number: firstNumber }));
  return [...first, ...lasts.flatMap((isLast) => [1, 2].map((number) => ({ isFirst: false, isLast, number })))];
}

function firstNumberOf(context: CheckContext, page: ElementStatement | undefined): number {
  const written = page?.properties.find((each) => each.name.text === "first-number");
  const number = written === undefined ? 1 : Number(context.textOf(written.value.span));
  return Number.isInteger(number) ? number : 1;
}

function bandOf(bands: readonly WrittenBand[], kind: PageKind): WrittenBand | undefined {
  for (const on of BAND_PRECEDENCE) {
    const band = isBandFor(on, kind) ? bands.find((each) => each.on === on) : undefined;
    if (band !== undefined) return band;
  }
  return undefined;
}

/** Null where the word is none of them, which is told elsewhere. */
function onOf(context: CheckContext, { properties }: ElementStatement): BandOn | null {
  const written = properties.find((each) => each.name.text === "on");
  if (written === undefined) return "all";
  const text = context.textOf(written.value.span);
  return BAND_PRECEDENCE.find((each) => each === text) ?? null;
}

function reportUnseen(context: CheckContext, { statement, on }: WrittenBand, same: readonly WrittenBand[]): void {
  const name = statement.keyword.text;
  const isSecond = same.find((each) => each.on === on)?.statement !== statement;
  const others = same.filter((each) => each.on !== on).map((each) => `on=${each.on}`);
  const reasons = {
    second: `only one of those that say on=${on} does`,
    record: `the record's ${on} page belongs to the ${on} page block`,
    covered: `${[...new Set(others)].join(" and ")} take all pages`,
  };
  const advice = {
    second: "write its content into the first one, or give it another on=",
    record: `move it to the ${on} page block, or write another on=`,
    covered: "write its content into each of the others, or delete one of them",
  };
  const why = isSecond ? "second" : on === "first" || on === "last" ? "record" : "covered";
  context.report({
    code: "RPT1024",
    span: statement.keyword.span,
    message: `${name} on=${on} stands on no page: ${reasons[why]}`,
    why: "Of several headers, footers or backgrounds for one page the most specific stands there alone.",
    repair: advise(advice[why]),
  });
}
