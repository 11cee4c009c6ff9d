// What stands behind the labels of a certificate of leaving: something, of that label, with days that there are.
import { defineRule, type Form, presenceOf, readingOf, type Span } from "../../../../../core/sdk/index.ts";
import { contentsDrawn } from "../../items/drawn-contents.ts";
import { saysNoContent } from "../../items/no-content.ts";
import { datesIn, impossibleDay } from "../../items/period.ts";
import { quoted } from "../../items/quote.ts";
import { laborStandardsAct } from "../../laws.ts";
import { DUTIES, EMPLOYMENT, ISSUED, LEAVE_REASON, POSITION, WAGES } from "../labels.ts";
import { behindLabel, isTold, placeOf, toldAs } from "../told.ts";

const ITEMS = [EMPLOYMENT, DUTIES, POSITION, WAGES, LEAVE_REASON] as const;
/** 請求のない事項は空欄としています: blanks are explained. */
const BLANKS_EXPLAINED = /請求[^。]{0,14}(?:ない|なかった|以外)[^。]*(?:空欄|空白|斜線|記入|記載|×)/;

/** The values behind the labels of a certificate. */
export const askedValues = defineRule({
  meta: {
    id: "asked-values",
    summary: "Behind each label of the certificate stands what it names, and its days are in order.",
    severity: "error",
    basis: [laborStandardsAct("22条1項")],
    messages: {
      blank: {
        what: 'nothing is written behind the label "{label}"',
        why: "What the worker asked for is written; a label of what was not asked for is left out.",
      },
      other: {
        what: '"{label}" is printed before "{text}", which the form declares as something else (role {role})',
        why: "A reader goes by the label, and takes the words for what they are not.",
      },
      backwards: { what: "the employment begins on {start} and ends on {end}", why: "It ends after it begins." },
      noSuchDay: { what: "there is no day {day}", why: "No calendar has it." },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const areBlanksExplained = isTold(form, BLANKS_EXPLAINED);
    for (const { role, label, text, labels, span } of labelled(form)) {
      const isOther = !labels.test(label) && ITEMS.some((item) => item.labels.test(label));
      if (isOther) report({ message: "other", span, values: { text: quoted(text), label, role } });
      else if (saysNoContent(text) && !areBlanksExplained) {
        report({ message: "blank", span, values: { label }, severity: "warning" });
      }
    }
    for (const told of toldAs(form, EMPLOYMENT.roles, EMPLOYMENT.labels)) {
      const [start, end] = datesIn(told.text);
      if (start === undefined || end === undefined || end >= start) continue;
      report({ message: "backwards", ...placeOf(told), values: { start, end } });
    }
    for (const { text, span } of daysOf(form)) {
      const day = impossibleDay(text);
      if (day !== null) report({ message: "noSuchDay", span, values: { day } });
    }
  },
});

/** Fixed words with the role of an item that begin with a label, parted from it. */
function labelled(form: Form) {
  return ITEMS.flatMap(({ roles, labels }) => {
    const [role = ""] = roles;
    const { drawn } = presenceOf(form, role);
    const shown = new Set(drawn.flatMap(({ source, run }) => (source.path === null ? [] : [run.element])));
    const own = new Set(drawn.map(({ run }) => run.element).filter((element) => !shown.has(element)));
    return [...own].flatMap((element) => {
      const said = readingOf(form).sentences.filter((sentence) => sentence.element === element);
      const { label, rest } = behindLabel(said.map(({ text }) => text).join(""));
      const span = (element === null ? undefined : form.elements[element]?.span) ?? form.document.span;
      return label === "" ? [] : [{ role, labels, label, text: rest, span }];
    });
  });
}

/** Where days of the certificate stand. */
function daysOf(form: Form): readonly { readonly text: string; readonly span: Span }[] {
  const [role = ""] = ISSUED.roles;
  const issued = presenceOf(form, role);
  return [
    ...contentsDrawn(form, role, issued).map(({ text }) => ({ text, span: issued.span })),
    ...toldAs(form, EMPLOYMENT.roles, EMPLOYMENT.labels),
  ];
}
