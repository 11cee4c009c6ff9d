// Block structure from the shape of lines: `… {` opens, `}` alone closes. Only where the two do not match in number
// is indentation read, as evidence of where one was lost (language reference, "Parser library", step 2).
import { type Diagnostic, diagnose, type TextEdit } from "../diagnostics/index.ts";
import { NESTING_MAX } from "./limits.ts";
import type { LogicalLine } from "./scan-lines.ts";

export interface BlockRepair {
  readonly diagnostics: readonly Diagnostic[];
  /** What makes braces match in the text that is parsed. */
  readonly edits: readonly TextEdit[];
  /** Lines that open a block although their "{" is missing or stands on the next line. */
  readonly opened: ReadonlySet<LogicalLine>;
  /** So many blocks are unclosed that the shape of the text says nothing. */
  readonly hopeless: boolean;
}

/** More lost and surplus braces than this say that indentation tells nothing of the text. */
const BRACES_TOLD_MAX = 50;

interface Walk {
  readonly source: string;
  readonly stack: LogicalLine[];
  readonly diagnostics: Diagnostic[];
  readonly edits: TextEdit[];
  readonly opened: Set<LogicalLine>;
  /** Blocks that are still to be found unclosed (positive) or closed too often (negative). */
  missing: number;
  /** Lost and surplus braces that were not told any more. */
  untold: number;
}

/** Finds lost and surplus braces. */
export function matchBlocks(source: string, lines: readonly LogicalLine[]): BlockRepair {
  const balance = lines.reduce((sum, line) => sum + line.opens - line.closes, 0);
  const walk: Walk = { source, stack: [], diagnostics: [], edits: [], opened: new Set(), missing: balance, untold: 0 };
  let before: LogicalLine | undefined;
  for (const [position, line] of lines.entries()) {
    if (isLoneBrace(line)) loneBrace(walk, before, line);
    else if (line.closes > 0 && line.opens === 0) closeLine(walk, before, line);
    else openLine(walk, before, line, lines[position + 1]);
    before = line;
  }
  for (const open of walk.stack.toReversed()) reportUnclosed(walk, open, before, source.length);
  if (walk.untold > 0) walk.diagnostics.push(moreBraces(walk.untold, source));
  return { ...walk, hopeless: walk.untold > 0 || walk.diagnostics.some((each) => each.code === "RPT9003") };
}

function moreBraces(count: number, source: string): Diagnostic {
  return diagnose({
    code: "RPT9009",
    span: { start: 0, end: Math.min(1, source.length) },
    message: `${count} more ${count === 1 ? "brace has" : "braces have"} no counterpart`,
    why: "Where so many braces are wrong, nothing tells which blocks were meant.",
    repair: { title: "mend what is listed and check again", applicability: "suggestion", edits: [] },
  });
}

function isLoneBrace(line: LogicalLine): boolean {
  return line.code.trim() === "{";
}

