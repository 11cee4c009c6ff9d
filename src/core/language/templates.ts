// Strings as they are written: escapes, and the computed parts of template texts with exact offsets.
import { type Diagnostic, diagnose, type Span } from "../diagnostics/index.ts";
import { explain } from "./doctor.ts";
import { NESTING_MAX, UNREADABLE_LINES_MAX } from "./limits.ts";
import { type ReadContext, readExpression } from "./read-expression.ts";
import { parser } from "./rpt-parser.ts";
import { firstErrorAt } from "./syntax-errors.ts";
import type { Expression, TemplatePart } from "./tree.ts";

const expressionParser = parser.configure({ top: "ExprTop" });
const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  '"': '"',
  "\\": "\\",
  "{": "{",
  "}": "}",
  "'": "'",
};

/** The parts of a template text; `from` is the offset of its opening quote in the text of `context`. */
export function readTemplate(context: ReadContext, from: number, to: number): readonly TemplatePart[] {
  const told = context.diagnostics.length;
  const parts: TemplatePart[] = [];
  let fixed = "";
  let fixedFrom = from + 1;
  const flush = (end: number): void => {
    if (fixed !== "") parts.push({ kind: "fixed", text: fixed, span: context.span(fixedFrom, end) });
    fixed = "";
  };
  let at = from + 1;
  while (at < to - 1) {
    const char = context.text[at] ?? "";
    if (char === "\\") {
      const escaped = readEscape(context, at, to - 1);
      fixed += escaped.text;
      at = escaped.end;
    } else if (char === "{") {
      flush(at);
      at = readComputed(context, at, to - 1, parts);
      fixedFrom = at;
    } else {
      if (char === "}") loneBrace(context, from, at);
      fixed += char;
      at++;
    }
  }
  flush(to - 1);
  joinQuotes(context.diagnostics, told);
  return parts;
}

/** RPT0126: the brace is printed as it stands, which is hardly what was meant. */
function loneBrace(context: ReadContext, from: number, at: number): void {
  const name = /[A-Za-z0-9_.[\]]+$/.exec(context.text.slice(from + 1, at))?.[0] ?? "";
  const start = at - name.length;
  const opens = /^\.?[A-Za-z_]/.test(name);
  context.diagnostics.push(
    diagnose({
      code: "RPT0126",
      span: context.span(at, at + 1),
      message: '"}" closes nothing and is printed as it stands',
      why: "{…} inserts a value; a brace that is meant as such is written \\}.",
      repair: {
        title: opens ? `write {${name}}, or \\} for a brace` : "write \\} for a brace",
        applicability: "suggestion",
        edits: [
          opens ? { span: context.span(start, start), text: "{" } : { span: context.span(at, at + 1), text: "\\}" },
        ],
      },
    }),
  );
}

/** Double quotes inside one text are one habit and one finding. */
function joinQuotes(diagnostics: Diagnostic[], from: number): void {
  const quotes = diagnostics.slice(from).filter((each) => each.code === "RPT0102");
  const first = quotes[0];
  if (first === undefined || first.repair === null || quotes.length < 2) return;
  const others = diagnostics.slice(from).filter((each) => each.code !== "RPT0102");
  const repair = {
    ...first.repair,
    title: "write single quotes inside {…}",
    edits: quotes.flatMap((each) => each.repair?.edits ?? []),
  };
  diagnostics.splice(from, diagnostics.length - from, { ...first, repair }, ...others);
}

function readEscape(context: ReadContext, at: number, end: number): { readonly text: string; readonly end: number } {
  const char = context.text[at + 1] ?? "";
  const unicode = /^\\u\{([0-9a-fA-F]{1,6})\}/.exec(context.text.slice(at, Math.min(end, at + 12)));
  if (unicode !== null) {
    const point = Number.parseInt(unicode[1] ?? "0", 16);
    const valid = point <= 0x10ffff && (point < 0xd800 || point > 0xdfff) && point > 0;
    if (valid) return { text: String.fromCodePoint(point), end: at + unicode[0].length };
  }
  const known = ESCAPES[char];
  if (known !== undefined && at + 1 < end) return { text: known, end: at + 2 };
  context.diagnostics.push(
    diagnose({
      code: "RPT0117",
      span: context.span(at, at + 2),
      message: `unknown escape \\${char}`,
      why: 'Escapes are \\n \\t \\" \\\\ \\{ \\} \\u{1F600}.',
      repair: {
        title: "write \\\\ for a backslash",
        applicability: "suggestion",
        edits: [{ span: context.span(at, at + 1), text: "\\\\" }],
      },
    }),
  );
  return { text: char, end: at + 2 };
}

/** Reads the computed part that starts at `at`; answers the offset behind it. */
function readComputed(context: ReadContext, at: number, end: number, parts: TemplatePart[]): number {
  const close = closingBrace(context.text, at, end);
  if (close < 0) {
    unclosedBrace(context, at, end);
    return end;
  }
  const inner = context.text.slice(at + 1, close);
  const expression = readComputedExpression(context, at, close, inner);
  if (expression !== null) parts.push({ kind: "expression", expression, span: context.span(at, close + 1) });
  return close + 1;
}

