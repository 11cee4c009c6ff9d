// Canvas → payloads with other writing than full-width characters: Latin words, which no line ends inside of, and texts
// of many lines, of Markdown where they are read as such, or with commas. Full-width characters fill a line to its end;
// none of these does.
import { type CanvasField, linesIn, type TextFieldType } from "../expression/index.ts";
import type { Canvas } from "./canvas.ts";
import { countedLists, takenCount } from "./list-counts.ts";
import { joinedRowsTrials } from "./worst-joined.ts";
import { worstMarkdown } from "./worst-markdown.ts";
import { oneKeyTrials } from "./worst-one-key.ts";
import { replaceScalars, worstCases } from "./worst-payload.ts";
import { markdownNames, narrowedNames, reads, scheduleNames, soughtParts } from "./worst-reads.ts";
import {
  fullText,
  type LetterWidths,
  oneParagraph,
  type WidestOf,
  withLineEnds,
  worstLines,
  worstParts,
  worstWords,
} from "./worst-text.ts";
import {
  type Choice,
  declaredChoices,
  differentRowsTrials,
  type Limit,
  longRowsTrials,
  nestedRowsTrials,
  plannedRowsTrial,
  promisedRowsTrial,
  trialOf,
  type WorstTrial,
} from "./worst-trials.ts";

interface Written {
  readonly text: string;
  readonly words: string;
  readonly advice?: string;
  readonly lines?: number;
  readonly isRare?: true;
}

type Writing = (field: CanvasField, text: TextFieldType) => Written | null;

/**
 * All texts in Latin words; all that take several lines with as many as they do; Markdown of every kind; commas where
 * lines end, whether lines have an odd or an even number of letters.
 * @param hasWideLetters some font of the form has wider Latin letters than full-width characters, and not all are in it
 */
export function writingTrials(
  canvas: Canvas,
  { widestOf, fullSizesOf }: LetterWidths,
  hasWideLetters: boolean,
): readonly WorstTrial[] {
  const letters = (text: string): Written => ({ text, words: `of ${[...text].length} Latin letters` });
  const inWords: Writing = (field, type) => {
    const text = withLineEnds(worstWords(type.lengthMax, field.pattern, widestOf), field, type);
    return text === null ? null : letters(text);
  };
  // Where lines are declared, the usual worst text has all of them, and none of it is as wide as the text is long.
  const inOneParagraph: Writing = (field, type) => {
    const text = type.linesMax === undefined ? null : oneParagraph(field, type, widestOf);
    return text === null ? null : { text, words: `of ${[...text].length} characters` };
  };
  const inOneWord: Writing = ({ pattern }, { kind, lengthMax }) =>
    pattern === null && kind === "string" ? letters(WIDE_LETTER.repeat(lengthMax)) : null;
  const inLines: Writing = (field, type) => linesOf(field, type, widestOf);
  const narrowed = narrowedNames(canvas);
  const inVoicedKana: Writing = (field, type) => {
    const { pattern } = field;
    if (!reads(narrowed, field.path)) return null;
    const kana = pattern === null ? "ガ".repeat(type.lengthMax) : oneParagraph(field, type, voicedOr(widestOf));
    const text = withLineEnds(kana, field, type);
    return text === null || !VOICED.some((letter) => text.includes(letter))
      ? null
      : { text, words: `of ${[...text].length} voiced kana` };
  };
  const ofMarkdown = markdownNames(canvas);
  const inMarkdown: Writing = ({ path, pattern }, { kind, lengthMax, linesMax }) => {
    const isMarkdown = kind === "text" && pattern === null && reads(ofMarkdown, path);
    const text = isMarkdown ? worstMarkdown(lengthMax, widestOf, linesMax) : null;
    return text === null ? null : { text, words: `of ${lengthMax} characters of Markdown` };
  };
  const hangs = canvas.textStyles.some(({ hang }) => hang === true);
  // No line begins with a comma: it hangs over the edge, or the letter before it goes to the next line with it.
  const inCommas = (first: string): Writing => {
    return (field, type) => {
      const { lengthMax } = type;
      if (field.pattern !== null) return null;
      const commas = (first + `${HAN}${COMMA}`.repeat(lengthMax)).slice(0, lengthMax);
      const text = withLineEnds(commas, field, type) ?? commas;
      return { text, words: `of ${lengthMax} characters with commas among them`, ...(hangs ? {} : { isRare: true }) };
    };
  };
  const writings = [
    ...inFullSize(widestOf, fullSizesOf),
    ...inFullLines(widestOf, fullSizesOf),
    ...[inWords, inOneParagraph, ...(hasWideLetters ? [inOneWord] : []), inLines, inMarkdown, inVoicedKana],
    ...[inCommas(""), inCommas(HAN)],
    ...inParts(canvas, widestOf),
  ];
  return writings.flatMap((writing) => writingTrial(canvas, widestOf, writing) ?? []);
}

