// Tokens of markdown-it → blocks.
import type { Token } from "markdown-it";
import type { MarkdownBlock, MarkdownCell, MarkdownHeading, MarkdownItem, MarkdownRow, SourceLines } from "./blocks.ts";
import { tokensOf } from "./parser.ts";
import { plainStretch, stretchesOf } from "./stretches.ts";

/** Reads a text whose lines end in U+000A. The blocks have all of it but the signs that were understood. */
export function readMarkdown(text: string): readonly MarkdownBlock[] {
  const tokens = tokensOf(text);
  return new BlockReader(text, tokens).blocksUntil(null);
}

/** Goes through the tokens once. */
class BlockReader {
  readonly #lines: readonly string[];
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(text: string, tokens: readonly Token[]) {
    this.#lines = text.split("\n");
    this.#tokens = tokens;
  }

  /** Blocks up to the token that closes what they stand in, which is passed too. */
  blocksUntil(close: string | null): readonly MarkdownBlock[] {
    const blocks: MarkdownBlock[] = [];
    for (let token = this.#next(); token !== null && token.type !== close; token = this.#next()) {
      const block = this.#blockOf(token);
      if (block !== null) blocks.push(block);
    }
    return blocks;
  }

  #next(): Token | null {
    const token = this.#tokens[this.#at] ?? null;
    this.#at += 1;
    return token;
  }

  #blockOf(token: Token): MarkdownBlock | null {
    switch (token.type) {
      case "heading_open": {
        const level = Number(token.tag.slice(1)) as MarkdownHeading["level"];
        return { kind: "heading", level, ...this.#inline(), lines: linesOf(token) };
      }
      case "paragraph_open":
        return { kind: "paragraph", ...this.#inline(), lines: linesOf(token) };
      case "literal":
        return { kind: "paragraph", stretches: [plainStretch(token.content)], lines: linesOf(token) };
      case "code_block":
        return { kind: "code", stretches: [codeOf(token)], lines: linesOf(token) };
      case "fence": {
        const info = token.info.trim();
        const head = info === "" ? [] : [{ ...plainStretch(`${info}\n`), isBold: true }];
        return { kind: "code", stretches: [...head, codeOf(token)], lines: linesOf(token) };
      }
      case "hr":
        return { kind: "rule" };
      case "blockquote_open":
        return { kind: "quote", blocks: this.blocksUntil("blockquote_close") };
      case "bullet_list_open":
        return this.#list("bullet_list_close");
      case "ordered_list_open":
        return this.#list("ordered_list_close");
      case "table_open":
        return { kind: "table", rows: this.#rows() };
      default:
        return null;
    }
  }

  /** The letters of a paragraph, a heading or a cell. */
  #inline(): { readonly stretches: ReturnType<typeof stretchesOf> } {
    const token = this.#next();
    return { stretches: stretchesOf(token?.children ?? []) };
  }

  #list(close: string): MarkdownBlock {
    const written: Token[] = [];
    const contents: (readonly MarkdownBlock[])[] = [];
    let isTight = true;
    for (let token = this.#next(); token !== null && token.type !== close; token = this.#next()) {
      const first = this.#tokens[this.#at];
      if (first?.type === "paragraph_open" && !first.hidden) isTight = false;
      written.push(token);
      contents.push(this.blocksUntil("list_item_close"));
    }
    const numbers = numbersOf(written);
    const items = contents.map((blocks, index): MarkdownItem => ({ number: numbers[index] ?? null, blocks }));
    return { kind: "list", isTight, items };
  }

  #rows(): readonly MarkdownRow[] {
    const rows: MarkdownRow[] = [];
    let isHead = false;
    for (let token = this.#next(); token !== null && token.type !== "table_close"; token = this.#next()) {
      if (token.type === "thead_open") isHead = true;
      else if (token.type === "tbody_open") isHead = false;
      else if (token.type === "tr_open") rows.push({ isHead, ...this.#cells(token, isHead) });
    }
    return rows;
  }

  #cells(row: Token, isHead: boolean): Omit<MarkdownRow, "isHead"> {
    const cells: MarkdownCell[] = [];
    const lines = linesOf(row);
    for (let token = this.#next(); token !== null && token.type !== "tr_close"; token = this.#next()) {
      if (token.type !== "th_open" && token.type !== "td_open") continue;
      const align = alignOf(token);
      cells.push({ align, ...this.#inline() });
    }
    const written = this.#lines[lines[0]] ?? "";
    const code = partedCode(written);
    const inCode = code === null ? null : ({ kind: "code", text: code } as const);
    // A heading has as many cells as the table has columns.
    const beyond = isHead ? "" : cellsBeyond(written, cells.length);
    const last = cells.at(-1);
    if (beyond === "" || last === undefined) return { cells, lines, doubt: inCode };
    const whole = { ...last, stretches: [...last.stretches, plainStretch(` ${beyond}`)] };
    return { cells: [...cells.slice(0, -1), whole], lines, doubt: inCode ?? { kind: "beyond", text: beyond } };
  }
}

/**
 * The numbers of a list's items as they are printed; null for bullets. People refer to items by their numbers, so
 * what is typed is printed. Only a list with one number at all of its items leaves the counting to who prints it.
 */
function numbersOf(items: readonly Token[]): readonly (string | null)[] {
  const first = items[0]?.info ?? "";
  const isCounted = items.length > 1 && items.every(({ info }) => info === first);
  return items.map(({ info, markup }, index) => {
    if (info === "") return null;
    const number = isCounted ? String(Number(first) + index).padStart(first.length, "0") : info;
    return `${number}${markup}`;
  });
}

const NO_LINES: SourceLines = [0, 0];

function linesOf({ map }: Token): SourceLines {
  return map ?? NO_LINES;
}

function codeOf({ content }: Token) {
  return { ...plainStretch(content.endsWith("\n") ? content.slice(0, -1) : content), isCode: true };
}

const ALIGNED = /text-align:(left|center|right)/;

function alignOf(token: Token): MarkdownCell["align"] {
  const found = ALIGNED.exec(String(token.attrGet("style") ?? ""));
  return (found?.[1] as MarkdownCell["align"] | undefined) ?? null;
}

/** Signs of quotes and blanks before a row of a table that stands in them. */
const BEFORE_ROW = /^[>\s]*/u;

/** Markdown leaves out cells that have no heading: what stands in them. */
function cellsBeyond(line: string, columns: number): string {
  const cells = line.replace(BEFORE_ROW, "").split(/(?<!\\)\|/u);
  const start = cells[0] === "" ? 1 : 0;
  return cells
    .slice(start + columns)
    .join("|")
    .replace(/\|?\s*$/u, "")
    .trim();
}

/** Code of a row that a | within it parts; null where there is none. */
function partedCode(line: string): string | null {
  for (let at = line.indexOf("`"); at !== -1; ) {
    const signs = signsFrom(line, at);
    const start = at + signs.length;
    // A sign behind a backslash is a letter.
    const end = line.charAt(at - 1) === "\\" ? -1 : endOfCode(line, start, signs.length);
    if (end === -1) at = line.indexOf("`", start);
    else {
      const code = line.slice(start, end);
      if (/(?<!\\)\|/u.test(code)) return `${signs}${code}${signs}`;
      at = line.indexOf("`", end + signs.length);
    }
  }
  return null;
}

function signsFrom(line: string, at: number): string {
  let end = at;
  while (line.charAt(end) === "`") end += 1;
  return line.slice(at, end);
}

/** Where as many signs stand as code begins with. */
function endOfCode(line: string, start: number, count: number): number {
  for (let at = line.indexOf("`", start); at !== -1; ) {
    const { length } = signsFrom(line, at);
    if (length === count) return at;
    at = line.indexOf("`", at + length);
  }
  return -1;
}