function statementName(line: LogicalLine): string {
  return /^\s*([^\s({="]+)/.exec(line.text)?.[1] ?? "the block";
}

function loneBrace(walk: Walk, before: LogicalLine | undefined, line: LogicalLine): void {
  const brace = line.start + line.text.indexOf("{");
  const mergeable = before !== undefined && before.opens === 0 && before.closes === 0;
  walk.diagnostics.push(
    diagnose({
      code: "RPT0109",
      span: { start: brace, end: brace + 1 },
      message: '"{" on its own line',
      why: "A block opens at the end of the line of the element that owns it.",
      repair: {
        title: mergeable ? "put it at the end of the line above" : "write an element name before it",
        applicability: mergeable ? "safe" : "suggestion",
        edits: mergeable ? [{ span: { start: codeEnd(before), end: brace + 1 }, text: " {" }] : [],
      },
    }),
  );
  walk.edits.push({ span: { start: brace, end: brace + 1 }, text: mergeable ? "" : "stack {" });
  if (mergeable && !before.damaged)
    walk.edits.push({ span: { start: codeEnd(before), end: codeEnd(before) }, text: " {" });
  if (mergeable) walk.opened.add(before);
  walk.stack.push(mergeable ? before : line);
}

/** Where a line's statement ends, before spaces and a comment. */
function codeEnd(line: LogicalLine): number {
  return line.start + line.code.trimEnd().length;
}

function closeLine(walk: Walk, before: LogicalLine | undefined, line: LogicalLine): void {
  for (let count = 0; count < line.closes; count++) {
    const top = walk.stack.at(-1);
    if (top === undefined) {
      reportSurplus(walk, line, undefined);
    } else if (walk.missing > 0 && line.indent < top.indent && walk.stack.some((open) => open.indent <= line.indent)) {
      closeDeeper(walk, before, line, line.indent);
      walk.stack.pop();
    } else if (walk.missing < 0 && line.indent > top.indent) {
      reportSurplus(walk, line, top);
    } else {
      walk.stack.pop();
    }
  }
}

/** Blocks that start deeper than `indent` have lost their "}" before `line`. */
function closeDeeper(walk: Walk, before: LogicalLine | undefined, line: LogicalLine, indent: number): void {
  for (let top = walk.stack.at(-1); top !== undefined && walk.missing > 0; top = walk.stack.at(-1)) {
    if (top.indent <= indent) return;
    walk.stack.pop();
    reportUnclosed(walk, top, before, line.start);
  }
}

function reportUnclosed(walk: Walk, open: LogicalLine, before: LogicalLine | undefined, at: number): void {
  walk.missing--;
  if (walk.diagnostics.length > BRACES_TOLD_MAX) {
    walk.untold++;
    return;
  }
  const brace = open.start + Math.max(0, open.code.lastIndexOf("{"));
  const place = before === undefined ? at : Math.min(before.end, walk.source.length);
  const line = walk.source.slice(0, place).split("\n").length;
  walk.edits.push({ span: { start: place, end: place }, text: "\n}" });
  walk.diagnostics.push(
    diagnose({
      code: "RPT0111",
      span: { start: brace, end: brace + 1 },
      message: `the block of "${statementName(open)}" is never closed`,
      why: 'Every block ends with a "}" alone on its line.',
      repair: {
        title: `add "}" at column ${open.indent + 1} after line ${line}`,
        applicability: "suggestion",
        edits: [{ span: { start: place, end: place }, text: `\n${" ".repeat(open.indent)}}` }],
      },
    }),
  );
}

function reportSurplus(walk: Walk, line: LogicalLine, top: LogicalLine | undefined): void {
  walk.missing++;
  if (walk.diagnostics.length > BRACES_TOLD_MAX) {
    walk.untold++;
    return;
  }
  const brace = line.start + Math.max(0, line.code.indexOf("}"));
  walk.edits.push({ span: { start: brace, end: brace + 1 }, text: " " });
  const whole = line.code.trim() === "}";
  const end = Math.min(line.end + 1, walk.source.length);
  walk.diagnostics.push(
    diagnose({
      code: "RPT0112",
      span: { start: brace, end: brace + 1 },
      message:
        top === undefined
          ? 'this "}" closes nothing'
          : `this "}" closes "${statementName(top)}", which starts further left`,
      why: "There are more closing braces than blocks.",
      repair: {
        title: 'delete this "}"',
        applicability: "suggestion",
        edits: [{ span: whole ? { start: line.start, end } : { start: brace, end: brace + 1 }, text: "" }],
      },
    }),
  );
}

function openLine(walk: Walk, before: LogicalLine | undefined, line: LogicalLine, next: LogicalLine | undefined): void {
  if (walk.missing > 0) closeDeeper(walk, before, line, line.indent - 1);
  if (line.opens > line.closes) {
    for (let count = line.closes; count < line.opens; count++) walk.stack.push(line);
    if (walk.stack.length > NESTING_MAX) limitNesting(walk, line);
    return;
  }
  const deeper = next !== undefined && next.code.trim() !== "{" && next.indent > line.indent;
  if (walk.missing < 0 && line.opens === 0 && deeper) {
    reportNoBrace(walk, line);
    walk.opened.add(line);
    walk.stack.push(line);
  }
}

function reportNoBrace(walk: Walk, line: LogicalLine): void {
  walk.missing++;
  const at = codeEnd(line);
  if (!line.damaged) walk.edits.push({ span: { start: at, end: at }, text: " {" });
  walk.diagnostics.push(
    diagnose({
      code: "RPT0118",
      span: { start: at - 1, end: at },
      message: `${statementName(line)} has no "{" at the end of its line, but the next line is indented`,
      why: "A block opens with { as the last character of the line.",
      repair: {
        title: 'add " {"',
        applicability: "safe",
        edits: [{ span: { start: at, end: at }, text: " {" }],
      },
    }),
  );
}

function limitNesting(walk: Walk, line: LogicalLine): void {
  if (walk.diagnostics.some((each) => each.code === "RPT9003")) return;
  walk.diagnostics.push(
    diagnose({
      code: "RPT9003",
      span: { start: line.start + line.indent, end: line.end },
      message: `blocks are nested deeper than ${NESTING_MAX}`,
      why: "No form needs so many levels; the limit keeps checking prompt.",
    }),
  );
}