/** The offset of the brace that closes the one at `at`, or -1. */
export function closingBrace(text: string, at: number, end: number): number {
  let depth = 0;
  let quote = "";
  for (let offset = at; offset < end; offset++) {
    const char = text[offset] ?? "";
    if (char === "\\") offset++;
    else if (quote !== "") quote = char === quote ? "" : quote;
    else if (char === "'" || char === '"') quote = char;
    else if (char === "{") depth++;
    else if (char === "}" && --depth === 0) return offset;
  }
  const plain = text.slice(at, end).indexOf("}");
  return plain < 0 ? -1 : at + plain;
}

function unclosedBrace(context: ReadContext, at: number, end: number): void {
  if (context.diagnostics.length > UNREADABLE_LINES_MAX) return;
  const word = /^\{\s*[\w.[\]]+/.exec(context.text.slice(at, end))?.[0].length ?? end - at;
  context.diagnostics.push(
    diagnose({
      code: "RPT0113",
      span: context.span(at, at + 1),
      message: '"{" in a text is not closed',
      why: "{…} in a text shows a value.",
      repair: {
        title: 'add "}", or write \\{ for the sign itself',
        applicability: "suggestion",
        edits: [{ span: context.span(at + word, at + word), text: "}" }],
      },
    }),
  );
}

function readComputedExpression(context: ReadContext, at: number, close: number, inner: string): Expression | null {
  if (inner.trim() === "") {
    const title = "write a value between the braces, or \\{ for the sign";
    report(context, [at, close], { code: "RPT0120", message: "{} shows nothing", title });
    return null;
  }
  const doubled = /^\{([^{}]*)\}$/.exec(inner.trim());
  if (doubled !== null) {
    const value = `{${(doubled[1] ?? "").trim()}}`;
    report(context, [at, close], { code: "RPT0125", message: "doubled braces", title: `write ${value}`, text: value });
    return null;
  }
  if (isDeep(inner)) {
    context.diagnostics.push(deepExpression(context.span(at, close + 1)));
    return null;
  }
  const tree = expressionParser.parse(inner);
  const errorAt = firstErrorAt(tree);
  const inside: ReadContext = {
    text: inner,
    span: (from, to) => context.span(at + 1 + from, at + 1 + to),
    diagnostics: context.diagnostics,
    inTemplate: true,
  };
  if (errorAt >= 0) {
    context.diagnostics.push(explainExpression(inside, inner, errorAt));
    return null;
  }
  const node = tree.topNode.firstChild;
  return node === null ? null : readExpression(inside, node);
}

/** Whether more brackets stand within each other than the grammar is asked to follow; texts among them count too. */
function isDeep(text: string): boolean {
  if (text.length <= NESTING_MAX) return false;
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (char === "(" || char === "[") depth++;
    else if (char === ")" || char === "]") depth--;
    if (depth > NESTING_MAX) return true;
  }
  return false;
}

function deepExpression(span: Span): Diagnostic {
  return diagnose({
    code: "RPT9003",
    span,
    message: `the expression is nested deeper than ${NESTING_MAX} brackets`,
    why: "No form needs such an expression; the limit keeps checking prompt.",
    repair: { title: "name parts of it with let", applicability: "suggestion", edits: [] },
  });
}

/** What is said of a pair of braces; `text` stands in their place after the repair. */
interface BracesFinding {
  readonly code: "RPT0120" | "RPT0125";
  readonly message: string;
  readonly title: string;
  readonly text?: string;
}

function report(context: ReadContext, [at, close]: readonly [number, number], found: BracesFinding): void {
  const { code, message, title, text } = found;
  const span = context.span(at, close + 1);
  context.diagnostics.push(
    diagnose({
      code,
      span,
      message,
      why: "{…} in a text shows one value.",
      repair: {
        title,
        applicability: text === undefined ? "suggestion" : "safe",
        edits: text === undefined ? [] : [{ span, text }],
      },
    }),
  );
}

/** Explains an expression that the grammar refuses; it is seen in parentheses, as patterns expect it. */
function explainExpression(inside: ReadContext, inner: string, errorAt: number): Diagnostic {
  const text = `(${inner})`;
  const start = inside.span(0, 0).start - 1;
  const code = text.replace(/'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"/g, (string) => "·".repeat(string.length));
  const view = { text, code, start, errorAt: errorAt + 1, isExpression: true } as const;
  const finding = explain(view, (changed) => firstErrorAt(expressionParser.parse(changed)) < 0);
  return finding.code === "RPT0100" ? { ...finding, code: "RPT0120" } : finding;
}

/** The text of a literal `'…'`: only \' and \\ are escapes. */
export function readLiteral(raw: string): string {
  return raw.slice(1, -1).replace(/\\(['\\])/g, "$1");
}
