import type { Canvas } from "../../canvas/index.ts";
import { type NearMissList, nested, type Violation } from "../../contract/index.ts";
import {
  counted,
  countedEntries,
  type Diagnostic,
  diagnose,
  type Repair,
  type SomeFindings,
  type SourceSpan,
  shortened,
} from "../../diagnostics/index.ts";
import { nearest } from "../../expression/index.ts";
import type { DataRefusal } from "../messages/index.ts";
import { valueSpan } from "./property-edits.ts";

/**
 * What is wrong with the data of a check, as findings at the declarations that it breaks: what nothing declares breaks
 * the line that closes the form.
 */
export function checkData(canvas: Canvas, source: string, reading: DataRefusal): SomeFindings {
  if (reading.kind === "malformed") {
    const { bound, emptySource } = reading;
    if (emptySource !== undefined) return [withoutRecords(canvas, emptySource)];
    const repair = advice(bound?.mend ?? "send one JSON object");
    const why = bound === undefined ? "A form is drawn from a JSON object." : "Data beyond this bound are not read.";
    const message = bound?.what ?? reading.message;
    return [diagnose({ code: "RPT3002", span: { start: 0, end: 0 }, message, why, repair })];
  }
  const [first, ...others] = reading.violations.map((violation): Diagnostic => {
    const { path, rule } = violation;
    const [start, end] =
      rule === "extra" ? valueSpan(source, "document", "extra") : declarationSpan(canvas, canonicalPath(path));
    const finding = diagnose({
      code: CODE_OF_RULE[rule] ?? "RPT3002",
      span: { start, end },
      message: sentenceOf(violation),
      why: "Data that does not satisfy the declarations is refused before layout.",
      repair: advice(adviceOn(canvas, violation)),
    });
    return path === "" ? finding : { ...finding, dataPath: path };
  });
  if (first === undefined) throw new Error("data were refused without a violation");
  return [first, ...others];
}

/** RPT3002 at the list that documents are made of, where data bring no entry of it. */
function withoutRecords(canvas: Canvas, path: string): Diagnostic {
  const [start, end] = declarationSpan(canvas, path);
  const finding = diagnose({
    code: "RPT3002",
    span: { start, end },
    message: `${path} has no entries, and the form makes one document of each of them`,
    why: "Without an entry there is no document, so a render refuses the data.",
    repair: advice(`send at least one entry in ${path}, or check without data to see the form with its examples`),
  });
  return { ...finding, dataPath: path };
}

/**
 * RPT3005 for members of the data that nothing declares, but that look like a slip of a declared one which is absent:
 * they are passed over when a form is drawn, and whoever sees only the drawn form looks for them in vain. Told once
 * for each name, with its count of places, at the declaration that was probably meant.
 */
export function nearMembers(canvas: Canvas, { listed, others }: NearMissList): readonly Diagnostic[] {
  const told = listed.map(({ path, declared, isBeside, count }): Diagnostic => {
    const [start, end] = declarationSpan(canvas, declared);
    const others = count === 1 ? "" : `, nor in ${counted(count - 1, "more entry", "more entries")}`;
    return {
      ...diagnose({
        code: "RPT3005",
        span: { start, end },
        message: `${quoted(path)} in the data is not declared${others}`,
        why: "Members that nothing declares are passed over; this one looks like a slip.",
        repair: advice(
          isBeside ? `did you mean ${lastName(declared)}?` : `write it where it is declared: ${nested(declared)}`,
        ),
      }),
      dataPath: path,
      ...(count === 1 ? {} : { count }),
    };
  });
  const more = [...others.values()].reduce((sum, each) => sum + each, 0);
  return more === 0 ? told : [...told, moreMembers(canvas, more)];
}

/** Names that a sender chose may be words of a sentence, or whole ones. */
function quoted(path: string): string {
  return `"${shortened(path, NAME_SHOWN_MAX)}"`;
}

const NAME_SHOWN_MAX = 80;

/** Counts the members that are not named, so that counts of findings are those of all of them. */
function moreMembers({ fields }: Canvas, count: number): Diagnostic {
  const [start, end] = fields.at(-1)?.span ?? [0, 0];
  const are =
    count === 1 ? "member of the data that is not declared is" : "members of the data that are not declared are";
  const finding = diagnose({
    code: "RPT9009",
    span: { start, end },
    message: `${count} more ${are} not listed`,
    why: "Members that nothing declares are passed over; so many that look like slips may be another form's data.",
    repair: advice("send this form's data, or mend what is listed and look again"),
  });
  return { ...finding, severity: "warning", count };
}

