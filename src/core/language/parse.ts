// The way from text to tree: lines, blocks, grammar, doctor, salvage and once more the grammar. A broken line costs
// its own meaning and nothing else (language reference, "Parser library").

import { type ParseError, parseTree } from "jsonc-parser";
import { type Diagnostic, diagnose, type Outcome, type Span, type TextEdit } from "../diagnostics/index.ts";
import { matchBlocks } from "./blocks.ts";
import { decomposedParts } from "./composed-form.ts";
import { canonicalText, datasetEnd, datasetMembers, deepJson, isTooDeep, jsonFinding } from "./dataset.ts";
import { explain } from "./doctor.ts";
import { SOURCE_LENGTH_MAX, SOURCE_LINES_MAX, UNREADABLE_LINES_MAX } from "./limits.ts";
import { type DatasetText, readStatements } from "./read-tree.ts";
import { parser } from "./rpt-parser.ts";
import { salvage, wordsOf } from "./salvage.ts";
import { type LogicalLine, scanLines } from "./scan-lines.ts";
import { errorOffsets, firstErrorAt } from "./syntax-errors.ts";
import type { Statement, SyntaxTree } from "./tree.ts";
import { workingText } from "./working-text.ts";

/** The syntax tree of a source. Any text is answered; what cannot be read is named line by line. */
export function parseSource(source: string): Outcome<SyntaxTree> {
  const tooLong = measure(source);
  if (tooLong !== null) return unreadable(source, [tooLong]);
  const reading = new Reading(source);
  return reading.run();
}

function measure(source: string): Diagnostic | null {
  let lines = 1;
  for (let at = source.indexOf("\n"); at >= 0 && lines <= SOURCE_LINES_MAX; at = source.indexOf("\n", at + 1)) lines++;
  if (source.length <= SOURCE_LENGTH_MAX && lines <= SOURCE_LINES_MAX) return null;
  return diagnose({
    code: "RPT9002",
    span: { start: 0, end: 0 },
    message: `the source is longer than ${SOURCE_LENGTH_MAX} characters or ${SOURCE_LINES_MAX} lines`,
    why: "Such a text holds data; data belongs into the payload.",
    repair: { title: "keep only the form, and send data with the request", applicability: "suggestion", edits: [] },
  });
}

function unreadable(source: string, diagnostics: readonly Diagnostic[]): Outcome<SyntaxTree> {
  return { value: { statements: [], source, unread: { spans: [], names: new Set(), everything: true } }, diagnostics };
}

/** One source being read. */
class Reading {
  readonly #source: string;
  readonly #diagnostics: Diagnostic[] = [];
  readonly #edits: TextEdit[] = [];
  readonly #datasets: DatasetText[] = [];
  readonly #unread: Span[] = [];
  readonly #names = new Set<string>();
  #lines: readonly LogicalLine[] = [];
  #opened: ReadonlySet<LogicalLine> = new Set();

  constructor(source: string) {
    this.#source = source;
  }

