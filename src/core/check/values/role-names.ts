// Roles as they are written: known ones, near ones, and older spellings.
import type { Span } from "../../diagnostics/index.ts";
import { nearest } from "../../expression/index.ts";
import { ROLE_HABITS, ROLES } from "../../schema/index.ts";
import { advise, type CheckContext, rewrite } from "../context/index.ts";

/** Warns of a role that no profile reads. The word is kept: a profile of the user's own may know it. */
export function checkRole<Value extends { readonly kind: "word"; readonly text: string }>(
  context: CheckContext,
  value: Value,
  span: Span,
): Value {
  if (Object.hasOwn(ROLES, value.text) || context.isFull || context.roles().includes(value.text)) return value;
  const habit = Object.hasOwn(ROLE_HABITS, value.text) ? ROLE_HABITS[value.text] : undefined;
  const known = [...new Set([...Object.keys(ROLES), ...context.roles()])];
  const near = habit ?? partOfWord(value.text) ?? nearest(value.text, known) ?? lastWord(value.text);
  context.report({
    code: "RPT6090",
    span,
    message: `role "${value.text}" is not known`,
    why: "Business profiles and exports find the parts of a form by their roles; a role that none knows is not read.",
    repair:
      near === null
        ? advise(`write one of the roles that the profiles read: ${rolesNear(value.text, known)}`)
        : rewrite(span, near, `did you mean ${near}?`),
  });
  return value;
}

/** The one role of the same party whose last word has this one in it: `document.date` is `document.issueDate`. */
function partOfWord(text: string): string | null {
  const [party = "", last = ""] = text.split(".");
  if (last.length < WORD_LETTERS) return null;
  const found = Object.keys(ROLES).filter((role) => {
    const [own, word = ""] = role.split(".");
    return own === party && word.toLowerCase().includes(last.toLowerCase());
  });
  return found.length === 1 ? (found[0] ?? null) : null;
}

/** Fewer letters are in many words by chance. */
const WORD_LETTERS = 3;

/** The roles of the same party; else the parties. */
function rolesNear(text: string, known: readonly string[]): string {
  const partyOf = (role: string): string => role.split(".")[0] ?? role;
  const own = known.filter((role) => partyOf(role) === partyOf(text));
  return own.length > 0 ? own.join(", ") : [...new Set(known.map((role) => `${partyOf(role)}.…`))].join(", ");
}

/** The one role that ends in the same word: `invoice.dueDate` is `payment.dueDate`. */
function lastWord(text: string): string | null {
  const last = text.split(".").at(-1) ?? "";
  const found = Object.keys(ROLES).filter((role) => role.split(".")[1] === last);
  return found.length === 1 ? (found[0] ?? null) : null;
}
