// Numbers that a form prints beside its totals and that are no part of them: cash, change, deposits, balances.
import { type Form, readingOf } from "../../../../core/sdk/index.ts";

/** What is handed over or given back, and what counts something else than this form's money. */
const CASH = /預か?り|釣|現金|残高|ポイント|累計|点数|枚数|人数|定価|参考|（別途）|\(別途\)/;
/** What may be taken off an amount that is due, and is no part of a total. */
const PAID_BEFORE = /前回|入金|着手金|内金|手付|頭金|前払|前受/;

/** Several rules ask for those of one form, one after another. What is frozen stays true. */
let last: { readonly form: Form; readonly words: ReadonlyMap<string, string> } | null = null;

/** Whether a path's number is no part of a total with a role, by the words that it is printed with. */
export function standsApart(form: Form, role: string): (path: string) => boolean {
  const words = wordsBeside(form);
  return (path) => {
    const said = words.get(path);
    if (said === undefined) return false;
    return CASH.test(said) || (role !== "totals.due" && PAID_BEFORE.test(said));
  };
}

/** By path, the words right before a number: in its text, else those of its label. */
function wordsBeside(form: Form): ReadonlyMap<string, string> {
  if (last?.form === form) return last.words;
  const words = new Map<string, string>();
  const { phrases, pairs } = readingOf(form);
  for (const { source, before } of phrases) {
    if (source.path !== null && !words.has(source.path) && before.trim().length > 1) words.set(source.path, before);
  }
  for (const { label, sources } of pairs) {
    for (const { path } of sources) if (path !== null && !words.has(path)) words.set(path, label);
  }
  if (Object.isFrozen(form)) last = { form, words };
  return words;
}
