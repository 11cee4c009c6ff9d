// A field line that the grammar refuses for its marks: `?` behind the type, and labels among the members of an enum.
import type { TextEdit } from "../diagnostics/index.ts";
import { type LineView, replace, type Symptom } from "./doctor-line.ts";

/** Indentation and keyword, path, colon, word for "optional", type with its arguments, mark behind it. */
const FIELD = new RegExp(
  [
    /^(\s*field\s+)([\w.[\]?]+)(\s*:)?(\s+(?:optional|nullable)(?=\s+\w+))?/,
    /(\s+)([a-z]+)(\([^()]*\))?(\s*\?|\s+(?:optional|nullable)(?=\s|$))?/,
  ]
    .map(({ source }) => source)
    .join(""),
);

/** `field a int?`, `field items[]?.x int` and `field a int optional` → `field a? int` */
export function optionalMark(line: LineView): Symptom | null {
  const found = readField(line);
  if (found === null) return null;
  const [pathEdits, edits] = [markedPath(found), [...withoutWords(found), ...labelEdits(line, found)]];
  const isMarked = found.mark !== "" || found.word !== "" || /\?./.test(found.path);
  if (!isMarked) return null;
  const path = `${found.path.replaceAll("?", "")}?`;
  return {
    code: "RPT0100",
    at: found.mark === "" ? found.pathAt : found.markAt,
    length: found.mark === "" ? found.path.length : found.mark.length,
    message: "an optional field has its mark behind the path",
    why: `The mark says that the value may be absent, and stands behind the whole path: field ${path} …`,
    title: `write ${path}, with the mark behind the path`,
    edits: [...pathEdits, ...edits],
  };
}

/** `enum(x "甲", y "乙")` → `enum(x, y) labels=["甲", "乙"]` */
export function memberLabels(line: LineView): Symptom | null {
  const found = readField(line);
  const edits = found === null ? [] : labelEdits(line, found);
  const [edit] = edits;
  if (found === null || edit === undefined) return null;
  return {
    code: "RPT0100",
    at: edit.span.start,
    length: edit.span.end - edit.span.start,
    message: "labels do not stand among the members of an enum",
    why: "labels= lists the labels, one for each member, in the same order.",
    title: `write ${found.type}${edit.text}`,
    edits,
  };
}

interface WrittenField {
  readonly path: string;
  readonly pathAt: number;
  /** A colon behind the path. */
  readonly colonAt: number | null;
  /** "optional" before the type, with the blanks before it. */
  readonly word: string;
  readonly wordAt: number;
  readonly type: string;
  /** Where the arguments of the type begin and end, with their brackets. */
  readonly argsAt: number;
  readonly argsEnd: number;
  /** `?` or "optional" behind the type, with the blanks before it. */
  readonly mark: string;
  readonly markAt: number;
}

function readField({ code }: LineView): WrittenField | null {
  const [, head, path, colon = "", word = "", blanks, type, args = "", mark = ""] = FIELD.exec(code) ?? [];
  if (head === undefined || path === undefined || blanks === undefined || type === undefined) return null;
  const pathAt = head.length;
  const colonAt = pathAt + path.length;
  const wordAt = colonAt + colon.length;
  const argsAt = wordAt + word.length + blanks.length + type.length;
  return {
    path,
    pathAt,
    colonAt: colon === "" ? null : colonAt,
    word,
    wordAt,
    type,
    argsAt,
    argsEnd: argsAt + args.length,
    mark,
    markAt: argsAt + args.length,
  };
}

function markedPath({ path, pathAt }: WrittenField): readonly TextEdit[] {
  const marked = `${path.replaceAll("?", "")}?`;
  return marked === path ? [] : [replace(pathAt, path.length, marked)];
}

function withoutWords({ colonAt, wordAt, word, mark, markAt }: WrittenField): readonly TextEdit[] {
  return [
    ...(colonAt === null ? [] : [replace(colonAt, wordAt - colonAt, "")]),
    ...(word === "" ? [] : [replace(wordAt, word.length, "")]),
    ...(mark === "" ? [] : [replace(markAt, mark.length, "")]),
  ];
}

