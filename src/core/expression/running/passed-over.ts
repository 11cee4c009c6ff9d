// Values of kinds that their places have no use for: data that nothing declares may hold anything anywhere.
import type { DiagnosticCode, SourceSpan } from "../../diagnostics/index.ts";
import { Decimal, isList, type Value } from "../values/index.ts";
import { RecordValue, type Run } from "./run.ts";

/** What a place can use: of the names, each is told in its own words; a member is wanted of an object. */
export type Wanted = keyof typeof WANTED | { readonly member: string };

interface Words {
  /** Continues `rows is a text, and …`. */
  readonly lost: string;
  readonly repair: string;
}

const WANTED = {
  shown: {
    lost: "nothing is printed for it",
    repair: "print its parts: a member by .name, the entries of a list by each, a table or join(…, '、')",
  },
  list: {
    lost: "only a list has entries: none is drawn or counted",
    repair: "send a list, or print it by a text",
  },
  condition: {
    lost: "a condition is true or false: it counts as false",
    repair: "send true or false, or compare it: x == 'yes', has(x)",
  },
  compared: {
    lost: "it can't be compared with what stands on the other side",
    repair: "compare values of one kind: numbers, texts or dates",
  },
  key: {
    lost: "entries are compared by single values: all such are taken for one",
    repair: "name one of its members as the key",
  },
  number: { lost: "a number is needed: nothing is drawn or added for it", repair: "send a number" },
  day: { lost: "a date is needed: nothing is drawn for it", repair: "send a date as 2026-10-31" },
  flag: { lost: "a box is ticked by true alone: it stays empty", repair: "send true or false, or compare it: x == 1" },
  picture: { lost: "a picture is a text of base64 or a data URI: none is drawn", repair: "send the picture as a text" },
  code: { lost: "no bars are drawn for it", repair: "send a text or a number" },
  promisedCode: {
    lost: "no code is drawn for it",
    repair: "send what the code is to hold, or declare the field with ?",
  },
  reading: {
    lost: "a reading stands over letters, and there are none on its line: it is not printed",
    repair: "send the letters too, or leave the reading out",
  },
  undated: {
    lost: "what shows it on the time axis has no date, so it is not drawn",
    repair: "send the date, or print the value elsewhere too, such as in a column",
  },
  promisedPicture: { lost: "no picture is drawn for it", repair: "send the picture, or declare the field with ?" },
  colour: {
    lost: "a colour is needed: black is drawn",
    repair: "send a colour that the form declares, or one as #1a2b3c",
  },
  ground: {
    lost: "a colour is needed: no ground is drawn",
    repair: "send a colour that the form declares, or one as #1a2b3c",
  },
} as const satisfies Readonly<Record<string, Words>>;

const WHY = "What stands in the data is not on the page as it was sent, and a reader can't see that it is missing.";
/** Names and texts of data are quoted as far as they are recognized. */
const QUOTED_MAX = 40;
const NAMES_MAX = 3;

/** Where a value stands that is told. */
interface ValueAt {
  /** In the data; null where that is not known. */
  readonly place: string | null;
  /** What it is called where that is not its place: the name of a computed value. */
  readonly name?: string | null;
  readonly span: SourceSpan;
}

/** RPT3025, once for each value and place. Answers null, which takes the value's place. */
export function passOver(run: Run, { place, name = place, span }: ValueAt, value: Value, wanted: Wanted): null {
  const words = typeof wanted === "string" ? WANTED[wanted] : memberWords(value, wanted.member);
  const message = `${name === null || name === "" ? "a value" : name} is ${kindOf(value)}: ${words.lost}`;
  return run.tell({ code: PASSED_OVER, span, place: place ?? "", message, why: WHY, help: words.repair });
}

const PASSED_OVER = "RPT3025" satisfies DiagnosticCode;

function memberWords(value: Value, name: string): Words {
  const shown = name.slice(0, QUOTED_MAX);
  const repair = isList(value)
    ? `name the member of all its entries: […].${shown}, or repeat over it by each or a table`
    : `send an object with ${shown}, or print the value itself`;
  return { lost: `only an object has members, and ${shown} of it is nothing`, repair };
}

/** `a list of 2 entries`, `the text "abc"`: what was sent, as far as it is recognized. */
export function kindOf(value: Value): string {
  if (value === null) return "absent";
  if (isList(value)) return value.length === 1 ? "a list of one entry" : `a list of ${value.length} entries`;
  if (typeof value === "string") return `the text "${quoted(value)}"`;
  if (value instanceof Decimal) return `the number ${quoted(value.toString())}`;
  if (typeof value === "boolean") return String(value);
  const names = value instanceof RecordValue ? value.names : [];
  if (names.length === 0) return "an object";
  const named = names.slice(0, NAMES_MAX).map(quoted).join(", ");
  return `an object (${named}${names.length > NAMES_MAX ? ", …" : ""})`;
}

function quoted(text: string): string {
  return text.length > QUOTED_MAX ? `${text.slice(0, QUOTED_MAX)}…` : text;
}

/** Whether a value prints as nothing although it is there. */
export function isCompound(value: Value): boolean {
  return typeof value === "object" && value !== null && !(value instanceof Decimal);
}
