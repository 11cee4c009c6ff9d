import { defineRule } from "../../../../../core/sdk/index.ts";

/** Half-width forms of katakana and its marks (Unicode block "Halfwidth and Fullwidth Forms", U+FF61–FF9F). */
const HALF_WIDTH = /[｡-ﾟ]+/g;

/** In the order of the block from U+FF61 on. */
const FULL_WIDTH =
  "。「」、・ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜";
const VOICED = "ガギグゲゴザジズゼゾダヂヅデドバビブベボヴ";
const UNVOICED = "カキクケコサシスセソタチツテトハヒフヘホウ";
const HALF_VOICED = "パピプペポ";
const PLAIN = "ハヒフヘホ";

/**
 * Half-width katakana are what terminals and bank transfers need. In the words of a form they look cramped; only what
 * a bank is to be told of an account is printed as the bank writes it.
 */
export const halfWidthKana = defineRule({
  meta: {
    id: "half-width-kana",
    summary: "Words of a form are written with full-width katakana.",
    severity: "warning",
    basis: [],
    messages: {
      found: { what: '"{text}" is written in half-width katakana', why: "Printed words are set in full-width kana." },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    for (const element of form.elements) {
      if (element.role === "payment.account") continue;
      for (const part of element.texts.flatMap((text) => text.parts)) {
        if (part.kind !== "fixed") continue;
        for (const [text] of part.text.matchAll(HALF_WIDTH)) {
          const start = form.source.indexOf(text, part.span.start);
          if (start < 0 || start + text.length > part.span.end) continue;
          const span = { start, end: start + text.length };
          const full = fullWidth(text);
          const repair = { title: `write ${full}`, edits: [{ span, text: full }] };
          report({ message: "found", span, values: { text }, repair });
        }
      }
    }
  },
});

function fullWidth(text: string): string {
  const letters = Array.from(text, (letter) => FULL_WIDTH[letter.charCodeAt(0) - 0xff61] ?? letter).join("");
  return letters.replace(/(.)([゛゜])/g, (pair, letter: string, mark: string) => {
    const [from, to] = mark === "゛" ? [UNVOICED, VOICED] : [PLAIN, HALF_VOICED];
    return to[from.indexOf(letter)] ?? pair;
  });
}
