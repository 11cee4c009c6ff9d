// XML as UBL wants it: elements, attributes and text, escaped, in one way only.

/** An element; null where there is nothing to say, since empty elements are not allowed. */
export type Xml = { readonly name: string; readonly attributes: string; readonly content: string } | null;

/** An element with text; none for null and for text without letters. */
export function leaf(name: string, text: string | null, attributes: Readonly<Record<string, string>> = {}): Xml {
  const content = text === null ? "" : text.replaceAll(/\s+/g, " ").trim();
  return content === "" ? null : { name, attributes: attributesOf(attributes), content: escaped(content) };
}

/** An element of elements; none where all are left out. */
export function branch(name: string, children: readonly Xml[], attributes: Readonly<Record<string, string>> = {}): Xml {
  const lines = children.flatMap((child) => (child === null ? [] : [written(child)]));
  if (lines.length === 0) return null;
  const content = `\n${lines.join("\n").replaceAll(/^/gm, "  ")}\n`;
  return { name, attributes: attributesOf(attributes), content };
}

/** A whole file, in UTF-8. */
export function xmlFile(root: Exclude<Xml, null>): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written(root)}\n`;
}

function written({ name, attributes, content }: Exclude<Xml, null>): string {
  return `<${name}${attributes}>${content}</${name}>`;
}

function attributesOf(attributes: Readonly<Record<string, string>>): string {
  return Object.entries(attributes)
    .map(([name, value]) => ` ${name}="${escaped(value)}"`)
    .join("");
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** XML 1.0, 2.2: other characters have no place in a file, escaped or not. */
const NO_CHARACTER = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

function escaped(text: string): string {
  return text.replaceAll(NO_CHARACTER, "\ufffd").replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? character);
}
