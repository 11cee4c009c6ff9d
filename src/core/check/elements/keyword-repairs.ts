// What to write in the place of a word that is no element, or none that may stand there.
import type { Repair } from "../../diagnostics/index.ts";
import { nearest } from "../../expression/index.ts";
import type { ElementStatement } from "../../language/index.ts";
import { ELEMENT_HABITS, ELEMENTS, type ElementDefinition, elementNamed } from "../../schema/index.ts";
import { advise, type CheckContext, rewrite } from "../context/index.ts";

/** What a word means in a place where it means something else; `write` where it stands bare. */
const PLACE_ADVICE: Readonly<Record<string, { readonly advice: string; readonly write?: string }>> = {
  ...Object.fromEntries(
    ["head", "pagefoot", "row"].map((place) => [
      `row in ${place}`,
      { advice: "write newrow between the cells, without a block: it starts the next row", write: "newrow" },
    ]),
  ),
  "row in gantt": { advice: "delete it: every record has its row; column shows its values, bar draws it" },
  "axis in gantt": { advice: "write scale from=(…) to=(…) unit=day: it is the axis of a schedule" },
  ...Object.fromEntries(
    ["text", "markdown"].map((word) => [
      `${word} in ruled grid`,
      { advice: "write cell in its place, or put it into the block of a cell", write: "cell" },
    ]),
  ),
  "label in ruled grid": { advice: "write head in its place: it is a label cell", write: "head" },
  "row in ruled grid": { advice: "delete it: cells fill row by row, and newrow may end one" },
  "each in ruled grid": {
    advice:
      "write a table over the list, in which column each .days gives a column for each entry of a list in its " +
      "records, or each in a cell's block",
  },
  "columns in ruled grid": {
    advice: "write cols= at the grid; a column for each entry of a list is column each .days of a table",
  },
  "cell in table": { advice: "move it into foot, head or row, or write what it shows behind its column" },
  "cell in gantt": { advice: "move it into foot or head, or write what it shows behind its column" },
};

/** `span` in a body is HTML's; a known element that only stands elsewhere is to be moved. */
export function repairPlace(
  statement: ElementStatement,
  definition: ElementDefinition,
  allowed: readonly string[],
  parent: string | null,
): Repair {
  const isRuled = parent === "grid" && allowed.includes("cell");
  const isOfTable = parent === "table" || parent === "gantt";
  if (isOfTable && (definition.name === "columns" || definition.name === "each")) return repeatedColumn(statement);
  const words = PLACE_ADVICE[`${definition.name} in ${isRuled ? "ruled grid" : parent}`];
  if (words !== undefined) {
    const isBare = words.write !== undefined && statement.block === null && (isRuled || statement.args.length === 0);
    return isBare && words.write !== undefined
      ? rewrite(statement.keyword.span, words.write, `write ${words.write}`)
      : advise(words.advice);
  }
  const habit = ELEMENT_HABITS[definition.name];
  if (habit !== undefined && "name" in habit && allowed.includes(habit.name)) {
    return rewrite(statement.keyword.span, habit.name, `write ${habit.name}`);
  }
  if (habit !== undefined && "write" in habit && allowed.includes(habit.write.split(" ")[0] ?? "")) {
    return rewrite(statement.keyword.span, habit.write, `write ${habit.write}`);
  }
  if (isRuled) return advise(`put ${definition.name} into the block of a cell: cell { … }`);
  return advise(placeAdvice(definition));
}

/** What repeats a column of a table: the list that is written, as one of its records, or a list in general. */
function repeatedColumn({ args: [list] }: ElementStatement): Repair {
  const written = list?.kind === "word" ? `.${list.text}` : list?.kind === "path" ? "the list" : ".days";
  const column = `column each ${written} as=d "{d.name}" (d.value) w=1fr`;
  return advise(`write ${column}: a column for each entry of that list in its records`);
}

