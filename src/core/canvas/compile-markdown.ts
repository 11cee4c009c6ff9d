// Markdown → the styles that its letters may come to have; which letters those are is known with the data.
import type { CheckedElement, CheckedValue } from "../check/index.ts";
import { OF_ONE_TEXT, type PropertyName } from "../schema/index.ts";
import { boxOf, lengthOf } from "./boxes.ts";
import type { MarkdownElement, MarkdownStyles } from "./canvas-elements.ts";
import type { Emu } from "./canvas-styles.ts";
import { colorOf, countOf, type Placed, spanOf, templateOf } from "./element-values.ts";
import { type TextValues, withStyleText } from "./text-styles.ts";

/** Sizes of headings in those of the text, level by level: those of a letter, where bold alone makes a heading. */
const HEADING_THOUSANDTHS = [1300, 1150, 1000, 1000] as const;
/** Sizes nearer than this look like a slip, not like another rank. */
const APART_THOUSANDTHS = 1100;
/** What a template calls the style of `code`. */
const CODE_STYLE = "code";
const BODY_THOUSANDTHS = 1000;

/** A style may say it all the same. */
const PASSED_OVER: ReadonlySet<PropertyName> = new Set(OF_ONE_TEXT);

export function compileMarkdown(element: CheckedElement<"markdown">, placed: Placed): MarkdownElement {
  const { compiling, values } = placed;
  const text: TextValues = new Map([...placed.text].filter(([key]) => !PASSED_OVER.has(key)));
  const stylesOf = (thousandths: number, isHeading: boolean): MarkdownStyles => {
    const normal = isHeading ? withWeight(text) : text;
    const index = (own: TextValues): number => compiling.styles.index(own, false, thousandths);
    const coded = (own: TextValues): TextValues => withStyleText(own, compiling.resources, CODE_STYLE);
    return {
      normal: index(normal),
      bold: index(withWeight(text)),
      code: index(coded(normal)),
      boldCode: index(withWeight(coded(text))),
    };
  };
  const body = stylesOf(BODY_THOUSANDTHS, false);
  const sizeEmu = compiling.styles.styles[body.normal]?.sizeEmu ?? 0;
  return {
    kind: "markdown",
    box: boxOf(values, colorOf(text)),
    span: spanOf(element),
    content: templateOf(element.args, "content"),
    gapEmu: lengthOf(element.properties, "gap") ?? Math.round(sizeEmu / 2),
    heading: countOf(element.properties, "heading"),
    body,
    headings: headingSizes(sizeEmu, compiling.headings.leastEmu).map((thousandths) => stylesOf(thousandths, true)),
  };
}

/** None is larger than a heading of the form, nor nearly as large as the level above or the text: it has its size. */
function headingSizes(bodyEmu: Emu, mostEmu: Emu | null): readonly number[] {
  const most = mostEmu === null ? Number.POSITIVE_INFINITY : Math.floor((mostEmu * BODY_THOUSANDTHS) / bodyEmu);
  const isApart = (large: number, small: number): boolean => large * BODY_THOUSANDTHS >= small * APART_THOUSANDTHS;
  let above = Number.POSITIVE_INFINITY;
  return HEADING_THOUSANDTHS.map((thousandths) => {
    const own = Math.min(thousandths, most);
    above = isApart(above, own) && isApart(own, BODY_THOUSANDTHS) ? own : BODY_THOUSANDTHS;
    return above;
  });
}

function withWeight(text: TextValues): TextValues {
  const bold: CheckedValue = { kind: "word", text: "bold" };
  return new Map(text).set("weight", bold);
}
