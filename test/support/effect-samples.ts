// Forms in which a property could show what it does: the samples of an element, in circumstances that ask more of it.
import type { ElementDefinition } from "../../src/core/schema/index.ts";

/** Each sign that a level of 禁則 lets go before the others do, at every distance from the one before. */
const SIGNS = ["々", "〜", "・", "％", "！", "；", "ー", "ッ", "」", "。"];
const LONG = `（No.12 ABC）${[1, 2, 3]
  .flatMap((distance) => SIGNS.map((sign) => "請求金".slice(0, distance) + sign).concat("内。"))
  .join("")}12月`.repeat(2);
/** Lines that end in full stops at every length, and a word that no narrow line can hold. */
const STOPS = "金。額面。".repeat(18);
const WORD = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const WORDY = LONG + STOPS + WORD;

type Circumstance = (source: string) => string;

/** The words of elements; what names a field is no text, and neither is what is computed. */
const WORDED = /text|label|span|markdown|check \(consent\)|cell|head|foot|seal/.source;
const WRITTEN = /"[^"]*"|\((?:total|report\.body|\.name|count\(.items\))\)/.source;
const WORDS = new RegExp(`^( *(?:${WORDED}) +)(?:${WRITTEN})`, "gm");
const LABELS = /^(\s*seal .* label=)"[^"\n]*"/gm;
const URL = /^(field payment\.url .*example=)"[^"]*"/gm;
const COLUMN = /^(\s*column \w+ "[^"]*")(?: \([^)]*\))?(?!.*\{$)/gm;
const LISTS = /^(field (?:items|jobs)\[\]\.name string\()\d+(\).* example=)\["[^"]*", "[^"]*"\]/gm;
const FIELDS = /^(field (?:customer\.name|issuer\.name|invoice\.number) string\()\d+(\) example=)"[^"]*"/gm;
const KEYS = /^(field (?:loads\[\]\.key|items\[\]\.line|jobs\[\]\.line) string\()\d+(\) example=)\[[^\]]*\]/gm;
const MONTHS = /^(field (?:items|jobs)\[\]\.months\[\]\.label string\()\d+(\) example=)\[.*\]$/gm;
const CARRY = /^(\s*carry .* out=)"[^"]*"/gm;
const BAR = /^(\s*bar .*)$/gm;

