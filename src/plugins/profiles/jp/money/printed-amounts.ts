// Amounts as a reader finds them on paper, with the words that say what they are: whether they come from fields, from
// words of the source, or from computed text is not asked.
import { Decimal, type Form, type ReadText, readingOf } from "../../../../core/sdk/index.ts";
import { narrow } from "../items/narrow.ts";

/** An amount of money on paper. */
export interface PrintedAmount {
  readonly amount: Decimal;
  /** ▲, △ or − stands before it. */
  readonly isMinus: boolean;
  readonly of: ReadText;
  /** The value of the data that it shows; null for words of the source. */
  readonly path: string | null;
  readonly role: string | null;
  /** Words before it in its own text. */
  readonly own: string;
  /** All of its text before it. */
  readonly before: string;
  /** Words behind it up to the next amount. */
  readonly behind: string;
  /** The label at its left. */
  readonly row: string;
  /** The heading of its column in a grid or a table. */
  readonly column: string;
  /** The grid or table that it stands in; null for others. */
  readonly grid: number | null;
}

/** Several rules ask for those of one form, one after another. What is frozen stays true. */
let last: { readonly form: Form; readonly amounts: readonly PrintedAmount[] } | null = null;

/** All amounts but those of the lines of a list. */
export function printedAmounts(form: Form): readonly PrintedAmount[] {
  if (last?.form === form) return last.amounts;
  const amounts = findAmounts(form);
  if (Object.isFrozen(form)) last = { form, amounts };
  return amounts;
}

const AMOUNT = new RegExp(
  "(?<sign>[-−－‐▲△]\\s*)?(?<currency>[¥￥]\\s*|金\\s*)?(?<minus>[-−▲△]\\s*)?" +
    "(?<![\\d.,/:：]|[\\dA-Za-z]-)(?<digits>\\d{1,3}(?:,\\d{3})+|\\d+)(?![\\d,]|\\.\\d|[/:：]\\d)(?<unit>\\s*円)?",
  "g",
);
/** Units of something else than money. */
const OTHER_UNIT =
  /^\s*(?:%|パーセント|年|月(?!額)|日|時|分(?!の)|個|本|枚|点|名|人|回|か月|ヶ月|箱|台|式|kg|mm|歳|号|条|丁目|-\d)/;
/** Such a table has few lines: one for each rate. */
const RATES_MAX = 12;

interface Found {
  readonly match: RegExpExecArray;
  readonly text: string;
}

function amountsIn(text: string): readonly Found[] {
  const plain = narrow(text);
  if (!/\d/.test(plain)) return [];
  return [...plain.matchAll(AMOUNT)].flatMap((match): readonly Found[] => {
    const { currency, digits = "", unit } = match.groups ?? {};
    const behind = plain.slice(match.index + match[0].length);
    if (unit === undefined && OTHER_UNIT.test(behind)) return [];
    const isAlone = /^[\s(]*$/.test(plain.slice(0, match.index)) && /^[\s)也-]*$/.test(behind);
    const isMoney = currency !== undefined || unit !== undefined || digits.includes(",") || isAlone;
    return isMoney ? [{ match, text: plain }] : [];
  });
}

const KANJI_DIGITS = "〇一二三四五六七八九";
const DAIJI: Readonly<Record<string, string>> = {
  零: "〇",
  壱: "一",
  弐: "二",
  参: "三",
  肆: "四",
  伍: "五",
  拾: "十",
};
const UNITS: Readonly<Record<string, number>> = { 十: 10, 百: 100, 千: 1_000, 阡: 1_000, 仟: 1_000 };
const MYRIADS: Readonly<Record<string, number>> = { 万: 10_000, 萬: 10_000, 億: 100_000_000 };
const KANJI_AMOUNT = /金[\s　]*([〇零一二三四五六七八九十百千万億壱弐参肆伍拾阡仟萬]{2,})[\s　]*円/;

/** 八万六千三百六十, 壱万参千弐百 → the number. */
export function kanjiNumber(written: string): number {
  let [all, part, digit] = [0, 0, 0];
  for (const letter of written) {
    const plain = DAIJI[letter] ?? letter;
    const [unit, myriad] = [UNITS[plain], MYRIADS[plain]];
    if (unit !== undefined) {
      part += (digit === 0 ? 1 : digit) * unit;
      digit = 0;
    } else if (myriad !== undefined) {
      all += (part + digit) * myriad;
      [part, digit] = [0, 0];
    } else digit = digit * 10 + Math.max(0, KANJI_DIGITS.indexOf(plain));
  }
  return all + part + digit;
}

/** Amounts in kanji: they stand for the sum that is paid. */
export function kanjiAmounts(form: Form): readonly { readonly amount: Decimal; readonly of: ReadText }[] {
  return readingOf(form).texts.flatMap((of) => {
    const [, written] = KANJI_AMOUNT.exec(of.text) ?? [];
    return written === undefined ? [] : [{ amount: Decimal.ofInteger(kanjiNumber(written)), of }];
  });
}