  run(): Outcome<SyntaxTree> {
    if (this.#source.charCodeAt(0) === 0xfeff) this.#edits.push({ span: { start: 0, end: 1 }, text: "" });
    this.#lines = this.#scan();
    const blocks = matchBlocks(this.#source, this.#lines);
    this.#opened = blocks.opened;
    this.#diagnostics.push(...blocks.diagnostics);
    const broken = this.#lines.filter((line) => line.damaged);
    for (const line of broken) this.#setAside(line, line.diagnostics);
    if (broken.length > UNREADABLE_LINES_MAX || blocks.hopeless) return unreadable(this.#source, this.#diagnostics);
    this.#edits.push(...blocks.edits.filter((edit) => !this.#unread.some((span) => isInside(edit.span, span))));
    return this.#parse();
  }

  /** Lines outside dataset JSON, which has its own reader. */
  #scan(): readonly LogicalLine[] {
    const lines: LogicalLine[] = [];
    let offset = this.#source.charCodeAt(0) === 0xfeff ? 1 : 0;
    let depth = 0;
    for (const match of this.#source.matchAll(/^([^\S\n]*)dataset(?:[^\S\n]*\{|[^\S\n]*\n(?=[^\S\n]*"))/gm)) {
      if (match.index < offset) continue;
      const before = scanLines(this.#source, offset, match.index);
      for (const line of before) {
        lines.push(line);
        depth += line.opens - line.closes;
      }
      offset = match.index;
      const [whole, indent = ""] = match;
      // An indented one inside a block is a statement in the wrong place, which is told where statements are read.
      if (indent !== "" && depth > 0) continue;
      const open = match.index + whole.length - 1;
      const word = match.index + indent.length;
      offset = whole.endsWith("{") ? this.#readDataset(open, indent.length) : this.#openDataset(word, open);
    }
    lines.push(...scanLines(this.#source, offset, this.#source.length));
    return lines;
  }

  /** A dataset whose `{` was lost at `open`: the JSON below is left aside; answers the offset behind it. */
  #openDataset(start: number, open: number): number {
    const end = datasetEnd(this.#source, open);
    const word = { start, end: start + "dataset".length };
    this.#diagnostics.push(
      diagnose({
        code: "RPT0118",
        span: word,
        message: 'dataset has no "{" at the end of its line, but the next line is its JSON',
        why: "The JSON of dataset is an object.",
        repair: { title: 'add " {"', applicability: "safe", edits: [{ span: { start: open, end: open }, text: " {" }] },
      }),
    );
    this.#datasets.push({ json: "{}", jsonSpan: { start: open, end }, members: [] });
    this.#edits.push({ span: { start: open, end }, text: " {}" });
    return end;
  }

  /** Takes the JSON that starts at `open` out of the text; answers the offset behind it. */
  #readDataset(open: number, indent: number): number {
    const end = datasetEnd(this.#source, open, indent);
    const json = this.#source.slice(open, end);
    const span = { start: open, end };
    if (isTooDeep(json)) {
      this.#diagnostics.push(deepJson(open));
      this.#datasets.push({ json: "{}", jsonSpan: span, members: [] });
      this.#edits.push({ span, text: "{}" });
      return end;
    }
    const errors: ParseError[] = [];
    const root = parseTree(json, errors, { disallowComments: true, allowTrailingComma: false });
    const first = errors[0];
    if (first !== undefined) this.#diagnostics.push(jsonFinding(this.#source, open, end, json, first));
    const members = first === undefined && root !== undefined ? datasetMembers(root, open) : [];
    this.#datasets.push({ json: members.length === 0 ? "{}" : canonicalText(json, root), jsonSpan: span, members });
    this.#edits.push({ span, text: "{}" });
    return end;
  }

  /** Replaces a broken line by what is certain of it. */
  #setAside(line: LogicalLine, diagnostics: readonly Diagnostic[]): void {
    this.#diagnostics.push(...diagnostics);
    for (const word of wordsOf(line)) this.#names.add(word);
    this.#unread.push({ start: line.start, end: line.end });
    const opens = line.opens > line.closes || this.#opened.has(line);
    const text = line.text.slice(0, line.indent) + salvage(line, opens);
    this.#edits.push({ span: { start: line.start, end: line.end }, text });
  }

  #parse(): Outcome<SyntaxTree> {
    let working = workingText(this.#source, this.#edits);
    let tree = parser.parse(working.text);
    if (firstErrorAt(tree) >= 0) {
      if (!this.#examine()) return unreadable(this.#source, this.#diagnostics);
      working = workingText(this.#source, this.#edits);
      tree = parser.parse(working.text);
      const rest = errorOffsets(tree);
      if (rest.length > 0) {
        this.#blank(rest.map((offset) => working.toSource(offset)));
        working = workingText(this.#source, this.#edits);
        tree = parser.parse(working.text);
      }
    }
    const context = {
      text: working.text,
      span: (from: number, to: number): Span => {
        const start = working.toSource(from);
        // What a repair wrote behind the last character has no place of its own.
        const end = to > from ? Math.min(working.toSource(to - 1) + 1, this.#source.length) : start;
        return { start, end: Math.max(start, end) };
      },
      diagnostics: this.#diagnostics,
      inTemplate: false,
    };
    const statements = readStatements(context, tree, this.#datasets);
    this.#checkVersion(statements);
    this.#diagnostics.push(...decomposed(this.#source));
    const unread = { spans: this.#unread.toSorted((a, b) => a.start - b.start), names: this.#names, everything: false };
    return { value: { statements, source: this.#source, unread }, diagnostics: this.#diagnostics };
  }

  /** Reads every line by itself and sends the broken ones to the doctor; false where there are too many. */
  #examine(): boolean {
    let count = 0;
    for (const line of this.#lines) {
      if (line.damaged || this.#opened.has(line) || line.code.trim() === "}" || line.code.trim() === "{") continue;
      const errorAt = lineError(line.text);
      if (errorAt < 0) continue;
      if (++count > UNREADABLE_LINES_MAX) return false;
      const view = { text: line.text, code: line.code, start: line.start, errorAt };
      this.#setAside(line, [explain(view, (text) => lineError(text) < 0)]);
    }
    return true;
  }

  /** The last resort: lines that are readable alone but not in their place. */
  #blank(offsets: readonly number[]): void {
    const touched = new Set(offsets.flatMap((at) => this.#lineAt(at) ?? []));
    for (const line of touched) {
      const known = this.#unread.some((span) => span.start === line.start);
      const finding = diagnose({
        code: "RPT0100",
        span: { start: line.start + line.indent, end: line.end },
        message: "the line cannot be read here",
        why: "One statement stands on one line; blocks open with { at the end of a line and close with } alone.",
      });
      const opens = line.opens > line.closes || this.#opened.has(line);
      for (let at = this.#edits.length - 1; at >= 0; at--) {
        const edit = this.#edits[at];
        if (edit !== undefined && edit.span.start >= line.start && edit.span.end <= line.end) this.#edits.splice(at, 1);
      }
      const closes = line.closes > line.opens ? "}" : "";
      this.#edits.push({ span: { start: line.start, end: line.end }, text: opens ? "stack {" : closes });
      if (!known) this.#diagnostics.push(finding);
      if (!known) this.#unread.push({ start: line.start, end: line.end });
    }
  }

  /** The logical line around an offset. */
  #lineAt(offset: number): LogicalLine | null {
    let low = 0;
    let high = this.#lines.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.#lines[middle]?.start ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    const line = this.#lines[low];
    return line !== undefined && offset >= line.start && offset <= line.end ? line : null;
  }

  #checkVersion(statements: readonly Statement[]): void {
    const first = statements[0];
    const at = this.#source.charCodeAt(0) === 0xfeff ? 1 : 0;
    const unreadFirst = this.#unread.some((span) => /^\s*rpt\b/.test(this.#source.slice(span.start, span.end)));
    if (first?.kind !== "version") {
      if (unreadFirst) return;
      this.#diagnostics.push(
        diagnose({
          code: "RPT0001",
          span: { start: at, end: at },
          message: 'the first statement must be "rpt 1"',
          why: "The version says how the rest is read, for as long as the template lives.",
          repair: {
            title: 'insert "rpt 1" as line 1',
            applicability: "safe",
            edits: [...moveVersion(statements), { span: { start: at, end: at }, text: "rpt 1\n" }],
          },
        }),
      );
    } else if (first.version !== "1") {
      const number = { start: first.span.end - first.version.length, end: first.span.end };
      this.#diagnostics.push(
        diagnose({
          code: "RPT0002",
          span: number,
          message: `language version ${first.version} is not known`,
          why: "This compiler reads version 1.",
          repair: { title: "write rpt 1", applicability: "safe", edits: [{ span: number, text: "1" }] },
        }),
      );
    }
  }
}

function isInside(inner: Span, outer: Span): boolean {
  return (
    inner.start >= outer.start && inner.end <= outer.end && !(inner.start === outer.end && inner.end === outer.end)
  );
}

function moveVersion(statements: readonly Statement[]): readonly TextEdit[] {
  return statements.filter((each) => each.kind === "version").map((each) => ({ span: each.span, text: "" }));
}

/** The offset of the first error of a line read by itself, or -1. */
function lineError(text: string): number {
  const opens = /\{\s*(?:\/\/[^\n]*)?$/.test(text);
  return firstErrorAt(parser.parse(opens ? `${text}\n}\n` : `${text}\n`));
}

/** RPT0116, once for the whole text. */
function decomposed(source: string): readonly Diagnostic[] {
  const found = decomposedParts(source);
  const [first] = found;
  if (first === undefined) return [];
  return [
    diagnose({
      code: "RPT0116",
      span: { start: first.start, end: first.end },
      message: "the text is not in composed form (NFC)",
      why: "Decomposed characters look the same and compare as different.",
      repair: {
        title: "compose them",
        applicability: "safe",
        edits: found.map(({ start, end, text }) => ({ span: { start, end }, text })),
      },
    }),
  ];
}