/** Forms look for few constants in their texts. */
const PARTS_MAX = 4;

/** Texts that have as many of what `split` or `replace` looks for as they can: beside one letter each, and alone. */
function inParts(canvas: Canvas, widestOf: WidestOf): readonly Writing[] {
  return [...soughtParts(canvas)].slice(0, PARTS_MAX).flatMap(([part, names]) => {
    return [`${HAN}${part}`, part].map(
      (unit): Writing =>
        (field, { kind, lengthMax, linesMax }) => {
          const { path, pattern } = field;
          if (!reads(names, path) || (kind === "string" && part.includes("\n"))) return null;
          // The usual worst text has as many lines as it declares.
          if (linesMax !== undefined && part.includes("\n")) return null;
          const fitting = unit.repeat(Math.floor(lengthMax / unit.length));
          const text = pattern === null ? fitting : worstParts(lengthMax, pattern, part, widestOf);
          if (text === null || !text.includes(part)) return null;
          const advice = pattern === null ? partsAdvice(field, part) : null;
          const words = `of ${text.split(part).length - 1} times '${part}'`;
          return { text, words, ...(advice === null ? {} : { advice }) };
        },
    );
  });
}

/** How a pattern bounds the number of parts, by the parts of the examples; null where the part is no single letter. */
function partsAdvice(field: CanvasField, part: string): string | null {
  if (!/^[^\]\\^'\n-]$/u.test(part)) return null;
  const usual = examplesOf(field).map((example) => example.split(part));
  const perPart = Math.max(10, ...usual.flat().map(({ length }) => length));
  const more = Math.max(3, ...usual.map(({ length }) => length)) - 1;
  const one = `[^${part}]{0,${perPart}}`;
  const separator = /[\w\s,;:、。・／/]/u.test(part) ? part : `[${part}]`;
  const bounded = `pattern='^${one}(${separator}${one}){0,${more}}$'`;
  return `declare of ${field.path} by ${bounded} that it has at most ${more + 1} parts`;
}

/** Half-width kana write each of these with two letters: ｶﾞ. */
const VOICED = ["ガ", "が"];

function voicedOr(widestOf: WidestOf): WidestOf {
  return (characters) => VOICED.find((letter) => characters.includes(letter)) ?? widestOf(characters);
}

/**
 * As many characters as fill all lines of a room before its text shrinks, of the largest and the smallest room that a
 * field has. A text that shrinks is highest so: longer ones have as many lines of a smaller size.
 */
function inFullSize(widestOf: WidestOf, fullSizesOf: LetterWidths["fullSizesOf"]): readonly Writing[] {
  return ([0, -1] as const).map((which) => {
    return (field, type) => {
      const { lengthMax } = type;
      const sizes = fullSizesOf(field.path);
      const size = sizes.at(which);
      const count = size === undefined ? lengthMax : size.charactersPerLine * size.lines;
      if (count >= lengthMax || (which < 0 && sizes.length < 2)) return null;
      const shorter = { ...type, kind: "string", lengthMax: count } as const;
      const text = oneParagraph(field, shorter, widestOf);
      return text === null ? null : { text, words: `of ${[...text].length} characters` };
    };
  });
}

/**
 * The same with the line ends that a text declares: short lines, and one that fills the others of the room. With all of
 * its characters it would have more lines than the room, and be set smaller.
 */
function inFullLines(widestOf: WidestOf, fullSizesOf: LetterWidths["fullSizesOf"]): readonly Writing[] {
  return ([0, -1] as const).map((which) => {
    return (field, type) => {
      const { lengthMax, linesMax } = type;
      const sizes = fullSizesOf(field.path);
      const size = sizes.at(which);
      if (size === undefined || linesMax === undefined || (which < 0 && sizes.length < 2)) return null;
      const ends = Math.min(linesMax, size.lines) - 1;
      const count = size.charactersPerLine * (size.lines - ends) + 2 * ends;
      if (ends < 1 || count >= lengthMax) return null;
      const shorter = { ...type, lengthMax: count, linesMax: ends + 1 };
      const text = fullText(field, shorter, widestOf);
      return text === null ? null : { text, words: `of ${[...text].length} characters in ${linesIn(text)} lines` };
    };
  });
}

function linesOf(field: CanvasField, type: TextFieldType, widestOf: WidestOf): Written | null {
  const { path, pattern } = field;
  const { kind, lengthMax, linesMax } = type;
  if (linesMax !== undefined) {
    const own = fullText(field, type, widestOf);
    return own === null ? null : { text: own, words: `of ${linesIn(own)} lines` };
  }
  const text = kind === "text" ? worstLines(lengthMax, pattern, widestOf) : null;
  if (text === null) return null;
  const usual = linesOfExamples(field);
  // A text that never has a line end is one line of a length, which most boxes are made for.
  const advice =
    usual === 1
      ? `declare ${path} string(${lengthMax}), which has no line ends`
      : `declare lines=${usual} of ${path}, and more room for them`;
  const lines = linesIn(text);
  return { text, words: `of ${lines} lines`, advice, lines };
}

/** The most lines that an example of the field has. */
export function linesOfExamples(field: CanvasField): number {
  return Math.max(1, ...examplesOf(field).map(linesIn));
}

/**
 * A trial in which texts have no more lines than these, and all of their letters. What other trials declare is added
 * to it, and all other fields are at their declared limits too, as they are where these lines are declared; null: these
 * texts alone.
 */
export function linesTrial(
  canvas: Canvas,
  trial: WorstTrial,
  lines: ReadonlyMap<string, number>,
  { widestOf, others }: { readonly widestOf: WidestOf; readonly others: readonly WorstTrial[] | null },
): WorstTrial {
  const lined = canvas.fields.flatMap((field) => {
    const { path, type } = field;
    const linesMax = lines.get(path);
    if (linesMax === undefined || type.kind !== "text") return [];
    const text = fullText(field, { ...type, linesMax }, widestOf);
    return text === null ? [] : [choiceOf(field, { text, words: `of ${linesMax} lines` })];
  });
  const worst = others === null ? [] : worstCases(canvas, widestOf);
  const rest = worst.flatMap(({ field, words, example, isDeclared }) =>
    isDeclared ? [{ field, limit: { example, words: `of ${words}`, isDeclared } }] : [],
  );
  const chosen = new Map<string, Choice>();
  for (const one of [...lined, ...(others ?? []).flatMap(declaredChoices), ...trial.chosen, ...rest]) {
    const { path } = one.field;
    if (!chosen.has(path)) chosen.set(path, one);
  }
  const counts = (others ?? []).flatMap(({ counts, values }) =>
    [...counts].filter(([list]) => values.get(list)?.isDeclared === true),
  );
  return trialOf(canvas, [...chosen.values()], new Map([...counts, ...trial.counts]));
}

/** The texts that the field has as examples, in however many lists. */
function examplesOf({ example }: CanvasField): readonly string[] {
  const texts = (value: unknown): readonly string[] =>
    Array.isArray(value) ? value.flatMap(texts) : typeof value === "string" ? [value] : [];
  return example === null ? [] : texts(JSON.parse(example));
}

/** What a trial of many rows does not try. */
export function otherRowsTrials(
  canvas: Canvas,
  { widestOf, fullSizesOf }: LetterWidths,
  rows: WorstTrial,
): readonly WorstTrial[] {
  const lined = linedRowsTrial(canvas, widestOf, rows);
  const nested = nestedRowsTrials(canvas, widestOf, rows);
  const full = inFullSize(widestOf, fullSizesOf).flatMap((writing) =>
    [rows, ...nested].map((trial) => writtenRowsTrial(canvas, trial, writing)),
  );
  const long = longRowsTrials(canvas, widestOf);
  const promised = [promisedRowsTrial(canvas, widestOf), plannedRowsTrial(canvas, widestOf)].flatMap(
    (one) => one ?? [],
  );
  const few = fewLinedRowsTrial(canvas, widestOf, rows);
  const alike = [...oneKeyTrials(canvas, rows), ...joinedRowsTrials(canvas)];
  const different = [...differentRowsTrials(canvas, rows), ...alike];
  const written = [lined, ...full].flatMap((trial) => trial ?? []);
  return [...different, ...written, ...nested, ...long, ...promised, ...few];
}

/**
 * A trial of many rows with as many lines in their texts as these take: a block of them is at its highest so. Null
 * where no list of it has such texts.
 */
export function linedRowsTrial(canvas: Canvas, widestOf: WidestOf, rows: WorstTrial): WorstTrial | null {
  return writtenRowsTrial(canvas, rows, (field, type) => linesOf(field, type, widestOf));
}

/** A trial of many rows with their texts in another writing; null where no list of it has texts that take it. */
function writtenRowsTrial(canvas: Canvas, rows: WorstTrial, writing: Writing): WorstTrial | null {
  const lined = rows.chosen.flatMap(({ field, limit }) => {
    const { type } = field;
    const isText = type.kind === "string" || type.kind === "text";
    if (!isText || limit?.count !== undefined || !field.path.includes("[]")) return [];
    const written = writing(field, type);
    return written === null ? [] : [choiceOf(field, written)];
  });
  if (lined.length === 0) return null;
  const isLined = new Set(lined.map(({ field }) => field));
  const others = rows.chosen.filter(({ field }) => !isLined.has(field));
  const values = new Map(rows.values);
  for (const { field, limit } of lined) {
    // A plain list is named once, with both of its limits.
    const many = rows.counts.has(field.path) ? values.get(field.path) : undefined;
    values.set(
      field.path,
      many === undefined
        ? limit
        : { ...limit, words: `${many.words} ${limit.words}`, isDeclared: many.isDeclared && field.pattern !== null },
    );
  }
  return { ...trialOf(canvas, [...others, ...lined], rows.counts), values };
}

/** So many rows of a schedule show whether words of several lines meet those above, those below or the scale. */
const ROWS_FEW = 3;

/**
 * A few rows of long lists in schedules, with lines of one length: words of bars stand in the row that they are given,
 * and those of its neighbours are beside them. None where many rows are tried with their texts.
 */
function fewLinedRowsTrial(canvas: Canvas, widestOf: WidestOf, rows: WorstTrial): readonly WorstTrial[] {
  const names = scheduleNames(canvas);
  const chosen = new Set(rows.chosen.map(({ field }) => field.path));
  const lined = canvas.fields.flatMap((field) => {
    const { path, type, pattern } = field;
    const isTried = chosen.has(path) || !path.includes("[]") || path.endsWith("[]");
    if (isTried || type.kind !== "text" || !reads(names, path)) return [];
    const written = linesOf(field, type, widestOf);
    if (written === null) return [];
    return [choiceOf(field, { ...written, text: pattern === null ? inEvenLines(written.text) : written.text })];
  });
  if (lined.length === 0) return [];
  const isLong = (list: string): boolean => lined.some(({ field }) => field.path.startsWith(`${list}.`));
  const lists = new Map(countedLists(canvas).map((list) => [list.path, list]));
  const few = (path: string): number => takenCount(lists.get(path) ?? { least: 0, most: null }, ROWS_FEW);
  const counts = new Map([...rows.counts].map(([list, count]) => [list, isLong(list) ? few(list) : count]));
  const trial = trialOf(canvas, [...rows.chosen, ...lined], counts);
  const own = new Map(lined.map(({ field, limit }) => [field.path, limit]));
  const others = [...rows.values].filter(([path]) => !isLong(path));
  return [{ ...trial, values: new Map([...own, ...others]) }];
}

/** The same letters in as many lines. */
function inEvenLines(text: string): string {
  const lines = text.split("\n").length;
  const letters = [...text.replaceAll("\n", "")];
  const each = Math.ceil(letters.length / lines);
  return Array.from({ length: lines }, (_, at) => letters.slice(at * each, (at + 1) * each).join("")).join("\n");
}

function choiceOf(
  field: CanvasField,
  { text, words, advice, lines, isRare }: Written,
): Choice & { readonly limit: Limit } {
  const json = JSON.stringify(text);
  const { type, pattern } = field;
  const isLengthUsual = (type.kind === "string" || type.kind === "text") && type.isLengthUsual === true;
  return {
    field,
    limit: {
      example: field.example === null ? json : replaceScalars(field.example, json),
      words,
      ...(advice === undefined ? {} : { advice }),
      ...(lines === undefined ? {} : { lines }),
      ...(isRare === undefined ? {} : { isRare }),
      isDeclared: pattern !== null || !isLengthUsual,
    },
  };
}

const WIDE_LETTER = "W";
const HAN = "国";
const COMMA = "、";

function writingTrial(canvas: Canvas, widestOf: WidestOf, writing: Writing): WorstTrial | null {
  const written = canvas.fields.flatMap((field) => {
    const { type } = field;
    if (type.kind !== "string" && type.kind !== "text") return [];
    const own = writing(field, type);
    // A worst case has tried the same text already; one of declared lines stands beside others of many lines.
    const isTried = own?.text === fullText(field, type, widestOf);
    return own === null || (isTried && type.linesMax === undefined) ? [] : [{ choice: choiceOf(field, own), isTried }];
  });
  if (written.every(({ isTried }) => isTried)) return null;
  const chosen = written.map(({ choice }) => choice);
  // What numbers and days show or leave out is shown where they are at their worst.
  const others = worstCases(canvas, widestOf).filter(
    ({ field: { type } }) => type.kind !== "string" && type.kind !== "text",
  );
  return trialOf(canvas, [
    ...chosen,
    ...others.map((one) => ({ field: one.field, limit: { ...one, words: `of ${one.words}` } })),
  ]);
}