/** A text in quotes, or a word. */
const WORD = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[^\s"'=:]+)/.source;
/** A member, and the label behind it: `x "甲"`, `x: "甲"`, `"x" = 甲`. */
const MEMBER = new RegExp(`^\\s*${WORD}(?:\\s*[=:]\\s*|\\s*(?=["'])|\\s+)?${WORD}?\\s*$`);

function labelEdits({ text, code }: LineView, { type, argsAt, argsEnd }: WrittenField): readonly TextEdit[] {
  if (type !== "enum" || argsEnd - argsAt < 3 || /\slabels\s*=/.test(code.slice(argsEnd))) return [];
  const members = partsOf(text, code, argsAt + 1, argsEnd - 1).map((part) => MEMBER.exec(part));
  if (members.some((each) => each === null) || members.every((each) => each?.[2] === undefined)) return [];
  const values = members.map((each) => each?.[1] ?? "");
  const labels = members.map((each) => inQuotes(each?.[2] ?? each?.[1] ?? ""));
  return [replace(argsAt, argsEnd - argsAt, `(${values.join(", ")}) labels=[${labels.join(", ")}]`)];
}

/** The text between commas that stand in no string. */
function partsOf(text: string, code: string, start: number, end: number): readonly string[] {
  const parts: string[] = [];
  let from = start;
  for (let at = start; at <= end; at += 1) {
    if (at < end && code[at] !== ",") continue;
    parts.push(text.slice(from, at));
    from = at + 1;
  }
  return parts;
}

function inQuotes(label: string): string {
  if (label.startsWith('"')) return label;
  const inner = label.startsWith("'") ? label.slice(1, -1).replaceAll("\\'", "'") : label;
  return JSON.stringify(inner);
}

/** `enum(x|y)` → `enum(x, y)` */
export function memberBars(line: LineView): Symptom | null {
  const found = readField(line);
  if (found === null || found.type !== "enum") return null;
  const edits: TextEdit[] = [];
  for (let at = found.argsAt; at < found.argsEnd; at += 1) {
    const bar = /^\s*\|+\s*/.exec(line.code.slice(at, found.argsEnd))?.[0];
    if (bar === undefined) continue;
    edits.push(replace(at, bar.length, ", "));
    at += bar.length - 1;
  }
  const [first] = edits;
  if (first === undefined) return null;
  return {
    code: "RPT0100",
    at: first.span.start,
    length: first.span.end - first.span.start,
    message: "commas part the members of an enum",
    why: "enum(unpaid, paid)",
    title: "write commas",
    safe: true,
    edits,
  };
}

/** `enum(x, y) labels=[x="甲", y="乙"]` → `labels=["甲", "乙"]`, in the order of the members. */
export function namedLabels(line: LineView): Symptom | null {
  const found = readField(line);
  const written = found?.type === "enum" ? /\slabels?\s*=\s*([[{(])([^\]})]*)[\]})]/.exec(line.code) : null;
  if (found === null || written === null) return null;
  const at = written.index + 1;
  const open = written.index + written[0].lastIndexOf(written[1] ?? "[", written[0].length - (written[2] ?? "").length);
  const pairs = partsOf(line.text, line.code, open + 1, written.index + written[0].length - 1).map((part) =>
    MEMBER.exec(part),
  );
  const labels = new Map(pairs.map((each) => [nameOf(each?.[1] ?? ""), each?.[2]]));
  const members = partsOf(line.text, line.code, found.argsAt + 1, found.argsEnd - 1).map((each) => nameOf(each.trim()));
  const inOrder = members.map((member) => labels.get(member));
  if (inOrder.some((label) => label === undefined)) return null;
  const text = `labels=[${inOrder.map((label) => inQuotes(label ?? "")).join(", ")}]`;
  return {
    code: "RPT0100",
    at,
    length: written[0].length - 1,
    message: "labels are listed without the names of their members",
    why: "labels= lists the labels, one for each member, in the same order.",
    title: `write ${text}`,
    edits: [replace(at, written[0].length - 1, text)],
  };
}

function nameOf(written: string): string {
  return written.replace(/^(["'])(.*)\1$/, "$2");
}

/** What other languages write between a path and its type, and what says it here. */
const STRAY_WORDS: Readonly<Record<string, string>> = {
  unique: "Entries are taken as they are sent; distinct(…) lists each of them once.",
  distinct: "Entries are taken as they are sent; distinct(…) lists each of them once.",
  required: "A field is required unless ? stands behind its path.",
  mandatory: "A field is required unless ? stands behind its path.",
};
const STRAY = /^(\s*field\s+[\w.[\]?]+)(\s+)(unique|distinct|required|mandatory)(?=\s+[a-z]+\b)/;

/** `field tags[] unique string(9)` → `field tags[] string(9)` */
export function strayWord({ code }: LineView): Symptom | null {
  const [, head, blanks, word] = STRAY.exec(code) ?? [];
  if (head === undefined || blanks === undefined || word === undefined) return null;
  return {
    code: "RPT0100",
    at: head.length + blanks.length,
    length: word.length,
    message: `${word} is no type, and a field does not say it`,
    why: STRAY_WORDS[word] ?? "",
    title: "delete it",
    edits: [replace(head.length, blanks.length + word.length, "")],
  };
}
