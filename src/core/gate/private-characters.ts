// RPT5010: archived text is read back by others, to whom a private character says nothing (ISO 19005-2, 6.2.11.7).

import type { Canvas } from "../canvas/index.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import type { GlyphRunItem, PageDocument } from "../layout/index.ts";
import { codePointIn } from "../unicode/index.ts";

/** The levels of PDF/A that promise text which can be read back. */
const READABLE_LEVELS = /[au]$/;

const PRIVATE = /^[\u{e000}-\u{f8ff}\u{f0000}-\u{ffffd}\u{100000}-\u{10fffd}]/u;

/** Whether a text that nobody can read back breaks what the file promises. */
export function promisesReadableText({ document: { conformance } }: Canvas): boolean {
  return conformance !== undefined && READABLE_LEVELS.test(conformance.pdf);
}

/** Each element once, with the first such character that it shows. */
export function findPrivateCharacters({ document: { conformance } }: Canvas, { pages }: Pick<PageDocument, "pages">) {
  const found = new Map<number, Diagnostic>();
  if (conformance === undefined || !READABLE_LEVELS.test(conformance.pdf)) return [];
  for (const [index, page] of pages.entries()) {
    for (const item of page.items) {
      if (item.kind !== "glyphs" || found.has(item.span[0])) continue;
      const character = unreadIn(item);
      if (character !== undefined) found.set(item.span[0], unreadable(item, character, conformance.pdf, index + 1));
    }
  }
  return [...found.values()];
}

/** The first private character of a run that is not read as another one. */
function unreadIn({ run: { font, text } }: GlyphRunItem): string | undefined {
  return [...text].find((character) => PRIVATE.test(character) && font.readAs?.has(character) !== true);
}

function unreadable(item: GlyphRunItem, character: string, level: string, page: number): Diagnostic {
  const code = `U+${codePointIn(character, 0).toString(16).toUpperCase()}`;
  const at = item.run.text.indexOf(character);
  const path = item.sources.find((source) => source.start <= at && source.end > at)?.path ?? null;
  const place = path === null ? `page ${page}` : `page ${page}, ${path}`;
  return {
    code: "RPT5010",
    severity: "error",
    span: { start: item.span[0], end: item.span[1] },
    message: `pdf=${level} shows ${code}, a private character that nobody can read back (${place})`,
    why: "an archived text is searched, copied and read aloud, and a geta mark (〓) would stand for the character",
    repair: {
      title: `declare gaiji ${code} with its drawing and text='…', the letters that it stands for`,
      applicability: "suggestion",
      edits: [],
    },
    ...(path === null ? {} : { dataPath: path }),
  };
}
