// The headings that stand freely over groups of pay: 支給 over a grid of what is paid, 控除 over one of what is withheld.
import { type Form, type ReadText, readingOf } from "../../../../../core/sdk/index.ts";
import { narrow } from "../../items/narrow.ts";
import { meaningOfLabel } from "../../reading/label-meanings.ts";

/** What a group is of. */
export type Group = "paid" | "withheld";

/** A sum whose group its role tells, and the heading that a reader takes it to be under. */
export interface GroupedPay {
  readonly group: Group;
  /** Its label, else what it prints. */
  readonly name: string;
  readonly text: ReadText;
  readonly path: string | null;
  /** The heading over it and what that is of; null where it has none, `group` null where that says neither. */
  readonly heading: FreeHeading | null;
}

const GROUP_OF: Readonly<Record<string, Group>> = {
  "payslip.earnings": "paid",
  "payslip.deductions": "withheld",
};

/** What a role is of; null for every other one. */
export function groupOf(role: string | null): Group | null {
  return GROUP_OF[role ?? ""] ?? null;
}

const END = "(?:金?額|項目|内訳|の?部|欄|明細|の?内容)*";
const HEADINGS: readonly (readonly [RegExp, Group])[] = [
  [new RegExp(`^(?:総?支給|支払)${END}$`), "paid"],
  [new RegExp(`^(?:総?控除|天引き?)${END}$`), "withheld"],
];
const LATIN: readonly (readonly [RegExp, Group])[] = [
  [/^(?:earnings?|payments?|pay)$/i, "paid"],
  [/^(?:deductions?|withholdings?)$/i, "withheld"],
];
const HEADING_LETTERS_MAX = 24;

/** What a heading is of: `支給額 Earnings`, `【控除】`; null for any other words. */
export function groupNamed(heading: string): Group | null {
  const plain = narrow(heading).replaceAll(/[\s　【】■●◆□○◇<>〈〉「」・：:.()]/g, "");
  const native = plain.replaceAll(/[A-Za-z]/g, "");
  const found =
    native === "" ? LATIN.find(([words]) => words.test(plain)) : HEADINGS.find(([words]) => words.test(native));
  return found?.[1] ?? null;
}

/** Every sum with a role of pay, with the heading over it. */
export function groupedPay(form: Form): readonly GroupedPay[] {
  const { texts, pairs } = readingOf(form);
  const labels = new Map(pairs.map(({ of, label }) => [of, label] as const));
  const headings = freeHeadings(form);
  if (!headings.some(({ group }) => group !== null)) return [];
  return texts.flatMap((text) => {
    const source = text.sources.find(({ role }) => role !== null && role in GROUP_OF);
    const group = GROUP_OF[source?.role ?? ""];
    if (source === undefined || group === undefined) return [];
    const name = nameInRow(form, text) ?? (labels.get(text) ?? text.text).trim();
    return [{ group, name, text, path: source.path, heading: headingOver(headings, text) }];
  });
}

/** The words at the left of a sum in its row of a table: 健康保険 under 項目, and no 金額 over it. */
function nameInRow(form: Form, { element, page, bounds }: ReadText): string | null {
  const own = element === null ? undefined : form.elements[element];
  if (own?.keyword !== "column") return null;
  const { parent } = own;
  const cells = readingOf(form).columns.flatMap((column) =>
    form.elements[column.element]?.parent === parent ? column.cells : [],
  );
  const before = cells.filter(
    (cell) =>
      cell.page === page &&
      cell.bounds.topEmu < bounds.bottomEmu &&
      bounds.topEmu < cell.bounds.bottomEmu &&
      cell.bounds.rightEmu <= bounds.leftEmu &&
      /[ぁ-んァ-ヶ一-龠A-Za-z]/.test(cell.text),
  );
  return before.at(-1)?.text.trim() ?? null;
}

/**
 * Every sum in a ruled grid under a row heading of its first column, which spans the rows of its group: 支給 beside two
 * rows of names and sums. Cells follow their heading in the source, so the last heading before a sum is its own.
 */
export function ruledPay(form: Form): readonly GroupedPay[] {
  const { texts } = readingOf(form);
  const grids = Map.groupBy(texts, ({ element }) => gridOf(form, element));
  return [...grids].flatMap(([grid, own]) => {
    if (grid === null) return [];
    const leftEmu = Math.min(...own.map(({ bounds }) => bounds.rightEmu));
    const headings = own.flatMap((of): readonly FreeHeading[] => {
      const group = of.sources.every(({ path }) => path === null) ? groupNamed(of.text) : null;
      return group === null || of.bounds.leftEmu >= leftEmu ? [] : [{ of, text: of.text.trim(), group }];
    });
    if (new Set(headings.map(({ group }) => group)).size < 2) return [];
    return own.flatMap((text): readonly GroupedPay[] => {
      const source = text.sources.find(({ role }) => role !== null && role in GROUP_OF);
      const group = GROUP_OF[source?.role ?? ""];
      const heading = headings.findLast(({ of }) => (of.element ?? 0) < (text.element ?? 0)) ?? null;
      return source === undefined || group === undefined || heading === null
        ? []
        : [{ group, name: nameOver(own, text), text, path: source.path, heading }];
    });
  });
}

