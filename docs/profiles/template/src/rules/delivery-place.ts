import { defineRule, presenceOf } from "platen/sdk";

const ROLE = "order.deliveryPlace";

/** Acme's drivers deliver to gates, so that a note without its gate comes back. */
export const deliveryPlace = defineRule({
  meta: {
    id: "delivery-place",
    summary: "A delivery note shows where the goods go.",
    severity: "error",
    basis: [{ law: "Acme delivery manual", article: "4.2", url: "https://www.example.com/delivery-manual" }],
    validFrom: "2026-04-01",
    messages: {
      undeclared: { what: "nothing has role {role}", why: "The driver does not know which gate to go to." },
      unseen: { what: "the place of delivery is {presence}", why: "The driver does not know which gate to go to." },
    },
    repairs: "suggestion",
  },
  check({ form, report }) {
    const { presence, span } = presenceOf(form, ROLE);
    if (presence === "drawn") return;
    if (presence !== "undeclared") {
      report({ message: "unseen", span, values: { presence } });
      return;
    }
    // A field that is named like one is most likely the place, only without its role.
    const near = form.declarations.find(({ path }) => /gate|place/i.test(path));
    report({
      message: "undeclared",
      span: near?.span ?? span,
      values: { role: ROLE },
      repair:
        near === undefined
          ? { title: `declare a field with role=${ROLE}, and draw it` }
          : {
              title: `add role=${ROLE}`,
              edits: [{ span: { start: near.span.end, end: near.span.end }, text: ` role=${ROLE}` }],
            },
    });
  },
});
