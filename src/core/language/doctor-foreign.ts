// Slips of writers who think in another language: Markdown's fences, tags with their text, statements of JavaScript.
import { type LineView, matches, replace, type Symptom } from "./doctor-line.ts";

/** ```` ```rpt ````: a source that was copied with the marks around it */
export function fence(line: LineView): Symptom | null {
  const match = /^\s*(?:```|~~~)\S*\s*$/.exec(line.text);
  if (match === null) return null;
  return {
    code: "RPT0100",
    at: 0,
    length: line.text.trimEnd().length,
    message: "a source has no fence around it",
    why: "The marks belong to the text that the source was copied from.",
    title: "delete the line",
    safe: true,
    edits: [replace(0, line.text.length, "")],
  };
}

/** `<p>{note}</p>` → `text "{note}"` */
export function taggedText(line: LineView): Symptom | null {
  const match = /^(\s*)<([A-Za-z][\w-]*)(?:\s[^<>]*)?>([^<>]+)<\/\2\s*>\s*$/.exec(line.text);
  if (match === null) return null;
  const [, indent = "", name = "", content = ""] = match;
  const text = `text "${content.trim().replaceAll(/["\\]/g, "\\$&")}"`;
  return {
    code: "RPT0100",
    at: indent.length,
    length: name.length + 1,
    message: `unexpected "<${name}": there are no tags`,
    why: "An element is a keyword with its properties.",
    title: `write ${text}`,
    edits: [replace(indent.length, line.text.trimEnd().length - indent.length, text)],
  };
}

/** `const tax = …`, `var tax = …`, `tax = …` → `let tax = …` */
export function foreignLet(line: LineView): Symptom | null {
  const match = /^(const|var|def|set|val)\s+(?=[A-Za-z_][\w.[\]]*\s*:?=)/.exec(line.code);
  const bare = match === null && /^[A-Za-z_]\w*(?:\[\]\.\w+)?\s*=\s*(?!=)/.test(line.code);
  if (match === null && !bare) return null;
  return {
    code: "RPT0100",
    at: 0,
    length: Math.max(1, (match?.[1] ?? "").length),
    message: match === null ? "a computed value has no keyword" : `unexpected "${match[1]}"`,
    why: "A computed value is declared once: let total = …",
    title: "write let",
    edits: [replace(0, match === null ? 0 : match[0].length, "let ")],
  };
}

/** `Math.floor(x)` → `floor(x)` */
export function mathObject(line: LineView): Symptom | null {
  const found = matches(line, /\bMath\.(?=(?:floor|ceil|round|abs|min|max)\()/g);
  const [first] = found;
  if (first === undefined) return null;
  return {
    code: "RPT0120",
    at: first.index,
    length: first[0].length,
    message: "functions belong to no object",
    why: "A function is called by its name alone.",
    title: 'delete "Math."',
    edits: found.map((match) => replace(match.index, match[0].length, "")),
  };
}

/** `items.reduce((sum, item) => sum + item.amount, 0)` → `sum(items[].amount)` */
export function reduction(line: LineView): Symptom | null {
  const call =
    /([A-Za-z_][\w.]*?)(?:\[\])?\.reduce\(\s*\(?\s*(\w+)\s*,\s*(\w+)\s*\)?\s*=>\s*\2\s*\+\s*\3\.(\w+)\s*,\s*0\s*\)/;
  const match = call.exec(line.code);
  if (match === null) return null;
  const sum = `sum(${match[1]}[].${match[4]})`;
  return {
    code: "RPT0120",
    at: match.index,
    length: match[0].length,
    message: "values have no methods",
    why: "A function takes the entries of an array: sum(items[].amount).",
    title: `write ${sum}`,
    edits: [replace(match.index, match[0].length, sum)],
  };
}

/** `.qty × .price` → `.qty * .price` */
export function mathematicalSign(line: LineView): Symptom | null {
  const found = matches(line, /[×÷−＊／＋－]/g);
  const [first] = found;
  if (first === undefined) return null;
  const written = (sign: string): string => ARITHMETIC[sign] ?? sign;
  return {
    code: "RPT0120",
    at: first.index,
    length: 1,
    message: `"${first[0]}" is no operator`,
    why: "Operators are + - * / %.",
    title: `write ${written(first[0])}`,
    safe: true,
    edits: found.map((match) => replace(match.index, 1, written(match[0]))),
  };
}

const ARITHMETIC: Readonly<Record<string, string>> = {
  "×": "*",
  "÷": "/",
  "−": "-",
  "＊": "*",
  "／": "/",
  "＋": "+",
  "－": "-",
};

/** `field "customer.name" string` → `field customer.name string` */
export function quotedPath(line: LineView): Symptom | null {
  const match = /^(\s*(?:field|let)\s+)(["'])([A-Za-z_][\w.[\]]*\??)\2/.exec(line.text);
  if (match === null) return null;
  const [whole, before = "", , path = ""] = match;
  return {
    code: "RPT0100",
    at: before.length,
    length: whole.length - before.length,
    message: "a path has no quotes",
    why: "Only texts are quoted.",
    title: `write ${path}`,
    safe: true,
    edits: [replace(before.length, whole.length - before.length, path)],
  };
}

/** `assert from <= to "…"`: a rule between values, which no statement says. */
export function ruleOfValues({ code }: LineView): Symptom | null {
  const [, indent, word] = /^(\s*)(assert|ensure|require|constraint|validate)\s/.exec(code) ?? [];
  if (indent === undefined || word === undefined) return null;
  return {
    code: "RPT0100",
    at: indent.length,
    length: word.length,
    message: `there is no ${word}: no statement says a rule between values`,
    why: "The line of a field says what it takes: its type, min=, max= and pattern=. More is for the sender to judge.",
    title: 'delete it, and show what a form warns of by text "…" when=(…)',
    edits: [replace(0, code.length, "")],
  };
}
