// What makes one value of a list or a record: the repairs where a place takes a single value.
import type { Repair, Span } from "../../diagnostics/index.ts";
import type { CheckedExpression, Type } from "../code/index.ts";
import { advice, around, insert, suggestion } from "../names/index.ts";

/** What a place takes; `numbers` and `dates` are lists of such values, `summed` is a number of the row. */
export type WantedValue =
  | "text"
  | "picture"
  | "colour"
  | "number"
  | "numbers"
  | "summed"
  | "instant"
  | "dates"
  | "condition";

/** The kinds of values that a place draws, the best first. */
const KINDS: Readonly<Record<WantedValue, readonly Type["kind"][]>> = {
  text: ["str", "enum", "num", "date", "datetime", "time", "any"],
  picture: ["image", "str"],
  colour: ["str", "enum"],
  number: ["num"],
  numbers: ["num", "enum", "any"],
  summed: ["num"],
  instant: ["date", "datetime", "time"],
  dates: ["date", "datetime"],
  condition: ["bool"],
};

/** Whether a list holds nothing but what a place takes lists of. */
export function isListOf(type: Type, wanted: WantedValue): boolean {
  const isTaken = wanted === "numbers" || wanted === "dates";
  return isTaken && type.kind === "list" && KINDS[wanted].includes(type.element.kind);
}

/** Whether a value is several: a list or a record, which no place draws as one value. */
export function isSeveral({ kind }: Type): boolean {
  return kind === "list" || kind === "record";
}

/**
 * How one value is made of a list or a record, for a place that takes `wanted`. `outer` is the whole value as it is
 * written, where that stands without parentheses.
 */
export function repairOfSeveral(checked: CheckedExpression, wanted: WantedValue, outer: Span | null = null): Repair {
  const { type, span, spread, path } = checked;
  const [open, close] = outer === null ? ["", ""] : ["(", ")"];
  const put = (title: string, before: string, after: string): Repair =>
    suggestion(title, ...around(span, open + before, after + close));
  if (wanted === "condition" && type.kind === "list") {
    return put("count(list) > 0 asks whether it has entries", "count(", ") > 0");
  }
  if (wanted === "summed") return adviceOf(wanted);
  if (type.kind === "record") {
    if (wanted === "dates") return adviceOf(wanted);
    const field = fieldOf(type, wanted);
    if (field === null) return advice("name one of its fields");
    return suggestion(
      `name one of its fields: .${field}`,
      insert(span.end, `.${field}${close}`),
      ...opened(span, open),
    );
  }
  if (type.kind !== "list") return advice("name a single value");
  const { element } = type;
  if (element.kind !== "record") {
    if (!KINDS[wanted].includes(element.kind)) return adviceOf(wanted);
    if (wanted === "text") return put("join(list, '、') makes one text of a list", "join(", ", '、')");
    if (wanted === "number") return put("sum(list) makes one number of a list", "sum(", ")");
    return put("first(list) is its first entry", "first(", ")");
  }
  const field = fieldOf(element, wanted);
  if (field === null) return adviceOf(wanted);
  // Fields of all entries are named of a declared list alone; of a computed one, those of its first entry.
  const member = spread ? `.${field}` : `[].${field}`;
  if (wanted === "numbers" || wanted === "dates") {
    if (!spread && path === null) return adviceOf(wanted);
    return put(`${member} is a list of them`, "", member);
  }
  if (wanted === "text" && (spread || path !== null)) {
    return put(`join(list${member}, '、') makes one text of its entries`, "join(", `${member}, '、')`);
  }
  return put(`first(list).${field} is of its first entry`, "first(", `).${field}`);
}

function opened({ start }: Span, open: string) {
  return open === "" ? [] : [insert(start, open)];
}

/** The first field that a place can draw. */
function fieldOf(type: Type, wanted: WantedValue): string | null {
  if (type.kind !== "record") return null;
  const members = [...type.shape.members.values()];
  for (const kind of KINDS[wanted]) {
    const found = members.find((member) => member.typeSoFar()?.kind === kind);
    if (found !== undefined) return found.name;
  }
  return null;
}

const WORDS: Readonly<Record<WantedValue, string>> = {
  text: "a text, a number or a date",
  picture: "a picture or a text",
  colour: "a text that names a colour",
  number: "a number",
  numbers: "numbers",
  summed: "a number of the row: (.amount)",
  instant: "a date or a time of day",
  dates: "a list of dates",
  condition: "true or false",
};

function adviceOf(wanted: WantedValue): Repair {
  return advice(`give it ${WORDS[wanted]}`);
}