/** The ruled grid that an element stands in; null for every other one. */
export function gridOf({ elements }: Form, element: number | null): number | null {
  for (let at = element; at !== null; at = elements[at]?.parent ?? null) {
    if (elements[at]?.keyword === "grid") return at;
  }
  return null;
}

/** The nearest words over a figure of a grid; null where it stands in none, or under none. */
export function headOver(form: Form, text: ReadText): string | null {
  const grid = gridOf(form, text.element);
  if (grid === null) return null;
  const name = nameOver(
    readingOf(form).texts.filter(({ element }) => gridOf(form, element) === grid),
    text,
  );
  return name === text.text.trim() ? null : name;
}

/** The nearest words over a sum, else what it prints. */
function nameOver(texts: readonly ReadText[], { bounds, text, page }: ReadText): string {
  const above = texts.filter(
    (one) =>
      one.page === page &&
      one.bounds.bottomEmu <= bounds.topEmu &&
      one.bounds.leftEmu < bounds.rightEmu &&
      one.sources.every(({ path }) => path === null),
  );
  const [nearest] = above.toSorted(
    (one, other) => other.bounds.bottomEmu - one.bounds.bottomEmu || other.bounds.leftEmu - one.bounds.leftEmu,
  );
  return (nearest?.text ?? text).trim();
}

/** Words that stand over a group, or over something else. */
export interface FreeHeading {
  readonly of: ReadText;
  readonly text: string;
  readonly group: Group | null;
}

/** Short words of the source that stand in no grid, table or pair and beside no value of their own. */
function freeHeadings(form: Form): readonly FreeHeading[] {
  const { texts, pairs } = readingOf(form);
  const labels = new Set(pairs.flatMap(({ labelText, place }) => (place === "above" ? [] : [labelText])));
  return texts.flatMap((of) => {
    const isFixed = of.sources.every(({ path }) => path === null) && !/[0-9０-９]/.test(of.text);
    const isShort = of.text.trim() !== "" && of.text.length <= HEADING_LETTERS_MAX;
    if (!isFixed || !isShort || isRuled(form, of.element)) return [];
    const group = groupNamed(of.text);
    // 差引支給額 beside its sum is a label; 支給 beside the first of several sums heads all of them.
    if (group === null && (labels.has(of) || meaningOfLabel(of.text) !== null)) return [];
    return [{ of, text: of.text.trim(), group }];
  });
}

const RULED: ReadonlySet<string> = new Set(["grid", "table", "pairs", "header", "footer", "background"]);

function isRuled({ elements }: Form, element: number | null): boolean {
  for (let at = element; at !== null; at = elements[at]?.parent ?? null) {
    if (RULED.has(elements[at]?.keyword ?? "")) return true;
  }
  return false;
}

/** The lowest line of headings over a sum, and on it the last one that begins before the sum ends. */
function headingOver(headings: readonly FreeHeading[], { bounds, page, sizeEmu }: ReadText): FreeHeading | null {
  const above = headings.filter(
    ({ of }) =>
      of.page === page && of.bounds.bottomEmu <= bounds.topEmu + sizeEmu / 2 && of.bounds.leftEmu < bounds.rightEmu,
  );
  const nearest = above.toSorted((one, other) => other.of.bounds.bottomEmu - one.of.bounds.bottomEmu)[0];
  if (nearest === undefined) return null;
  const line = above.filter(({ of }) => nearest.of.bounds.bottomEmu - of.bounds.bottomEmu < nearest.of.sizeEmu);
  return line.toSorted((one, other) => other.of.bounds.leftEmu - one.of.bounds.leftEmu)[0] ?? null;
}

/** Whether nothing heads a sum: what stands higher than all headings of groups, such as the title, does not. */
export function isUnheaded(form: Form, { heading, text }: GroupedPay): boolean {
  if (heading === null) return true;
  if (heading.group !== null) return false;
  const groups = freeHeadings(form).filter(({ of, group }) => group !== null && of.page === text.page);
  return groups.every(({ of }) => heading.of.bounds.bottomEmu <= of.bounds.topEmu);
}
