// `lines=` of a field: how many lines its text has at most.
import type { Repair, TextEdit } from "../../diagnostics/index.ts";
import { type FieldType, fewestLineEnds, type TextFieldType } from "../../expression/index.ts";
import type { FieldStatement, Property } from "../../language/index.ts";
import { advise, type CheckContext, rewrite } from "../context/index.ts";
import { reportUseless } from "../values/index.ts";
import { deletion, kindOf, wholeOf } from "./declared-properties.ts";

/** A text of more lines is no field of a form; and engines of patterns repeat nothing more often than this. */
export const LINES_MAX = 1_000;
/** A number that is far too large is told to be too large, and not to be no number. */
const DIGITS_MAX = 9;

/** What a field line says of the lines of its text. */
interface DeclaredLines {
  readonly statement: FieldStatement;
  readonly type: FieldType;
  /** The `lines=` of the line. */
  readonly property: Property;
  readonly pattern: string | null;
}

/** Adds the declared number of lines to a type. A wrong number is reported, and the type stays as it is. */
export function withLines(
  context: CheckContext,
  statement: FieldStatement,
  { type, property, pattern }: Pick<DeclaredLines, "type" | "pattern"> & { readonly property: Property | undefined },
): FieldType {
  if (property === undefined) return type;
  const declared = { statement, type, property, pattern };
  if (type.kind !== "text") {
    reportNoText(context, declared);
    return type;
  }
  const lines = wholeOf(property, DIGITS_MAX);
  if (lines === null) {
    context.report({
      code: "RPT1015",
      span: property.value.span,
      message: "lines takes a whole number",
      why: "It is how many lines a text has at most, for example lines=3.",
      repair: rewrite(property.value.span, "3", "write a whole number, such as lines=3"),
    });
    return type;
  }
  return isSound(context, { ...declared, type }, lines) ? { ...type, linesMax: lines } : type;
}

function isSound(
  context: CheckContext,
  { statement, type, property, pattern }: DeclaredLines & { readonly type: TextFieldType },
  lines: number,
): boolean {
  const { path } = statement;
  const refuse = (message: string, why: string, repair: Repair): false => {
    context.report({ code: "RPT1018", span: property.span, message, why, repair });
    return false;
  };
  if (lines < 2) {
    const why = lines === 1 ? "A text of one line has a type of its own: string." : "Every text has a line.";
    return refuse(
      `lines=${lines} leaves ${path.text} no line end`,
      why,
      asKind(context, statement, property, "string"),
    );
  }
  if (lines > LINES_MAX) {
    const why = `A text may declare at most ${LINES_MAX} lines.`;
    const title = "delete it: without it, as many lines are taken as the length has room for";
    return refuse(`lines=${lines} is more than ${LINES_MAX}`, why, deleted(context, property, title));
  }
  const fewest = pattern === null ? 1 : fewestLineEnds(pattern) + 1;
  if (lines < fewest) {
    const why = `No text has at most ${lines} lines and matches the pattern, which asks for ${fewest} at least.`;
    return refuse(
      `lines=${lines} contradicts the pattern of ${path.text}`,
      why,
      rewrite(property.value.span, String(fewest), `write lines=${fewest}`),
    );
  }
  if (lines <= type.lengthMax) return true;
  const where = `on ${path.text}: its ${type.lengthMax} characters have no more lines anyway`;
  reportUseless(context, property, `lines=${lines}`, where, "A line end is a character of the text.");
  return false;
}

/** RPT1023 where no text has lines; of a string of several lines the author means a text. */
function reportNoText(context: CheckContext, { statement, type, property }: DeclaredLines): void {
  const lines = wholeOf(property, DIGITS_MAX);
  const means = type.kind === "string" && lines !== null && lines > 1;
  const why = type.kind === "string" ? "A string has no line ends." : "It is how many lines a text has at most.";
  const repair = means ? asKind(context, statement, property, "text") : undefined;
  reportUseless(context, property, "lines", `on ${kindOf(type)}`, why, repair);
}

/** The line with `text(160)` for `string(160) lines=3`, whose lines stay declared, or the other way round. */
function asKind(
  context: CheckContext,
  { type: written }: FieldStatement,
  property: Property,
  kind: "string" | "text",
): Repair {
  if (written === null) return advise(`write ${kind}(40)`);
  const name = written.name;
  const typeText = `${kind}${context.textOf(written.span).slice(name.length)}`;
  const edit: TextEdit = { span: { start: written.span.start, end: written.span.start + name.length }, text: kind };
  const edits = kind === "string" ? [edit, deletion(context, property)] : [edit];
  return { ...rewrite(edit.span, kind, `write ${typeText}`), edits };
}

function deleted(context: CheckContext, property: Property, title: string): Repair {
  return rewrite(deletion(context, property).span, "", title);
}