function wordy(source: string): string {
  return source
    .replace(/^( *span "[^"]*") weight=bold$/gm, (_, head: string) => head)
    .replace(LISTS, (_, head: string, middle: string) => `${head}400${middle}["${WORDY}", "12 ${WORDY}"]`)
    .replace(FIELDS, (_, head: string, middle: string) => `${head}400${middle}"${WORDY}"`)
    .replace(KEYS, (_, head: string, middle: string) => `${head}400${middle}["${WORDY}", "12 ${WORDY}"]`)
    .replace(MONTHS, (_, head: string, middle: string) => `${head}400${middle}[["${WORDY}"], ["${WORDY}"]]`)
    .replace("(m.amount)", "(m.label)")
    .replace(URL, (_, head: string) => `${head}"https://example.jp/pay/${"0417".repeat(14)}"`)
    .replace(LABELS, (_, head: string) => `${head}"${WORDY}"`)
    .replace(CARRY, (_, head: string) => `${head}"${WORDY}"`)
    .replace(COLUMN, (_, head: string) => `${head} (.name)`)
    .replace(WORDS, (_, head: string) => `${head}"${WORDY}"`);
}

const BODY = "page A4 {\n  body {\n";
const END = "\n  }\n}\n";

const onPaper =
  (width: string): Circumstance =>
  (source) =>
    source.replace(/^page A4 \{$/m, `page w=${width} h=297mm margin=10mm {`);

/** The element in the body, with something before and behind it. */
function among(before: string): Circumstance {
  return (source) =>
    source.includes(BODY) && source.endsWith(END)
      ? `${source.slice(0, -END.length).replace(BODY, () => `${BODY}    ${before}\n`)}\n    text "後" h=70mm${END}`
      : source;
}

/** Enough records for several pages, in another order than that of their keys. */
function many(source: string): string {
  return source
    .replace(/example=\[([^[\]\n]*)\]$/gm, (_, list: string) => {
      const turned = list.split(", ").toReversed().join(", ");
      return `example=[${Array.from({ length: 40 }, () => turned).join(", ")}]`;
    })
    .replace(/example=\[(\[[^\n]*\])\]$/gm, (_, list: string) => `example=[${Array(40).fill(list).join(", ")}]`);
}

/** Four pages, where a form has one. */
const paged: Circumstance = (source) =>
  source
    .replace(
      / {2}body \{\n( {4}text "本文"\n)? {2}\}/,
      `  body {\n${'    text "頁"\n    break page\n'.repeat(4)}    text "頁"\n  }`,
    )
    .replace(/(body [^\n]*\{\n)/, (head) => `${head}${'    text "頁"\n    break page\n'.repeat(3)}`);

/** The words inside of a container or a cell with room for them, or with too little. */
const inRoom =
  (height: string): Circumstance =>
  (source) =>
    source
      .replace(/^(\s*(?:text|label|check) "[^"]*"(?!.* h=).*)$/gm, (line: string) => `${line} h=${height}`)
      .replace(/^(\s*(?:table|gantt) .*)\{$/gm, (_, head: string) => `${head}row-h=${height} {`);

/** Names are said for those who use them. */
const named: Circumstance = (source) => source.replace(/\(\.(?=[a-z])/g, "(item.").replace(/\{\./g, "{item.");

/** Boxes that have room for long words on several lines, so that their size decides nothing. */
const roomy: Circumstance = (source) => source.replace(/(?<= )h=\d+mm/g, "h=150mm").replace(/(?<= )w=40mm/g, "w=120mm");

const together =
  (...all: readonly Circumstance[]): Circumstance =>
  (source) =>
    all.reduce((done, one) => one(done), source);

/** What is declared, in use. */
const inUse: Circumstance = (source) =>
  source
    .replace(/"見積書"/g, source.includes("style strong") ? '"見積書" h=20mm w=40mm style=strong' : '"見積書\u{e000}"')
    .replace(
      /^(asset logo .*\n(?:.*\n)*? {2}body \{\n)/m,
      (head: string) => `${head}    image logo h=20mm alt="社章"\n`,
    );

/** Page numbers that show, and pictures as lines. */
const numbered: Circumstance = (source) =>
  source.replace(/^(page A4.*\{)$/m, (head: string) =>
    source.includes("footer") ? head : `${head}\n  footer h=8mm {\n    text "{page.n}" x=0mm y=0mm w=40mm h=5mm\n  }`,
  );
const lined: Circumstance = (source) => source.replace("chart bar ", "chart line ");

const barsNamed =
  (label: string): Circumstance =>
  (source) =>
    source.replace(BAR, (line: string) => (line.includes("label=") ? line : `${line} label="${label}"`));
/** Bars from the first day of their axis to its last one: their words have no room beside them. */
const overWholeAxis: Circumstance = (source) =>
  source
    .replace(/(jobs\[\]\.from date example=)\[[^\]]*\]/, '$1["2026-10-01", "2026-10-01"]')
    .replace(/(jobs\[\]\.to date example=)\[[^\]]*\]/, '$1["2026-10-31", "2026-10-31"]');
const labelled: Circumstance = (source) => barsNamed(WORDY)(wordy(source));

/** Records that say the same. */
const alike: Circumstance = (source) =>
  source.replace(/example=\[("[^"]*"|\d+), (?:"[^"]*"|\d+)\]$/gm, (_, first: string) => `example=[${first}, ${first}]`);

/** Two of what stands in a container. */
const doubled: Circumstance = (source) =>
  source.replace(/^(\s*(?:text|pair|seal) ".*)$/gm, (line: string) =>
    line.includes(" x=") ? line : `${line}\n${line}`,
  );

const marked =
  (mark: string): Circumstance =>
  (source) =>
    `${source}${mark}\n`;

/** What the data have besides, as a mark at the source's end says. */
export const PICTURES = "// with pictures";
export const NO_RECORDS = "// without records";

/** Data whose lists are empty. */
export function withoutRecords(payload: string): string {
  const data = Object.entries(JSON.parse(payload) as Record<string, unknown>);
  return JSON.stringify(Object.fromEntries(data.map(([name, one]) => [name, Array.isArray(one) ? [] : one])));
}

/** From the plainest to those that ask most. */
export const CIRCUMSTANCES: Readonly<Record<string, Circumstance>> = {
  "as it is": (source) => source,
  "among others": among('text "前"'),
  "in use": inUse,
  "in use with long words": together(inUse, wordy),
  "in use with room for long words": together(inUse, wordy, roomy),
  "with page numbers": numbered,
  "on several pages": paged,
  "by its name": named,
  "by its name with long words": together(wordy, named),
  "with pictures": marked(PICTURES),
  "with pictures and others": together(among("space 225mm"), marked(PICTURES)),
  "without records": marked(NO_RECORDS),
  "with equal records": alike,
  twice: doubled,
  "as lines": lined,
  "with room": inRoom("24mm"),
  "with little room": together(wordy, inRoom("8mm")),
  "with long words": wordy,
  "with long words on narrow paper": together(wordy, onPaper("62mm")),
  "with long words on paper of middle width": together(wordy, onPaper("100mm")),
  "with long words on other paper": together(wordy, onPaper("87mm")),
  "with labels": labelled,
  // Words that fit their bar, and words that must shrink for it: longer ones are left out.
  "with short labels": barsNamed("甲A"),
  "with labels that shrink": (source) => barsNamed("部品の組立てと点検A1".repeat(5))(overWholeAxis(source)),
  "at the page's foot": together(wordy, among("space 240mm")),
  "twice at the page's foot": together(doubled, wordy, among("space 240mm")),
  "with many records": together(many, among('text "前"')),
};

/** An element as its example has it, and without the place that the example gives it. */
export function standings(element: ElementDefinition): readonly ElementDefinition[] {
  const example = element.example.replace(/ (?:x|y|x2|y2)=\S+/g, "");
  return example === element.example || !element.parents.includes("flow" as never)
    ? [element]
    : [element, { ...element, example, parents: ["flow"] }];
}