function placeAdvice(definition: ElementDefinition): string {
  if (definition.parents.includes("top")) return `move ${definition.name} to the top level`;
  if (definition.parents.includes("flow")) return `move ${definition.name} into body, stack, row, grid, box or each`;
  return `move ${definition.name} into ${definition.parents.join(" or ")}`;
}

/** What a word that is no element stands for, or which elements there are. */
export function repairKeyword(context: CheckContext, statement: ElementStatement, allowed: readonly string[]): Repair {
  const { text, span } = statement.keyword;
  const loop = /^for(?:each)?\s+([A-Za-z_]\w*)\s+(?:in|of)\s+([\w.[\]]+)/.exec(
    context.source.slice(span.start, span.start + 200),
  );
  if (loop !== null && allowed.includes("each")) {
    const each = `each ${loop[2]} as=${loop[1]}`;
    return rewrite({ start: span.start, end: span.start + loop[0].length }, each, `write ${each}`);
  }
  const cell = /^t[dh]\b(?:\s+\(\.(\w+)\))?/.exec(context.source.slice(span.start, span.start + 80));
  if (cell !== null && allowed.includes("column")) {
    const column = cell[1] === undefined ? "column" : `column ${cell[1]}`;
    return rewrite({ start: span.start, end: span.start + cell[0].length }, column, `write ${column}`);
  }
  // A row of HTML holds its cells.
  if (text === "tr" && statement.block !== null && allowed.includes("newrow") && allowed.includes("row")) {
    return rewrite(span, "row", "write row");
  }
  if (text === "th" && allowed.includes("head")) return rewrite(span, "head", "write head");
  const choice = /^if\s*\(?([^{}"\n]*?[\w)\]'])\)?\s*(?=\{\s*$)/m.exec(
    context.source.slice(span.start, span.start + 200),
  );
  if (choice !== null && choice.index === 0 && allowed.includes("stack")) {
    const stack = `stack when=(${balanced(choice[1] ?? "")}) `;
    return rewrite({ start: span.start, end: span.start + choice[0].length }, stack, `write ${stack.trim()}`);
  }
  const habit = ELEMENT_HABITS[text] ?? ELEMENT_HABITS[text.toLowerCase()];
  if (habit !== undefined && "name" in habit && allowed.includes(habit.name)) {
    return rewrite(span, habit.name, `write ${habit.name}`);
  }
  if (habit !== undefined && "write" in habit && allowed.includes(habit.write.split(" ")[0] ?? "")) {
    return rewrite(span, habit.write, `write ${habit.write}`);
  }
  const near = habit === undefined ? nearest(text, allowed) : null;
  if (near !== null) return rewrite(span, near, `did you mean ${near}?`);
  const elsewhere = habit === undefined ? elementElsewhere(text) : null;
  const line = { start: context.source.lastIndexOf("\n", span.start) + 1, end: statement.span.end };
  const advice =
    habit !== undefined && "advice" in habit
      ? habit.advice
      : habit !== undefined && "name" in habit
        ? elsewhereAdvice(habit.name)
        : elsewhere;
  return {
    ...rewrite({ start: Math.max(0, line.start - 1), end: line.end }, "", `delete it; ${allowedWords(allowed)}`),
    ...(advice === null ? {} : { title: advice }),
  };
}

/** A slip of an element that stands in other places only. */
function elementElsewhere(text: string): string | null {
  const near = nearest(
    text,
    ELEMENTS.map((each) => each.name),
  );
  return near === null ? null : elsewhereAdvice(near);
}

function elsewhereAdvice(name: string): string {
  const definition = elementNamed(name);
  return definition === undefined ? `write ${name}` : `write ${name}, and ${placeAdvice(definition)}`;
}

function allowedWords(allowed: readonly string[]): string {
  return allowed.length === 0 ? "no elements stand here" : `here stand ${allowed.join(", ")}`;
}

/** A condition whose own last parenthesis was taken for that of its brackets gets it back. */
function balanced(condition: string): string {
  const count = (sign: string): number => condition.split(sign).length - 1;
  return count("(") > count(")") ? `${condition})` : condition;
}
