// What is certain of a broken line, so that its declarations and its block survive for the rest of the text.
import { wordsIn } from "./names.ts";
import type { LogicalLine } from "./scan-lines.ts";

const TYPES = /^(?:string|text|int|decimal|bool|date|time|datetime|image)\b(?:\([\d, ]*\))?/;
const NAME =
  "[A-Za-z_\\u3005-\\u3007\\u3041-\\u30ff\\u3400-\\u9fff][\\w\\u3005-\\u3007\\u3041-\\u30ff\\u3400-\\u9fff]*";
const PATH = new RegExp(`^${NAME}(?:\\.${NAME}|\\[\\])*`);
const RESERVED = /^(?:true|false|null|and|or|not)$/;

/** Text that stands in for a broken line; it is always readable. */
export function salvage(line: LogicalLine, opens: boolean): string {
  const text = line.text.trimStart();
  const keyword = /^[A-Za-z][\w-]*/.exec(text)?.[0] ?? "";
  const rest = text.slice(keyword.length).trimStart();
  const closes = "\n}".repeat(Math.max(0, line.closes - line.opens));
  if (keyword === "field" || keyword === "let") return declaration(keyword, rest) + closes;
  if (keyword === "rpt") return `rpt 1${closes}`;
  if (line.code.trim() === "" || keyword === "dataset") return closes;
  const name = /^[A-Za-z_][\w-]*(?:\.\w+)*(?=[\s{(]|$)/.exec(rest)?.[0] ?? "";
  const head = keyword === "" ? "stack" : `${keyword} ${RESERVED.test(name) ? "" : name}`.trimEnd();
  if (opens) return `${head} {`;
  return closes === "" ? (keyword === "" ? "" : head) : closes;
}

function declaration(keyword: string, rest: string): string {
  const path = PATH.exec(rest)?.[0] ?? "";
  if (path === "" || path.split(/[.[\]]+/).some((part) => RESERVED.test(part))) return "";
  if (keyword === "let") return `let ${path} = null`;
  const behind = rest
    .slice(path.length)
    .replace(/^\?/, "")
    .replace(/^[\s:]+/, "");
  return `field ${path}${rest[path.length] === "?" ? "?" : ""} ${TYPES.exec(behind)?.[0] ?? "string"}`;
}

/** Names that a broken line may have declared. */
export function wordsOf(line: LogicalLine): readonly string[] {
  // What a let is computed from is declared elsewhere.
  const [, name] = /^\s*let\b([^=]*)=/.exec(line.code) ?? [];
  if (name !== undefined) return wordsIn(name);
  const declares = /^\s*(?:field|let|style|sizes|colors|fonts|column|source|asset|part)\b/.test(line.text);
  // A declaration whose first word is lost or stands further on: nothing else at the left margin is like it.
  const displaced = line.indent === 0 && line.opens === 0 && /\s(?:field|let)\b|\b(?:role|example)=/.test(line.code);
  return declares || displaced ? wordsIn(line.code) : [];
}
