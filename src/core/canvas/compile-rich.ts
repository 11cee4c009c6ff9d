// Paragraphs of several looks → spans, each with its own style.
import type { CheckedElement } from "../check/index.ts";
import type { Template } from "../expression/index.ts";
import { boxOf, wordOf } from "./boxes.ts";
import type { RichElement, RichSpan } from "./canvas-elements.ts";
import { headingIn } from "./compile-leaves.ts";
import {
  type Compiling,
  colorOf,
  conditionOf,
  isTabular,
  type Placed,
  spanOf,
  templateOf,
  wordsOf,
} from "./element-values.ts";
import { cellText, type TextValues } from "./text-styles.ts";

export function compileRich(element: CheckedElement<"rich">, { compiling, text, values }: Placed): RichElement {
  const spans = element.children.map((child) => compileSpan(compiling, child, text));
  const style = compiling.styles.index(text, false);
  return {
    kind: "rich",
    box: boxOf(values, colorOf(text)),
    span: spanOf(element),
    spans,
    style,
    heading: headingIn(compiling, element, style),
  };
}

type Stretch = CheckedElement<"span" | "br" | "ruby">;

function compileSpan(compiling: Compiling, element: Stretch, around: TextValues): RichSpan {
  const text = cellText(compiling.resources, around, element, null);
  const tabular = element.name === "span" && isTabular(element.args.get("content"), element);
  return {
    style: compiling.styles.index(text, tabular),
    when: conditionOf(element),
    span: spanOf(element),
    ...wordsOfStretch(element),
  };
}

function wordsOfStretch(element: Stretch): Pick<RichSpan, "content" | "ruby" | "role" | "link"> {
  switch (element.name) {
    case "span": {
      const { args, properties } = element;
      const link = wordsOf(properties.get("link"));
      return { content: templateOf(args, "content"), ruby: null, role: wordOf(properties, "role"), link };
    }
    case "ruby": {
      const { args, properties } = element;
      const ruby = wordsOf(args.get("reading"));
      return { content: templateOf(args, "letters"), ruby, role: wordOf(properties, "role"), link: null };
    }
    case "br":
      return { content: lineEnd(element), ruby: null, role: null, link: null };
  }
}

function lineEnd(element: Stretch): Template {
  return [{ kind: "fixed", text: "\n", span: spanOf(element) }];
}
