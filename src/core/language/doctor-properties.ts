// Slips between the properties of a line: the habits of style sheets, tags and configuration files.

import { cutOut, type LineView, matches, replace, type Symptom } from "./doctor-line.ts";
import { questionMark } from "./ternary.ts";

/** `ink=rgb(192, 0, 0)` → `ink=#c00000` */
export function colorFunction(line: LineView): Symptom | null {
  const match = /=\s*(rgba?)\(\s*(\d+)[\s,]+(\d+)[\s,]+(\d+)\s*(?:[,/]\s*([\d.]+)(%?)\s*)?\)/i.exec(line.code);
  if (match === null) return null;
  const [whole, name, red, green, blue, alpha, percent] = match;
  const share = alpha === undefined ? [] : [Math.round(Number(alpha) * (percent === "%" ? 2.55 : 255))];
  const parts = [Number(red), Number(green), Number(blue), ...share];
  const color = `#${parts.map((part) => Math.min(255, part).toString(16).padStart(2, "0")).join("")}`;
  return {
    code: "RPT0120",
    at: match.index + whole.search(/rgb/i),
    length: whole.length - whole.search(/rgb/i),
    message: `${name} is no function`,
    why: "Colours are written in hexadecimal digits, with two more for what shines through.",
    title: `write ${color}`,
    edits: [replace(match.index + 1, whole.length - 1, color)],
  };
}

