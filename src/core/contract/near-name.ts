// Names that were probably meant for one another: by another way to write them, by a slip, by a part more or less.

/** A declared name that another one may stand for. */
export interface NearName {
  readonly name: string;
  /** Near enough only where the value is one that the declared member takes as well. */
  readonly isFaint: boolean;
}

/** Names of so many letters are one another's neighbours by chance: `tax` is no slip of `fax`. */
export const SHORT_LENGTH = 3;
/** From so many letters on two slips still leave a name what it is. */
const TWO_SLIPS_LENGTH_MIN = 8;
/** Letters that name something by themselves: `備考` is what `備考欄` is about. */
const IDEOGRAPHIC = /^[\u3005-\u3007\u3041-\u30ff\u3400-\u9fff\uf900-\ufaff\u{20000}-\u{3ffff}]{2,}$/u;
/** What a name of such letters may have more than another one: `欄`, `番号`, `お`; `カナ` is another value. */
const AFFIX = /^(?:[おご]|[\u3005-\u3007\u3400-\u9fff]{1,2})$/u;
/** Ideographs that end the names of values: one of them in another's place names another value (`品名`, `品番`). */
const ENDS_OF_NAMES = new Set("名番目額率込抜日時数量価位者号先元地所期計高種別型式印欄");

/** A part more or less lies further off than any slip. */
const AFFIX_WEIGHT = 8;

/** Declared names that one may stand for: the same written another way, then the nearest slips. */
export function namesNear(name: string, declared: readonly string[]): readonly NearName[] {
  const own = normalName(name);
  const weighed: { readonly name: string; readonly weight: number }[] = [];
  for (const each of declared) {
    const weight = each === name ? null : weightBetween(own, normalName(each));
    if (weight !== null) weighed.push({ name: each, weight });
  }
  const least = Math.min(...weighed.map(({ weight }) => weight).filter((weight) => weight > 0));
  return weighed
    .filter(({ weight }) => weight === 0 || weight === least)
    .sort((one, other) => one.weight - other.weight)
    .map((each) => ({ name: each.name, isFaint: each.weight > 0 && areIdeographic(own, normalName(each.name)) }));
}

/** How far two names lie apart: 0 for the same one, null where neither stands for the other. */
function weightBetween(own: string, other: string): number | null {
  if (own === other) return 0;
  // `line2` and `line3` are two names, however near.
  const [digits, others] = [digitsOf(own), digitsOf(other)];
  if (digits !== "" && others !== "" && digits !== others) return null;
  const most = own.length >= TWO_SLIPS_LENGTH_MIN ? 2 : 1;
  const slips = slipsBetween(own, other, most);
  if (slips <= most && isSlip(own, other)) return slips;
  return areIdeographic(own, other) && isAffixed(own, other) ? AFFIX_WEIGHT : null;
}

/** Whether two names so near one another are probably one: neighbours by chance have another letter somewhere. */
function isSlip(own: string, other: string): boolean {
  if (areIdeographic(own, other)) return own[0] === other[0] && !endOtherwise(own, other);
  const isLong = Math.min(own.length, other.length + 1) > SHORT_LENGTH;
  if (!isLong) return isShortSlip(own, other);
  // `rate` is no slip of `date`, nor `weight` of `height`.
  return own.length !== other.length || own.slice(1) !== other.slice(1) || own.length >= TWO_SLIPS_LENGTH_MIN;
}

function endOtherwise(own: string, other: string): boolean {
  const [one = "", another = ""] = [own.at(-1), other.at(-1)];
  return one !== another && ENDS_OF_NAMES.has(one) && ENDS_OF_NAMES.has(another);
}

/** Ideographs are neighbours by chance in names of any length (`品名`, `品番`): the value tells then. */
function areIdeographic(own: string, other: string): boolean {
  return IDEOGRAPHIC.test(own) && IDEOGRAPHIC.test(other);
}

/**
 * In short names a letter that is dropped or added after the first one (`wrp`, `tag`), or two that are swapped
 * (`qyt`). Another letter in its place makes another word of it.
 */
function isShortSlip(own: string, other: string): boolean {
  if (Math.min(own.length, other.length) < 2) return false;
  return own.length === other.length ? own.length === SHORT_LENGTH && isSwapped(own, other) : own[0] === other[0];
}

function isSwapped(own: string, other: string): boolean {
  return [...own].sort().join("") === [...other].sort().join("");
}

function isAffixed(own: string, other: string): boolean {
  const [short, long] = own.length < other.length ? [own, other] : [other, own];
  if (long.startsWith(short)) return AFFIX.test(long.slice(short.length));
  return long.endsWith(short) && AFFIX.test(long.slice(0, -short.length));
}

/** The digits of a name: names that differ in them name several values. */
export function digitsOf(name: string): string {
  return name.replaceAll(/\D/g, "");
}

/** Insertions, deletions, replacements and swaps of neighbours; more than `most` are not counted to their end. */
function slipsBetween(one: string, other: string, most: number): number {
  if (one === other) return 0;
  if (most === 0 || Math.abs(one.length - other.length) > most) return most + 1;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [left, right] = [one.slice(at), other.slice(at)];
  const swapped = left.length > 1 && left[0] === right[1] && left[1] === right[0];
  return (
    1 +
    Math.min(
      slipsBetween(left.slice(1), right, most - 1),
      slipsBetween(left, right.slice(1), most - 1),
      slipsBetween(left.slice(1), right.slice(1), most - 1),
      swapped ? slipsBetween(left.slice(2), right.slice(2), most - 1) : most,
    )
  );
}

/** How far full-width letters lie behind those of ASCII. */
const WIDER = 0xfee0;

/** `issue_date`, `issue-date`, `IssueDate` and the same in full width are one name. */
export function normalName(name: string): string {
  return narrowed(name)
    .toLowerCase()
    .replaceAll(/[\s_\-.[\]]/gu, "");
}

/** The same with letters of full width as those of ASCII. */
export function narrowed(name: string): string {
  return name.replaceAll(/[\uff01-\uff5e]/gu, (wide) => String.fromCharCode(wide.charCodeAt(0) - WIDER));
}
