// The tokens that a regular grammar cannot tell apart: newlines inside brackets, template strings, leading dots.
import { ContextTracker, ExternalTokenizer, type InputStream } from "@lezer/lr";
import * as terms from "./rpt-parser.terms.ts";

const NEWLINE = 10;
const QUOTE = 34;
const APOSTROPHE = 39;
const BACKSLASH = 92;
const BRACE_OPEN = 123;
const BRACE_CLOSE = 125;
const DOT = 46;

/** What stands around the current token: open brackets, and whether a dataset's `{` comes next. */
interface Nesting {
  readonly depth: number;
  readonly expectsObject: boolean;
}

const OUTSIDE: Nesting = { depth: 0, expectsObject: false };

const OPENERS: ReadonlySet<number> = new Set([terms.ParenOpen, terms.BracketOpen]);
const CLOSERS: ReadonlySet<number> = new Set([terms.ParenClose, terms.BracketClose]);

function afterToken(nesting: Nesting, term: number): Nesting {
  if (OPENERS.has(term)) return { depth: nesting.depth + 1, expectsObject: false };
  if (CLOSERS.has(term)) return { depth: Math.max(0, nesting.depth - 1), expectsObject: false };
  if (term === terms.dataset) return { depth: nesting.depth, expectsObject: true };
  if (term === terms.BraceOpen && (nesting.expectsObject || nesting.depth > 0)) {
    return { depth: nesting.depth + 1, expectsObject: false };
  }
  if (term === terms.BraceClose && nesting.depth > 0) return { depth: nesting.depth - 1, expectsObject: false };
  return nesting;
}

/** Counts open brackets, so that a line break inside them is no end of a statement. */
export const trackDepth = new ContextTracker<Nesting>({
  start: OUTSIDE,
  shift: afterToken,
  hash: (nesting) => nesting.depth * 2 + (nesting.expectsObject ? 1 : 0),
});

/** Line breaks end statements outside brackets and mean nothing inside them. */
export const newlines = new ExternalTokenizer(
  (input, stack) => {
    if (input.next === NEWLINE) {
      input.advance();
      const nesting = stack.context as Nesting;
      input.acceptToken(nesting.depth > 0 ? terms.nlSkip : terms.nl);
    } else if (input.next < 0 && stack.canShift(terms.eof)) {
      input.acceptToken(terms.eof);
    }
  },
  { contextual: true },
);

/** Template strings: a `"` inside balanced `{…}` belongs to the string. */
export const strings = new ExternalTokenizer((input) => {
  if (input.next !== QUOTE) return;
  const length = templateLength((offset) => input.peek(offset));
  if (length > 0) input.acceptToken(terms.Str, length);
});

/**
 * The length of the template string that starts at offset 0, quotes included; 0 where it is not closed on its line.
 * Where braces do not balance, the first quote that is not escaped closes the string.
 */
export function templateLength(peek: (offset: number) => number): number {
  return balancedLength(peek) || plainLength(peek);
}

function isLineEnd(code: number): boolean {
  return code < 0 || code === NEWLINE || Number.isNaN(code);
}

function plainLength(peek: (offset: number) => number): number {
  for (let offset = 1; ; offset++) {
    const code = peek(offset);
    if (isLineEnd(code)) return 0;
    if (code === QUOTE) return offset + 1;
    if (code === BACKSLASH && !isLineEnd(peek(offset + 1))) offset++;
  }
}

/** A computed part longer than this is an unclosed brace; the bound keeps scanning linear. */
const COMPUTED_LENGTH_MAX = 2_000;

function balancedLength(peek: (offset: number) => number): number {
  let depth = 0;
  let quote = 0;
  let opened = 0;
  for (let offset = 1; ; offset++) {
    const code = peek(offset);
    if (isLineEnd(code) || (depth > 0 && offset - opened > COMPUTED_LENGTH_MAX)) return 0;
    if (code === BACKSLASH) {
      if (!isLineEnd(peek(offset + 1))) offset++;
    } else if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (depth > 0 && (code === QUOTE || code === APOSTROPHE)) {
      quote = code;
    } else if (code === QUOTE) {
      return offset + 1;
    } else if (code === BRACE_OPEN) {
      if (depth++ === 0) opened = offset;
    } else if (code === BRACE_CLOSE && depth > 0) {
      depth--;
    }
  }
}

/** Whether a dot after `before` continues a name or a bracket. */
function continuesPath(before: number): boolean {
  return (
    before === 41 ||
    before === 93 ||
    before === 95 ||
    (before >= 48 && before <= 57) ||
    (before >= 65 && before <= 90) ||
    (before >= 97 && before <= 122) ||
    before > 0x3000
  );
}

/** A dot that starts a path (`.price`) is another token than the dot inside one (`items.price`). */
export const dots = new ExternalTokenizer(
  (input: InputStream, stack) => {
    if (input.next !== DOT || input.peek(1) === DOT) return;
    if (!continuesPath(input.peek(-1)) && stack.canShift(terms.LeadDot)) {
      input.advance();
      input.acceptToken(terms.LeadDot);
    }
  },
  { contextual: true },
);
