// The letters of a paragraph → stretches in one look each.
import type { Token } from "markdown-it";
import type { MarkdownStretch } from "./blocks.ts";

const PLAIN: Omit<MarkdownStretch, "text"> = {
  isBold: false,
  isItalic: false,
  isStruck: false,
  isCode: false,
  link: null,
};

export function plainStretch(text: string): MarkdownStretch {
  return { text, ...PLAIN };
}

/** How deep the letters stand in marks that look alike. */
interface Marks {
  bold: number;
  italic: number;
  struck: number;
}

/** What a link still has to say when it ends. */
interface OpenLink {
  readonly address: string;
  readonly title: string;
  readonly isFollowed: boolean;
  hasLetters: boolean;
}

/** Whether an address leads somewhere from a page, and does not start, read or run anything of who follows it. */
export function isFollowed(address: string): boolean {
  return FOLLOWED.test(address);
}

const FOLLOWED = /^(?:https?|mailto|tel):/iu;

export function stretchesOf(tokens: readonly Token[]): readonly MarkdownStretch[] {
  const stretches: MarkdownStretch[] = [];
  const marks: Marks = { bold: 0, italic: 0, struck: 0 };
  let link: OpenLink | null = null;
  const add = (text: string, isCode: boolean): void => {
    if (text === "") return;
    if (link !== null) link.hasLetters = true;
    const stretch = {
      text,
      isBold: marks.bold > 0,
      isItalic: marks.italic > 0,
      isStruck: marks.struck > 0,
      isCode,
      link: link?.isFollowed === true ? link.address : null,
    };
    const before = stretches.at(-1);
    if (before !== undefined && isAlike(before, stretch)) {
      stretches[stretches.length - 1] = { ...before, text: before.text + text };
    } else stretches.push(stretch);
  };
  for (const token of tokens) {
    const mark = MARKS[token.tag];
    if (mark !== undefined && token.nesting !== 0) marks[mark] += token.nesting;
    else if (token.type === "link_open") link = linkOf(token);
    else if (token.type === "link_close") {
      const told: OpenLink | null = link;
      if (told !== null && !told.hasLetters) add(told.address, false);
      link = null;
      if (told !== null) add(untold(told), false);
    } else if (token.type === "softbreak" || token.type === "hardbreak") add("\n", false);
    else add(token.content, token.type === "code_inline");
  }
  return stretches;
}

const MARKS: Readonly<Record<string, keyof Marks>> = { strong: "bold", em: "italic", s: "struck" };

function linkOf(token: Token): OpenLink {
  const address = String(token.attrGet("href") ?? "");
  const title = String(token.attrGet("title") ?? "");
  return { address, title, isFollowed: isFollowed(address), hasLetters: false };
}

/** What a link says that neither its letters nor its area tell. */
function untold({ address, title, isFollowed, hasLetters }: OpenLink): string {
  const parts = [...(isFollowed || !hasLetters ? [] : [address]), title].filter((part) => part !== "");
  return parts.length === 0 ? "" : ` (${parts.join(" ")})`;
}

function isAlike(one: MarkdownStretch, other: MarkdownStretch): boolean {
  const { isBold, isItalic, isStruck, isCode, link } = one;
  return (
    isBold === other.isBold &&
    isItalic === other.isItalic &&
    isStruck === other.isStruck &&
    isCode === other.isCode &&
    link === other.link
  );
}
