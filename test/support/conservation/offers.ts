// Repairs in words that name a property and its value → the source with them, as a reader would write it.
import { compileSource, hasUseOf, writtenElements } from "../../../src/core/canvas/index.ts";
import type { Diagnostic } from "../../../src/core/diagnostics/index.ts";
import { checkedForm } from "./repairs.ts";

/** One way of a repair's words, done. */
interface Offer {
  readonly finding: Diagnostic;
  readonly words: string;
  /** The source with it; null where the element that is named takes no such property, or has no use for it. */
  readonly source: string | null;
}

/** `write padding=0.8mm or more at the cell`, `enlarge w by 0.3mm`, `give the grid a larger row-h=`. */
const AT_ELEMENT = /write ([a-z-]+)=([^\s,]+)(?: or more)? at the ([a-z]+)/gu;
const ENLARGED = /enlarge (w|h|max-h) by (\d+(?:\.\d+)?)mm/gu;
const HIGHER_ROWS = /give the ([a-z]+) a larger row-h=/gu;
const WIDER_COLUMN = /widen the column in cols= of the grid/gu;
const SHRUNK = /use (fit=shrink(?: lines=\d+)?)/gu;
const BROKEN = /allow breaks anywhere with (wrap=char)/gu;
const MORE_LINES = /allow (lines=\d+)/gu;
const NO_BORDER = /give the ([a-z]+) a thinner border, or (border=none)/gu;

const DARKER = /write a darker (fill)=/gu;
const FRAMED = /or a (border)=/gu;

/** What a row or column is made, where the words say no number: more than any of the samples needs. */
const MUCH = "60mm";

/** All that the words of a finding offer by a property's name. */
function offersOf(source: string, finding: Diagnostic): readonly Offer[] {
  const title = finding.repair?.title ?? "";
  const at = (keyword: string | null, property: string, value: string | ((old: string | null) => string)) =>
    withProperty(source, finding, keyword, property, value);
  const grown = (by: number) => (old: string | null) => `${Number.parseFloat(old ?? "0") + by}mm`;
  const offer = (words: string, edited: string | null): Offer => ({ finding, words, source: edited });
  return [
    ...all(title, AT_ELEMENT, ([words = "", property = "", value = "", keyword = ""]) =>
      offer(words, at(keyword, property, value)),
    ),
    ...all(title, ENLARGED, ([words = "", property = "", by = ""]) =>
      offer(words, at(null, property, grown(Math.ceil(Number(by) * 10) / 10))),
    ),
    ...all(title, HIGHER_ROWS, ([words = "", keyword = ""]) => offer(words, at(keyword, "row-h", MUCH))),
    ...all(title, NO_BORDER, ([words = "", keyword = ""]) => offer(words, at(keyword, "border", "none"))),
    ...all(title, DARKER, ([words = "", property = ""]) => offer(words, at(null, property, "#808080"))),
    ...all(title, FRAMED, ([words = "", property = ""]) => offer(words, at(null, property, "1pt"))),
    ...all(title, WIDER_COLUMN, ([words = ""]) => offer(words, at("grid", "cols", widerColumns))),
    ...[SHRUNK, BROKEN, MORE_LINES].flatMap((pattern) =>
      all(title, pattern, ([words = "", written = ""]) =>
        offer(
          words,
          written.split(" ").reduce<string | null>((text, each) => {
            const [property = "", value = ""] = each.split("=");
            return text === null ? null : withProperty(text, finding, null, property, value);
          }, source),
        ),
      ),
    ),
  ];
}

function all<Value>(title: string, pattern: RegExp, read: (found: RegExpMatchArray) => Value): readonly Value[] {
  return [...title.matchAll(pattern)].map(read);
}

function widerColumns(old: string | null): string {
  const count = (old ?? "[1fr]").split(",").length;
  return `[${Array.from({ length: count }, () => "1fr").join(", ")}]`;
}

/**
 * The source with a property at the element of the finding, at the one beside it, or at the nearest around it that has
 * the keyword.
 */
function withProperty(
  source: string,
  { span, beside }: Diagnostic,
  keyword: string | null,
  property: string,
  value: string | ((old: string | null) => string),
): string | null {
  const { value: canvas } = compileSource(source);
  if (canvas === null) return null;
  const written = writtenElements(canvas);
  const around = [...written].filter(([start]) => start <= span.start).toSorted(([one], [other]) => other - one);
  const starts = [span.start, ...(beside === undefined ? [] : [beside.start]), ...around.map(([start]) => start)];
  const start = starts.find((each) => keyword === null || written.get(each)?.name === keyword);
  const element = start === undefined ? undefined : written.get(start);
  if (start === undefined || !hasUseOf(element, property)) return null;
  const [line = ""] = source.slice(start).split("\n", 1);
  const old = new RegExp(` ${property}=(\\[[^\\]]*\\]|\\S+)`, "u").exec(line);
  const text = ` ${property}=${typeof value === "string" ? value : value(old?.[1] ?? null)}`;
  const head = line.endsWith("{") ? line.length - 2 : line.length;
  const [from, to] = old === null ? [head, head] : [old.index, old.index + old[0].length];
  return `${source.slice(0, start + from)}${text}${source.slice(start + to)}`;
}

/** What was found in a form, and what came of the offers of its repairs. */
export interface TriedOffers {
  /** Code, message and repair of each finding. */
  readonly found: readonly string[];
  readonly offers: number;
  /** Offers that their element does not take, and those that leave as much wrong as there was. */
  readonly failures: readonly string[];
}

/** Does by itself what each repair of a form offers, and checks again. */
export function triedOffers(source: string): TriedOffers {
  const found = checkedForm(source, null) ?? [];
  const offers = found.flatMap((finding) => offersOf(source, finding));
  const failures = offers.flatMap(({ finding, words, source: edited }) => {
    const said = `${finding.code} ${finding.message} → ${words}`;
    if (edited === null) return [`${said}: its element takes no such property`];
    const after = checkedForm(edited, null);
    if (after === null) return [`${said}: the form does not compile`];
    const isSame = (each: Diagnostic, text: string, within: Diagnostic, of: string): boolean =>
      each.code === within.code && lineOf(text, each) === lineOf(of, within);
    const left = after.filter((each) => isSame(each, edited, finding, source)).length;
    const before = found.filter((each) => isSame(each, source, finding, source)).length;
    return left < before ? [] : [`${said}: it is still found`];
  });
  return {
    found: found.map(({ code, message, repair }) => `${code} ${message} → ${repair?.title ?? ""}`),
    offers: offers.length,
    failures: [...failures, ...found.flatMap((finding) => untaken(source, finding))],
  };
}

function lineOf(text: string, { span }: Diagnostic): number {
  return text.slice(0, span.start).split("\n").length;
}

const NAMED = /(?<=^|[\s(])([a-z][a-z-]*)=/gu;

/** Properties that the words name and no element of the form takes. */
function untaken(source: string, { code, message, repair }: Diagnostic): readonly string[] {
  const { value: canvas } = compileSource(source);
  if (canvas === null) return [];
  const elements = [...writtenElements(canvas).values()];
  const isTaken = (property: string): boolean =>
    OF_THE_FORM.has(property) || elements.some((each) => hasUseOf(each, property));
  return [...(repair?.title ?? "").matchAll(NAMED)].flatMap(([, property = ""]) =>
    isTaken(property) ? [] : [`${code} ${message} → ${repair?.title}: no element of the form takes ${property}=`],
  );
}

/** Properties of what is no element of a page. */
const OF_THE_FORM: ReadonlySet<string> = new Set(["margin", "gutter", "max", "min", "pattern"]);