/** A list and an expression begin with their brackets too, but hold no braces behind them. */
const BARE = /^(\s*field\s.*?\spattern\s*=\s*)(?!["'([\s])(.+?)(?=\s+[a-z]+\s*=|\s*$)/;
const BARE_WITH_BRACES = /^(\s*field\s.*?\spattern\s*=\s*)([([][^\s"']*[{}].*?)(?=\s+[a-z]+\s*=|\s*$)/;

/** `pattern=^[0-9]+$`, `pattern=/[0-9]{3}/` and `pattern=[0-9]{3}` → `pattern='…'` */
export function barePattern(line: LineView): Symptom | null {
  const match = BARE.exec(line.code) ?? BARE_WITH_BRACES.exec(line.code);
  const [, head = "", code = ""] = match ?? [];
  if (match === null || code === "") return null;
  const written = line.text.slice(head.length, head.length + code.length);
  // Where another quote on the line is left open, one that opens this pattern is read as its end.
  if (/^["']/.test(written)) return null;
  const text = /^\/(.*)\/[a-z]*$/.exec(written)?.[1] ?? written;
  const literal = `'${text.replace(/\\(?=['\\])|'/g, "\\$&")}'`;
  return {
    code: "RPT0100",
    at: head.length,
    length: code.length,
    message: "a pattern without quotes",
    why: "A pattern is a text in single quotes, in which nothing is computed.",
    title: `write pattern=${literal}`,
    edits: [replace(head.length, code.length, literal)],
  };
}

/** `x: 0mm` → `x=0mm`, `field a: string` → `field a string` */
export function colon(line: LineView): Symptom | null {
  const found = matches(line, /([A-Za-z_][\w.[\]-]*)\s*:\s*/g);
  const first = found[0];
  if (first === undefined) return null;
  const declares =
    /^\s*(?:field|let)\s/.test(line.code) && /^\s*(?:field|let)\s+$/.test(line.code.slice(0, first.index));
  const isLet = /^\s*let\s/.test(line.code);
  const sign = declares ? (isLet ? " = " : " ") : "=";
  const value = declares ? (isLet && line.code.slice(first.index + first[0].length).startsWith("=") ? "" : sign) : "=";
  return {
    code: "RPT0105",
    at: first.index + first[0].indexOf(":"),
    length: 1,
    message: `unexpected ":" after ${first[1]}`,
    why: "Properties are written name=value.",
    title: declares ? `write ${first[1]} without ":"` : `write ${first[1]}=…`,
    safe: true,
    edits: found.map((match) => {
      const name = match[1] ?? "";
      const text = match === first && declares ? (isLet && value === "" ? " " : value) : "=";
      return replace(match.index + name.length, match[0].length - name.length, text);
    }),
  };
}

/** `w= role=x`: a property without a value. */
export function missingValue(line: LineView): Symptom | null {
  const match = /([A-Za-z_][\w-]*)\s*=(?=\s*$|\s*\{?\s*$|\s+[A-Za-z][\w-]*\s*=(?!=)|\s*\))/.exec(line.code);
  if (match === null || /^\s*let\b/.test(line.code)) return null;
  return {
    code: "RPT0108",
    at: match.index,
    length: match[0].length,
    message: `property ${match[1]} has no value`,
    why: "A property is a name, =, and a value.",
    title: `write ${match[1]}=VALUE or delete it`,
    edits: [cutOut(line, match.index, match[0].length)],
  };
}

/** `w==5mm` → `w=5mm` */
export function doubledEquals(line: LineView): Symptom | null {
  const match = /\s([a-z][\w-]*)(==|:=|=>|\+=)/.exec(line.code);
  if (match === null) return null;
  const at = match.index + 1 + (match[1] ?? "").length;
  return {
    code: "RPT0100",
    at,
    length: 2,
    message: `unexpected "${match[2]}" after ${match[1]}`,
    why: "Properties are written name=value.",
    title: "write =",
    safe: true,
    edits: [replace(at, 2, "=")],
  };
}

/** `x=0mm, y=3mm` → `x=0mm y=3mm` */
export function commaBetween(line: LineView): Symptom | null {
  let depth = 0;
  const found: number[] = [];
  for (let at = 0; at < line.code.length; at++) {
    const char = line.code[at];
    if (char === "(" || char === "[") depth++;
    else if (char === ")" || char === "]") depth--;
    else if (char === "," && depth === 0) found.push(at);
  }
  const first = found[0];
  if (first === undefined) return null;
  return {
    code: "RPT0124",
    at: first,
    length: 1,
    message: 'unexpected ","',
    why: "Properties are separated by spaces.",
    title: "delete it",
    safe: true,
    edits: found.map((at) => replace(at, 1, line.code[at + 1] === " " || at + 1 === line.code.length ? "" : " ")),
  };
}

/** `[a, b,]` and `(a, b,)` */
export function trailingComma(line: LineView): Symptom | null {
  const match = /,\s*(?=[\])])/.exec(line.code);
  if (match === null) return null;
  return {
    code: "RPT0100",
    at: match.index,
    length: 1,
    message: 'unexpected "," before the closing bracket',
    why: "A list ends with its last member.",
    title: "delete it",
    safe: true,
    edits: [replace(match.index, match[0].length, "")],
  };
}

/** `<div class="x">`, `</table>` */
export function tag(line: LineView): Symptom | null {
  const match = /^(\s*)<(\/?)([A-Za-z][\w-]*)/.exec(line.code);
  if (match === null) return null;
  return {
    code: "RPT0100",
    at: (match[1] ?? "").length,
    length: match[0].trim().length,
    message: `unexpected "<${match[2]}${match[3]}": there are no tags`,
    why: "An element is a keyword with its properties.",
    title: match[2] === "/" ? 'close the block with "}"' : `write ${match[3]} …`,
    edits: match[2] === "/" ? [replace(0, line.text.length, `${match[1]}}`)] : [],
  };
}

/** `"x"=5mm` → `x=5mm` */
export function quotedName(line: LineView): Symptom | null {
  const match = /(["'])([a-z][\w-]*)\1\s*[=:]/.exec(line.text);
  if (match === null || line.code[match.index] !== "·") return null;
  // Inside parentheses it is a text of an expression: `(late ? 'red' : 'black')`.
  const before = line.code.slice(0, match.index);
  // Behind a question mark it is the first choice of `late ? 'red' : 'black'`.
  if (questionMark(before) >= 0) return null;
  if (before.split("(").length > before.split(")").length) return null;
  return {
    code: "RPT0100",
    at: match.index,
    length: (match[2] ?? "").length + 2,
    message: "a property name has no quotes",
    why: "Only texts are quoted.",
    title: `write ${match[2]}=`,
    safe: true,
    edits: [replace(match.index, match[0].length, `${match[2]}=`)],
  };
}

/** `width=50%%`, `w=$5mm`, `@page`, `.class`, `&nbsp` */
export function foreignSign(line: LineView): Symptom | null {
  const match = /[@$&^~\\]+/.exec(line.code);
  if (match === null) return null;
  return {
    code: "RPT0100",
    at: match.index,
    length: match[0].length,
    message: `unexpected "${match[0]}"`,
    why: "The sign has no meaning here.",
    title: "delete it",
    edits: [replace(match.index, match[0].length, "")],
  };
}

/** `- 3mm` and `+3mm` */
export function plusNumber(line: LineView): Symptom | null {
  const match = /(?<==)\s*\+(?=\d)/.exec(line.code);
  if (match === null) return null;
  return {
    code: "RPT0100",
    at: match.index,
    length: match[0].length,
    message: 'unexpected "+"',
    why: "Only negative numbers carry a sign.",
    title: "delete it",
    safe: true,
    edits: [replace(match.index, match[0].length, "")],
  };
}

/** `.5mm` → `0.5mm`, `5,5mm` → `5.5mm` */
export function bareFraction(line: LineView): Symptom | null {
  const match = /(?<==)\.(?=\d)/.exec(line.code);
  if (match === null) return null;
  return {
    code: "RPT0100",
    at: match.index,
    length: 1,
    message: "a number starts with a digit",
    why: "0.5mm, not .5mm",
    title: "write 0.",
    safe: true,
    edits: [replace(match.index, 1, "0.")],
  };
}
