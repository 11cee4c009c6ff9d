// What is printed of an item, value by value, without the label that stands before it.
import { type Form, type PresenceAnswer, readingOf } from "../../../../core/sdk/index.ts";

/** A value as a reader sees it. */
export interface DrawnContent {
  readonly text: string;
  /** Null for words that no value of the data makes. */
  readonly path: string | null;
}

/** Words before a value: 納入場所：, 支払方法　 */
const LABEL = /^[^：:\s　]{1,16}(?:[：:][\s　]*|[\s　]+)(?=\S)/;

/** Each value that is drawn with a role once, its lines joined; of words without a value, those of their element. */
export function contentsDrawn(form: Form, role: string, { drawn }: PresenceAnswer): readonly DrawnContent[] {
  const values = new Map<string, { text: string; readonly element: number | null }>();
  const withValues = new Set<number | null>();
  for (const { source, run } of drawn) {
    if (source.path === null || isOfOther(form, role, source.path)) continue;
    withValues.add(run.element);
    const known = values.get(source.path);
    if (known === undefined) values.set(source.path, { text: source.text, element: run.element });
    // A value that is drawn again elsewhere is the same value.
    else if (known.element === run.element) known.text += source.text;
  }
  const contents: DrawnContent[] = [...values].map(([path, { text }]) => ({ text, path }));
  const worded = new Set(drawn.map(({ run }) => run.element));
  for (const element of worded) {
    // Beside a value, fixed words are its label or its unit.
    if (element !== null && !withValues.has(element)) contents.push({ text: wordsOf(form, role, element), path: null });
  }
  return contents;
}

/** Whether a value has a role of its own, which is another one: a day in the sentence that names a place. */
function isOfOther(form: Form, role: string, path: string): boolean {
  const own = form.values.find((value) => value.path === path)?.role ?? null;
  return own !== null && own !== role;
}

function wordsOf(form: Form, role: string, element: number): string {
  const own = readingOf(form).sentences.filter((sentence) => sentence.element === element);
  const text = own.map((sentence) => sentence.text).join("");
  const mayBeTitled = form.elements[element]?.role === role && form.elements[element]?.keyword !== "pair";
  return mayBeTitled ? text.replace(LABEL, "") : text;
}
