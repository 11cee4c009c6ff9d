// Where links lead: to a place of the document, or to an address that readers open without harm.
import { type SourceSpan, shortened } from "../../diagnostics/index.ts";
import type { Evaluation, Scope, Template } from "../../expression/index.ts";
import { isFollowed } from "../../markdown/index.ts";
import { withoutIgnorables } from "../../text/index.ts";
import { codePointIn } from "../../unicode/index.ts";
import type { LinkItem } from "../page/index.ts";
import type { Finding, PagePoint } from "./findings.ts";
import { showTemplate } from "./shown-text.ts";

/** An address that no link is made of. */
export interface Unfollowed {
  readonly address: string;
  /** The data path that it comes from, where it is one. */
  readonly path: string | null;
}

/** A link as it is printed; an address that nobody should follow is told and leaves plain words. */
export interface PrintedLink {
  readonly link: string | null;
  readonly unfollowed?: Unfollowed;
  /** The data path that the name of a place comes from, where it is one. */
  readonly linkPath?: string;
}

const NO_LINK: PrintedLink = { link: null };

/** The link that an element or span declares. */
export function printedLink(declared: Template | null, evaluation: Evaluation, scope: Scope): PrintedLink {
  if (declared === null) return NO_LINK;
  const { text, path } = showTemplate(declared, evaluation, scope, null);
  const address = text.trim();
  if (address === "") return NO_LINK;
  const isSeen = unseenIn(address) === null;
  if (isSeen && address.startsWith("#")) return path === null ? { link: address } : { link: address, linkPath: path };
  if (isSeen && isFollowed(address)) return { link: address };
  return { link: null, unfollowed: { address, path } };
}

/**
 * Line ends and other control characters, marks without a width, and those that turn the order of letters: readers of
 * files leave them out, so that a link would lead elsewhere than its data say.
 */
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u2028-\u202e\ufffe\uffff]/u;

function unseenIn(address: string): string | null {
  return [...address].find((letter) => UNSEEN.test(letter) || withoutIgnorables(letter) === "") ?? null;
}

/** RPT4029: an address that is printed as plain words. */
export function unfollowedFinding({ address, path }: Unfollowed, span: SourceSpan): Finding {
  const told = { code: "RPT4029", severity: "warning", span, path } as const;
  const unseen = unseenIn(address);
  if (unseen !== null) {
    const code = codePointIn(unseen, 0).toString(16).toUpperCase().padStart(4, "0");
    return {
      ...told,
      message: `the link is left out: its address holds the character U+${code}, which nobody sees`,
      why: "readers leave such a character out or stop at it, so that the link would lead elsewhere",
      repair: "take the character out of the address before it is sent",
    };
  }
  return {
    ...told,
    message: `the link is left out: '${shortened(address, ADDRESS_SHOWN_MAX)}' is no address that readers may open`,
    why: "other addresses start programs, run scripts or read files of whoever clicks on them",
    repair: "write an address that begins with https:, http:, mailto: or tel:, or #id for a place in the document",
  };
}

const ADDRESS_SHOWN_MAX = 60;

/** A printed link to a place of the document. */
export interface LinkedPlace {
  readonly name: string;
  readonly span: SourceSpan;
  /** The data path that the name comes from, where it is one. */
  readonly path: string | null;
  readonly pageNumber: number;
  readonly at: PagePoint;
}

/** What a printed link leads to. */
export function linkTarget(link: string): LinkItem["target"] {
  return link.startsWith("#") ? { kind: "destination", name: link.slice(1) } : { kind: "url", url: link };
}
