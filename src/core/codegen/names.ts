// Names of the data → names that a language takes for types, members and constants.

/**
 * Letters of names that all languages take: those of the template language but for signs, such as the middle dot, and
 * characters of later Unicode versions than compilers in use know.
 */
const LETTERS =
  "A-Za-z\\u3005-\\u3007\\u3041-\\u3096\\u309d-\\u309f\\u30a1-\\u30fa\\u30fc-\\u30ff" +
  "\\u3400-\\u4db5\\u4e00-\\u9fef\\uff66-\\uff9f";

/** What stands between words. */
const BETWEEN = new RegExp(`[^${LETTERS}0-9]+`);
const BEGUN = new RegExp(`^[${LETTERS}]`);

/** Whether a name needs no quotation marks in any language. */
export const PLAIN = new RegExp(`^[${LETTERS}_][${LETTERS}0-9_]*$`);

/** The names of a scope: each call gives a name that no call before gave. */
export type NameGiver = (wanted: string) => string;

/**
 * A scope in which `reserved` names are taken from the beginning. Names that differ in their case alone count as one:
 * a compiler may write a file for each type, and some file systems tell no case.
 */
export function scope(reserved: Iterable<string>): NameGiver {
  const taken = new Set([...reserved].map(folded));
  return (wanted) => {
    let name = wanted;
    for (let count = 2; taken.has(folded(name)); count++) name = `${wanted}${count}`;
    taken.add(folded(name));
    return name;
  };
}

function folded(name: string): string {
  return name.toLowerCase();
}

/** Members of one scope by their own names. Reserved ones, which a language tells by case, get a sign behind them. */
export function memberNames(
  wires: readonly string[],
  spelt: (wire: string) => string,
  reserved: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const give = scope([]);
  return new Map(
    wires.map((wire) => {
      const name = spelt(wire);
      return [wire, give(reserved.has(name) ? `${name}_` : name)];
    }),
  );
}

/** The words of a name: `postalCode`, `postal_code` and `PostalCode` have two. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replace(/([A-Z])([A-Z][a-z])/g, "$1 $2")
    .split(BETWEEN)
    .filter((word) => word !== "");
}

/** `PostalCode` of one or several names. */
export function pascal(...names: readonly string[]): string {
  return names.flatMap(wordsOf).map(capitalized).join("");
}

/** `postalCode` */
export function camel(name: string): string {
  const [first = "", ...rest] = wordsOf(name);
  return [first.toLowerCase(), ...rest.map(capitalized)].join("");
}

/** `postal_code` */
export function snake(name: string): string {
  return wordsOf(name).join("_").toLowerCase();
}

function capitalized(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}

/** A character by its number: `_3007`. */
export function numbered(sign: string): string {
  return `_${sign.charCodeAt(0).toString(16).toUpperCase()}`;
}

/** A name that begins as names do: one of digits alone, or of none of its letters, has a letter before it. */
export function begun(name: string, letter: string): string {
  return BEGUN.test(name) ? name : `${letter}${name}`;
}

/** The wire value of a choice as the words of a constant: `-0.5` is `Minus 0_5`. */
export function choiceWords(value: string, isNumeric: boolean): string {
  if (!isNumeric) return value;
  return `N ${value.replace("-", "Minus ").replace(".", " point ")}`;
}
