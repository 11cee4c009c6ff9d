// Slips in how texts are quoted and joined.

import { type LineView, replace, type Symptom } from "./doctor-line.ts";

/** `` `text` `` → `"text"` */
export function backticks(line: LineView): Symptom | null {
  const match = /`([^`"]*)`/.exec(line.text);
  if (match === null) return null;
  return {
    code: "RPT0100",
    at: match.index,
    length: 1,
    message: "` does not quote",
    why: "Texts stand in double quotes.",
    title: 'write "…"',
    safe: true,
    edits: [replace(match.index, 1, '"'), replace(match.index + match[0].length - 1, 1, '"')],
  };
}

/** `f"…"` → `"…"` */
export function prefixedString(line: LineView): Symptom | null {
  const match = /(?<=[\s=(])[fru](?=·)/.exec(line.code);
  if (match === null || !/["']/.test(line.text[match.index + 1] ?? "")) return null;
  return {
    code: "RPT0100",
    at: match.index,
    length: 1,
    message: `unexpected "${match[0]}" before a text`,
    why: "Every text in double quotes shows {…} as values.",
    title: "delete it",
    safe: true,
    edits: [replace(match.index, 1, "")],
  };
}

/** `"a" + b` → `"a{b}"` */
export function joinedText(line: LineView): Symptom | null {
  const match = /(·+)\s*([+&.])\s*([\w.]+|·+)/.exec(line.code);
  if (match === null) return null;
  const left = line.text.slice(match.index, match.index + (match[1] ?? "").length);
  const at = match.index + match[0].length - (match[3] ?? "").length;
  const right = line.text.slice(at, match.index + match[0].length);
  const joined = right.startsWith('"') ? right.slice(1, -1) : `{${right}}`;
  return {
    code: "RPT0100",
    at: match.index + (match[1] ?? "").length,
    length: match[2] === "+" ? 2 : 1,
    message: `texts are not joined with "${match[2]}"`,
    why: "Values stand inside the text, in braces.",
    title: `write ${left.slice(0, -1)}${joined}"`,
    edits: left.startsWith('"') ? [replace(match.index, match[0].length, `${left.slice(0, -1)}${joined}"`)] : [],
  };
}