function findAmounts(form: Form): readonly PrintedAmount[] {
  const { texts, columns } = readingOf(form);
  const headings = headingsOfRates(form);
  const isShown = ({ element }: ReadText) =>
    element === null || form.elements[element]?.keyword !== "column" || headings.has(element);
  const shown = texts.filter(isShown);
  const found = new Map(shown.map((text) => [text, amountsIn(text.text)] as const));
  const isHeading = new Set(
    columns.flatMap(({ element }) => texts.filter((text) => text.element === element).slice(0, 1)),
  );
  const labels = shown.filter((text) => (found.get(text) ?? []).length === 0 && !isHeading.has(text));
  return shown.flatMap((of, index) => {
    const own = found.get(of) ?? [];
    if (own.length === 0) return [];
    const grid = gridOf(form, of.element);
    const row = labelAtLeft(labels, of);
    const heading = of.element === null ? undefined : headings.get(of.element);
    const column = heading ?? (grid === null ? "" : headOver(form, { texts: shown, found, of, grid }));
    const [earlier, between] = textBefore(shown, found, index);
    return own.map(({ match, text }, at) => {
      const last = own[at - 1]?.match;
      const start = last === undefined ? 0 : last.index + last[0].length;
      const end = match.index + match[0].length;
      const source = of.sources.find((one) => one.start < end && one.end > match.index);
      const { sign, minus, digits = "0" } = match.groups ?? {};
      const isMinus = sign !== undefined || minus !== undefined;
      const amount = Decimal.of(digits.replaceAll(",", ""));
      const words = `${at === 0 ? between : ""}${text.slice(start, match.index)}`;
      return {
        ...{ amount: isMinus ? amount.negated() : amount, isMinus, of, row, column, grid },
        ...{ path: source?.path ?? null, role: source?.role ?? null },
        before: earlier + text.slice(0, match.index),
        own: words.replace(/^[\s円。、)）]+/, ""),
        behind: text.slice(end, own[at + 1]?.match.index ?? text.length),
      };
    });
  });
}

/** What stands before a text on its line in the same element, and of that what follows the last amount. */
function textBefore(
  texts: readonly ReadText[],
  found: ReadonlyMap<ReadText, readonly Found[]>,
  index: number,
): readonly [whole: string, rest: string] {
  let [whole, rest] = ["", ""];
  const of = texts[index];
  for (let at = index - 1; at >= 0 && of !== undefined; at -= 1) {
    const text = texts[at];
    if (text === undefined || text.element !== of.element || text.page !== of.page) break;
    if (Math.abs(middleOf(text) - middleOf(of)) > of.sizeEmu / 2 || text.bounds.leftEmu > of.bounds.leftEmu) break;
    const plain = `${narrow(text.text)} `;
    const last = (found.get(text) ?? []).at(-1)?.match;
    if (!/\d/.test(whole)) rest = `${last === undefined ? plain : plain.slice(last.index + last[0].length)}${rest}`;
    whole = plain + whole;
    if (last !== undefined) break;
  }
  return [whole, rest];
}

/** Columns of the tables that have one line for each rate, with their headings. */
function headingsOfRates(form: Form): ReadonlyMap<number, string> {
  const { columns } = readingOf(form);
  const parentOf = (element: number) => form.elements[element]?.parent ?? null;
  const ofTax = new Set(
    columns
      .filter(({ heading, cells }) => /消費税|税額/.test(heading) && cells.length <= RATES_MAX)
      .map(({ element }) => parentOf(element)),
  );
  return new Map(
    columns.flatMap(({ element, heading }) => (ofTax.has(parentOf(element)) ? [[element, heading] as const] : [])),
  );
}

function gridOf({ elements }: Form, element: number | null): number | null {
  for (let at = element; at !== null; at = elements[at]?.parent ?? null) {
    const keyword = elements[at]?.keyword;
    if (keyword === "grid" || keyword === "table") return at;
  }
  return null;
}

function middleOf({ bounds }: ReadText): number {
  return (bounds.topEmu + bounds.bottomEmu) / 2;
}

/** The nearest words at the left of a text, past other amounts. */
function labelAtLeft(labels: readonly ReadText[], of: ReadText): string {
  let best: ReadText | null = null;
  for (const label of labels) {
    if (label.page !== of.page || label.bounds.rightEmu > of.bounds.leftEmu) continue;
    if (Math.abs(middleOf(label) - middleOf(of)) > Math.max(label.sizeEmu, of.sizeEmu) * 0.8) continue;
    if (best === null || label.bounds.rightEmu > best.bounds.rightEmu) best = label;
  }
  return best === null ? "" : narrow(best.text).trim();
}

/** What a line of headings of money has at least twice. */
const HEAD_OF_MONEY = /税|額|計|対価|対象|区分|価|手当|給|料|保険|費/;

interface CellOfGrid {
  readonly texts: readonly ReadText[];
  readonly found: ReadonlyMap<ReadText, readonly Found[]>;
  readonly of: ReadText;
  readonly grid: number;
}

/** The head of a cell's column: of the nearest line of headings over it, the last that begins before the cell ends. */
function headOver(form: Form, { texts, found, of, grid }: CellOfGrid): string {
  const above = texts.filter(
    (text) =>
      text.page === of.page && middleOf(text) < middleOf(of) - of.sizeEmu / 2 && gridOf(form, text.element) === grid,
  );
  const lines = [...Map.groupBy(above, (text) => Math.round(middleOf(text) / (of.sizeEmu * 0.8)))];
  lines.sort(([one], [other]) => other - one);
  for (const [, line] of lines) {
    const isOfHeads = line.every((text) => (found.get(text) ?? []).length === 0);
    if (!isOfHeads || line.filter(({ text }) => HEAD_OF_MONEY.test(text)).length < 2) continue;
    const heads = line.filter(({ bounds }) => bounds.leftEmu < of.bounds.rightEmu);
    const head = heads.reduce<ReadText | null>(
      (best, text) => (best === null || text.bounds.leftEmu > best.bounds.leftEmu ? text : best),
      null,
    );
    return head === null ? "" : narrow(head.text).trim();
  }
  return "";
}
