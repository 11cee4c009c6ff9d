// Which words a reader is told things in, and what fields are called in them.
import { ENGLISH } from "./english.ts";
import type { Field } from "./fields.ts";
import { JAPANESE } from "./japanese.ts";
import type { Words } from "./words.ts";

/** The words of a language tag; English where it is neither. */
export function wordsFor(locale: string): Words {
  return /^ja\b/i.test(locale) ? JAPANESE : ENGLISH;
}

/**
 * What a field is called: its label, what its role means, or its own name. A group without either is called after the
 * topic that most of its members are about.
 */
export function nameOf(field: Field, words: Words): string {
  if (field.label !== null) return field.label;
  const meant = field.role === null ? undefined : words.roles[field.role];
  if (meant !== undefined) return meant;
  const topic = field.shape === "leaf" ? undefined : topicOf(field);
  return (
    words.names[field.name] ?? (topic === undefined ? undefined : words.topics[topic]) ?? spaced(field.name, words)
  );
}

function topicOf(field: Field): string | undefined {
  const within = field.shape === "list" ? field.entry : field;
  if (within.shape !== "group") return undefined;
  const topics = within.members.flatMap((member) => (member.role === null ? [] : [member.role.split(".")[0] ?? ""]));
  const count = (topic: string): number => topics.filter((each) => each === topic).length;
  return topics.toSorted((a, b) => count(b) - count(a))[0];
}

/** `issueDate` reads as `Issue date` in English; a Japanese reader is shown the name as it is. */
function spaced(name: string, { language }: Words): string {
  if (language === "ja") return name;
  const words = name.replace(
    /([a-z0-9])([A-Z])/g,
    (_, before: string, after: string) => `${before} ${after.toLowerCase()}`,
  );
  return words.replaceAll("_", " ").replace(/^./, (first) => first.toUpperCase());
}
