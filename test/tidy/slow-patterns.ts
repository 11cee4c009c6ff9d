import { type Node, parseSync, visitorKeys } from "oxc-parser";

/** A pattern of a file, as it is written. */
export interface Pattern {
  readonly source: string;
  readonly flags: string;
  readonly line: number;
}

/** The patterns that a file of TypeScript has. */
export function patternsOf(path: string, text: string): readonly Pattern[] {
  const found: Pattern[] = [];
  const enter = (node: Node): void => {
    if (node.type === "Literal" && "regex" in node) {
      const { pattern: source, flags } = node.regex;
      found.push({ source, flags, line: text.slice(0, node.start).split("\n").length });
    }
    for (const key of visitorKeys[node.type] ?? []) {
      const children: unknown = Reflect.get(node, key);
      for (const child of Array.isArray(children) ? children : [children]) if (isNode(child)) enter(child);
    }
  };
  enter(parseSync(path, text).program);
  return found;
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value;
}

/** Texts that are one thing again and again are what patterns take long for. */
const REPEATED = [
  ...["a", "0", " ", "\t", "\n", '"', "'", "\\", ".", "-", "_", "/", "=", ";", ",", "[", "]", "{", "}", "(", "<", "&"],
  ...[
    "%",
    "+",
    "*",
    "|",
    ":",
    "あ",
    "é",
    "A",
    "~",
    "@",
    '\\"',
    "a.",
    "a-",
    "a/",
    "a b ",
    "0.",
    "{a",
    "<a",
    "%2F",
    " \n",
  ],
] as const;

const BEFORE = ["", '"', "{a", "a"] as const;
const BEHIND = ["", "\u0000!", "x"] as const;

const CHARACTERS = 8_000;

/** Who goes through a text once takes a hundredth of it; who goes through its rest at each character, ten times it. */
const SLOW_MS = 8;

/** What a pattern takes long for, as JSON; null where that is nothing of what is tried. */
export function slowText({ source, flags }: Pattern): string | null {
  const pattern = new RegExp(source, `${flags.replaceAll(/[gy]/g, "")}g`);
  for (const part of REPEATED) {
    const middle = part.repeat(CHARACTERS / part.length);
    for (const before of BEFORE) {
      for (const behind of BEHIND) {
        const text = `${before}${middle}${behind}`;
        if (isSlow(() => text.replace(pattern, ""))) return JSON.stringify([before, part, behind]);
      }
    }
  }
  return null;
}

/** Whether it takes long each time: what else the machine does comes and goes. */
function isSlow(work: () => void): boolean {
  for (let time = 0; time < 4; time += 1) {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    if ((user + system) / 1000 < SLOW_MS) return false;
  }
  return true;
}
