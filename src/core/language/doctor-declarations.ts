// Slips in field and let lines.
import { type LineView, replace, type Symptom } from "./doctor-line.ts";

/** `let x =` with nothing behind. */
export function missingLetValue(line: LineView): Symptom | null {
  if (!/^\s*let\b/.test(line.code)) return null;
  const open = /=\s*$/.exec(line.code);
  if (open !== null) {
    return {
      code: "RPT0120",
      at: open.index,
      length: 1,
      message: "let has no value",
      why: "let gives a name to an expression.",
      title: "write an expression after =",
      edits: [replace(open.index + 1, 0, " 0")],
    };
  }
  const plain = /^(\s*let\s+[^\s=([\d][^\s=(]*)\s+(?=[^=\s])/.exec(line.code);
  if (plain === null || /[^=!<>]=(?!=)/.test(line.code)) return null;
  return {
    code: "RPT0100",
    at: plain[0].length,
    length: 1,
    message: 'let needs "=" between its name and its expression',
    why: "let total = sum(items[].amount)",
    title: 'add "="',
    safe: true,
    edits: [replace((plain[1] ?? "").length, 0, " =")],
  };
}

/** `allow jp.order/no-deductions "agreed"` → `allow "jp.order/no-deductions" "agreed"` */
export function bareRule(line: LineView): Symptom | null {
  const rules = /^\s*allow\b/.test(line.code) ? [...line.code.matchAll(/(?<=\s)[a-z][\w.-]*\/[\w-]+(?=\s|$)/g)] : [];
  const [first] = rules;
  if (first === undefined) return null;
  return {
    code: "RPT0100",
    at: first.index,
    length: first[0].length,
    message: `the rule ${first[0]} stands without quotes`,
    why: 'allow "jp.print/hairline" "as prescribed"',
    title: rules.length === 1 ? `write "${first[0]}"` : "write the rules in quotes",
    safe: true,
    edits: rules.map((rule) => replace(rule.index, rule[0].length, `"${rule[0]}"`)),
  };
}

/** `string[40]` → `string(40)`, `string 40` → `string(40)`, `decimal 12,2` → `decimal(12,2)` */
export function typeArguments(line: LineView): Symptom | null {
  const pattern =
    /^\s*field\s+\S+\s+(string|text|decimal|enum)(?:\s*[[<{]([^\]>}]*)[\]>}]|\s+(\d+(?:\s*,\s*\d+)?)(?=\s|$))/;
  const match = pattern.exec(line.code);
  if (match === null) return null;
  const name = match[1] ?? "";
  const at = line.code.indexOf(name, line.code.search(/\S\s+\S+\s+/)) + name.length;
  const args = (match[2] ?? match[3] ?? "").trim();
  return {
    code: "RPT0100",
    at,
    length: 1,
    message: `${name} takes its arguments in parentheses`,
    why: "string(40), decimal(12,2)",
    title: `write ${name}(${args})`,
    safe: true,
    edits: [replace(at, match[0].length - at, `(${args})`)],
  };
}

/** `field name:` forms with the path missing, or a path with hyphens */
export function hyphenPath(line: LineView): Symptom | null {
  const match = /^(\s*(?:field|let)\s+)([\w.[\]]+-[\w.[\]-]+)/.exec(line.code);
  if (match === null) return null;
  const path = (match[2] ?? "").replace(/-+(\w)?/g, (_, letter: string | undefined) => letter?.toUpperCase() ?? "");
  return {
    code: "RPT2001",
    at: (match[1] ?? "").length,
    length: (match[2] ?? "").length,
    message: `${match[2]}: a path has no hyphens`,
    why: "In an expression a-b is a subtraction.",
    title: `write ${path}`,
    edits: [replace((match[1] ?? "").length, (match[2] ?? "").length, path)],
  };
}

/** `items.price` declared with `items[0].price` or `items[*].price` → `items[].price` */
export function starPath(line: LineView): Symptom | null {
  const match = /^(\s*(?:field|let)\s+[\w.]+)\[(\*|\d+)\]/.exec(line.code);
  if (match === null) return null;
  const at = (match[1] ?? "").length;
  return {
    code: "RPT0100",
    at,
    length: match[0].length - at,
    message: "an array is declared with []",
    why: "A declaration speaks of every entry at once.",
    title: "write []",
    safe: true,
    edits: [replace(at, match[0].length - at, "[]")],
  };
}
