// What the model is told once the person has sent the form: what was rendered, and from which data.
import type { Opened, Rendered } from "./answer.ts";

/** More data than this is no note; the form keeps it. */
const DATA_CHARACTERS_MAX = 20_000;

export function contextNote(
  { documentId, title }: Opened,
  { renderId, fileName, pages, link }: Rendered,
  data: unknown,
): { readonly text: string; readonly structured: Readonly<Record<string, unknown>> } {
  const told = withoutPictures(data);
  const json = JSON.stringify(told) ?? "{}";
  const short = json.length <= DATA_CHARACTERS_MAX;
  const text = [
    `The person filled in and sent the form for "${title}" (${documentId}).`,
    `It was rendered: ${fileName}, ${pages} page(s), ${renderId}. Link: ${link}`,
    short ? `The data they sent: ${json}` : "The data they sent are too long to repeat.",
  ].join("\n");
  const structured = { document: documentId, renderId, fileName, pages, link, ...(short ? { data: told } : {}) };
  return { text, structured };
}

/** Pictures are megabytes of letters that say nothing. */
function withoutPictures(value: unknown): unknown {
  if (typeof value === "string") return value.startsWith("data:") || value.length > 4000 ? "(left out)" : value;
  if (Array.isArray(value)) return value.map(withoutPictures);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutPictures(member)]));
}
