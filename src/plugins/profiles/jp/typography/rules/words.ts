// Words and signs of a form that a Japanese reader stumbles over.
import { defineRule, type Form, type Rule, type Span } from "../../../../../core/sdk/index.ts";
import { linesOf } from "../../items/drawn-words.ts";
import { quoted } from "../../items/quote.ts";

interface Slip {
  readonly id: string;
  readonly summary: string;
  readonly severity: "error" | "warning" | "info";
  readonly what: string;
  readonly why: string;
  /** Global: every match in the fixed words of the source is told. */
  readonly found: RegExp;
  /** What is written instead; null where only a person can tell. */
  instead(found: string): string | null;
}

/** A rule about fixed words, each match at its own place. */
function fixedWordsRule({ id, summary, severity, what, why, found, instead }: Slip): Rule {
  return defineRule({
    meta: { id, summary, severity, basis: [], messages: { found: { what, why } }, repairs: "suggestion" },
    check({ form, report }) {
      for (const { text, span } of matchesOf(form, found)) {
        const written = instead(text);
        const repair = written === null ? null : { title: `write ${written}`, edits: [{ span, text: written }] };
        report({ message: "found", span, values: { text }, ...(repair === null ? {} : { repair }) });
      }
    },
  });
}

function matchesOf(form: Form, words: RegExp): readonly { readonly text: string; readonly span: Span }[] {
  return form.elements
    .flatMap(({ texts }) => texts)
    .flatMap(({ parts }) => parts)
    .flatMap((part) => {
      if (part.kind !== "fixed") return [];
      return [...part.text.matchAll(words)].flatMap(([text]) => {
        const start = form.source.indexOf(text, part.span.start);
        return start < 0 || start + text.length > part.span.end
          ? []
          : [{ text, span: { start, end: start + text.length } }];
      });
    });
}

const COMPANIES: Readonly<Record<string, string>> = {
  "㈱": "株式会社",
  "㈲": "有限会社",
  "(株)": "株式会社",
  "（株）": "株式会社",
};

export const companyInFull = fixedWordsRule({
  id: "company-in-full",
  summary: "The legal form of a company is written in full.",
  severity: "warning",
  what: '"{text}" is short for a legal form',
  why: "On a formal paper 株式会社 is written in full.",
  found: /㈱|㈲|[(（]株[)）]/g,
  instead: (found) => COMPANIES[found] ?? null,
});

export const waveDash = fixedWordsRule({
  id: "wave-dash",
  summary: "The wave dash is 〜 (U+301C) throughout.",
  severity: "warning",
  what: '"～" is the full-width tilde (U+FF5E)',
  why: "It comes from Windows' code page; beside 〜 it has another height in many fonts.",
  found: /～/g,
  instead: () => "〜",
});

export const printedEra = fixedWordsRule({
  id: "printed-era",
  summary: "No era that has ended is printed before a year to be filled in.",
  severity: "error",
  what: '"{text}" prints an era that has ended',
  why: "Years since 2019-05-01 are of 令和; a date field prints its era by itself.",
  found: /(?:平成|昭和)[\s　_＿]*年/g,
  instead: (found) => found.replace(/平成|昭和/, "令和"),
});

/** 御中 is for organisations, 様 for people. */
export const oneHonorific = defineRule({
  meta: {
    id: "one-honorific",
    summary: "A recipient has one honorific: 御中 or 様.",
    severity: "warning",
    basis: [],
    messages: {
      both: {
        what: '"{text}" has 御中 and 様',
        why: "An organisation is addressed with 御中, a person with 様, never both.",
      },
    },
    repairs: "none",
  },
  check({ form, report }) {
    const told = new Set<string>();
    for (const { runs } of form.pages) {
      for (const text of linesOf(runs)) {
        if (!/御中[\s　]*.{0,12}様|様[\s　]*御中/.test(text) || told.has(text)) continue;
        told.add(text);
        const run = runs.find((candidate) => candidate.text.includes("御中"));
        const element = run?.element === null || run === undefined ? undefined : form.elements[run.element];
        const path = run?.sources.find((source) => source.path !== null)?.path ?? null;
        const at = { span: element?.span ?? form.document.span, ...(path === null ? {} : { path }) };
        report({ message: "both", ...at, values: { text: quoted(text) } });
      }
    }
  },
});

/** 和暦 and 西暦 side by side make a reader reckon. */
export const oneCalendar = defineRule({
  meta: {
    id: "one-calendar",
    summary: "All dates of a form are in one calendar, 和暦 or 西暦.",
    severity: "info",
    basis: [],
    messages: {
      mixed: { what: "years are printed as {era} and as {year}", why: "A reader has to convert one of them." },
    },
    repairs: "none",
  },
  check({ form, report }) {
    const lines = form.pages.flatMap(({ runs }) => linesOf(runs));
    const era = firstMatch(lines, /(?:令和|平成)\s*(?:元|\d{1,2})\s*年/);
    const year = firstMatch(lines, /(?:19|20)\d\d\s*年/);
    if (era === null || year === null) return;
    report({ message: "mixed", span: form.document.span, values: { era, year } });
  },
});

function firstMatch(lines: readonly string[], words: RegExp): string | null {
  for (const line of lines) {
    const found = words.exec(line)?.[0];
    if (found !== undefined) return found;
  }
  return null;
}
