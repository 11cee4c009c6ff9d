// Paragraphs of several looks → spans, each with its own style.
import type { CheckedElement } from "../check/index.ts";
import type { Template } from "../expression/index.ts";
import { wordOf } from "./boxes.ts";
import type { RichElement, RichSpan } from "./canvas-elements.ts";
import type { Box } from "./canvas-styles.ts";
import { type Compiling, conditionOf, countOf, isTabular, spanOf, templateOf, wordsOf } from "./element-values.ts";
import { cellText, type TextValues } from "./text-styles.ts";

/** @param text what the paragraph's own properties come to. */
export function compileRich(compiling: Compiling, element: CheckedElement, text: TextValues, box: Box): RichElement {
  const role = wordOf(element.properties, "role");
  const heading = countOf(element.properties, "heading") ?? (role === "document.title" ? 1 : 0);
  return {
    kind: "rich",
    box,
    span: spanOf(element),
    spans: element.children.map((child) => compileSpan(compiling, child, text)),
    style: compiling.styles.index(text, false),
    heading: heading as RichElement["heading"],
  };
}

function compileSpan(compiling: Compiling, element: CheckedElement, around: TextValues): RichSpan {
  const { args, definition, properties } = element;
  const isRuby = definition.name === "ruby";
  const content = definition.name === "br" ? lineEnd(element) : templateOf(args, isRuby ? "letters" : "content");
  const text = cellText(compiling.resources, around, element, null);
  return {
    content,
    style: compiling.styles.index(text, isTabular(args.get("content"), element)),
    ruby: isRuby ? wordsOf(args.get("reading")) : null,
    when: conditionOf(element),
    role: wordOf(properties, "role"),
    link: wordsOf(properties.get("link")),
    span: spanOf(element),
  };
}

function lineEnd(element: CheckedElement): Template {
  return [{ kind: "fixed", text: "\n", span: spanOf(element) }];
}
