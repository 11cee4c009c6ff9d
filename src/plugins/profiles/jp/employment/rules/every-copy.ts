// What only one of several copies says: a choice by the copy within a sentence on the terms.
import {
  defineRule,
  type ExpressionTree,
  type FormElement,
  nodesOf,
  readingOf,
} from "../../../../../core/sdk/index.ts";
import { laborStandardsAct, laborStandardsRule } from "../../laws.ts";
import { meaningOfLabel } from "../../reading/label-meanings.ts";

/** Both sides get the same terms. */
export const everyCopy = defineRule({
  meta: {
    id: "every-copy",
    summary: "Every copy says the same of the terms.",
    severity: "error",
    basis: [laborStandardsAct("15条1項"), laborStandardsRule("5条4項")],
    messages: {
      differs: {
        what: "the words of a term depend on the copy, so that one copy says something else",
        why: "The employee has to find every term on the copy that he gets.",
      },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    if (form.copies.length < 2) return;
    const labelled = new Set(
      readingOf(form).pairs.flatMap(({ label, of }) => {
        const roles = [...(meaningOfLabel(label)?.roles ?? [])];
        return roles.some((role) => role.startsWith("labor.")) ? [of.element] : [];
      }),
    );
    for (const element of form.elements) {
      if (!(isTerm(element) || labelled.has(element.index)) || !choosesWords(element)) continue;
      report({ message: "differs", span: element.span });
    }
  },
});

function isTerm({ role, texts }: FormElement): boolean {
  const roles = texts.flatMap(({ parts }) => parts.flatMap((part) => (part.kind === "computed" ? [part.role] : [])));
  return [role, ...roles].some((one) => one?.startsWith("labor.") === true);
}

/** Whether a text of an element chooses some of its words by the copy. */
function choosesWords({ texts }: FormElement): boolean {
  const parts = texts.flatMap((text) => text.parts);
  return parts.some((part) => part.kind === "computed" && nodesOf(part.expression).some(isChoiceByCopy));
}

function isChoiceByCopy(node: ExpressionTree): boolean {
  if (node.kind !== "call" || node.name !== "case") return false;
  return nodesOf(node).some((each) => each.kind === "ambient" && each.name.startsWith("copy."));
}