/** `name` for `items[].name`, `tags` for `tags[]`. */
function lastName(declared: string): string {
  return declared.slice(declared.lastIndexOf(".") + 1).replace(/\[\]$/, "");
}

/** What each object may hold, by its canonical path (`items[]`; empty for the data itself). */
function membersOf({ fields }: Canvas): ReadonlyMap<string, ReadonlySet<string>> {
  const members = new Map<string, Set<string>>();
  for (const { path } of fields) {
    let parent = "";
    for (const part of path.split(".")) {
      const own = members.get(parent) ?? new Set<string>();
      members.set(parent, own.add(part.replaceAll("[]", "")));
      parent = join(parent, part);
    }
  }
  return members;
}

function join(parent: string, name: string): string {
  return parent === "" ? name : `${parent}.${name}`;
}

function canonicalPath(path: string): string {
  return path.replaceAll(/\[\d+\]/g, "[]");
}

function advice(title: string): Repair {
  return { title, applicability: "suggestion", edits: [] };
}

/** The first of what is wrong with data, in one sentence. */
export function refusalSentence(reading: DataRefusal): string {
  if (reading.kind === "malformed") return reading.message;
  const [first] = reading.violations;
  return first === undefined ? "the data are refused" : sentenceOf(first);
}

/** Said before the bound already. */
const ENTRIES = / (?:entry|entries)$/;
const LINES = / lines?$/;

function sentenceOf({ path, rule, expected, received }: Violation): string {
  const shown = path === "" ? "the data" : path;
  switch (rule) {
    case "required":
      return `${shown} is required`;
    case "minItems":
    case "maxItems":
      return `${shown} has ${countedEntries(received)}, ${expected.replace(ENTRIES, "")}`;
    case "maxLines":
      return `${shown} has ${received} lines, ${expected.replace(LINES, "")}`;
    case "extra":
      return `${quoted(shown)} is not declared, and extra=forbid closes the form to it`;
    case "truncated":
      return expected;
    default:
      // What stands beside a null is told by a finding of its own.
      return `${shown} is ${received.startsWith("null; ") ? "null" : received}, not ${expected}`;
  }
}

function adviceOn(canvas: Canvas, { path, rule, expected, example }: Violation): string {
  switch (rule) {
    case "required":
      return example === null ? `add ${path} to the data` : `add ${path} to the data, for example ${example}`;
    case "minItems":
      return `send more entries, ${expected.replace(ENTRIES, "")}`;
    case "maxItems":
      return `send fewer entries, ${expected.replace(ENTRIES, "")}`;
    case "maxLines":
      return `send fewer lines, ${expected.replace(LINES, "")}`;
    case "extra":
      return adviceOnExtra(canvas, path);
    case "truncated":
      return "mend these and check again";
    default:
      return example === null ? `send ${expected}` : `send ${expected}, for example ${example}`;
  }
}

function adviceOnExtra(canvas: Canvas, path: string): string {
  const { fields } = canvas;
  const dot = path.lastIndexOf(".");
  const names = membersOf(canvas).get(dot < 0 ? "" : canonicalPath(path.slice(0, dot))) ?? [];
  // A declared path that is refused came as one name: "customer.name".
  const declared = fields.find((field) => field.path.replace(/\[\]$/, "") === canonicalPath(path));
  if (declared !== undefined) return `write it where it is declared: ${nested(declared.path)}`;
  const near = nearest(path.slice(dot + 1), names);
  return near === null ? "leave it out, or declare it" : `did you mean ${near}?`;
}

/** The declaration of a path, or the first one beneath it where the path is an object. */
function declarationSpan({ fields }: Canvas, path: string): SourceSpan {
  const exact = fields.find((field) => field.path === path || field.path === `${path}[]`);
  const beneath = fields.find((field) => field.path.startsWith(`${path}.`) || field.path.startsWith(`${path}[]`));
  return (exact ?? beneath)?.span ?? [0, 0];
}

const CODE_OF_RULE: Readonly<Record<string, "RPT3001" | "RPT3003" | "RPT3004" | "RPT3006" | "RPT9009">> = {
  required: "RPT3001",
  enum: "RPT3003",
  minItems: "RPT3004",
  maxItems: "RPT3004",
  extra: "RPT3006",
  truncated: "RPT9009",
};
