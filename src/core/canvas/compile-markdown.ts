// Markdown → the styles that its letters may come to have; which letters those are is known with the data.
import { type CheckedElement, type CheckedValue, OF_ONE_TEXT, type PropertyName } from "../check/index.ts";
import { boxOf, lengthOf } from "./boxes.ts";
import type { MarkdownElement, MarkdownStyles } from "./canvas-elements.ts";
import { colorOf, countOf, type Placed, spanOf, templateOf } from "./element-values.ts";
import { type TextValues, withStyleText } from "./text-styles.ts";

/** Sizes of headings in those of the text, level by level. */
const HEADING_THOUSANDTHS = [1500, 1250, 1100, 1000] as const;
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
  return {
    kind: "markdown",
    box: boxOf(values, colorOf(text)),
    span: spanOf(element),
    content: templateOf(element.args, "content"),
    gapEmu: lengthOf(element.properties, "gap") ?? Math.round((compiling.styles.styles[body.normal]?.sizeEmu ?? 0) / 2),
    heading: countOf(element.properties, "heading"),
    body,
    headings: HEADING_THOUSANDTHS.map((thousandths) => stylesOf(thousandths, true)),
  };
}

function withWeight(text: TextValues): TextValues {
  const bold: CheckedValue = { kind: "word", text: "bold" };
  return new Map(text).set("weight", bold);
}
