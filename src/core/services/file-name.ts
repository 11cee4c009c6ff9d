/** Longer names are cut: file systems take 255 bytes, the extension's among them. A kanji is three of them. */
const NAME_BYTES_MAX = 240;

/** What no file system and no header takes in a name, and the invisible marks that turn its direction around. */
const UNSAFE = /[\u0000-\u001f\u007f-\u009f/\\:*?"<>|\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]+/gu;

/** A name that is safe in any file system, without its extension. Never made from a payload. */
export function safeFileName(name: string): string {
  const cleaned = name
    .normalize("NFC")
    .replaceAll(UNSAFE, " ")
    .replaceAll(/\s+/g, " ")
    .replace(/\.pdf$/i, "")
    // A leading dot hides a file, and a leading hyphen makes its name an option of the next command.
    .replace(/^[-. ]+/, "");
  const cut = firstBytes(cleaned, NAME_BYTES_MAX).replace(/[. ]+$/, "");
  return cut === "" ? "document" : cut;
}

/** As many whole characters of a text as fit into so many bytes of UTF-8. */
function firstBytes(text: string, bytesMax: number): string {
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(bytesMax));
  return text.slice(0, read);
}

/** The header's value by RFC 6266: the name in UTF-8, and in ASCII for clients that read only that. */
export function contentDisposition(name: string): string {
  return `attachment; ${nameParameters(name)}`;
}

/** The same for a file that a browser may show. */
export function inlineDisposition(name: string): string {
  return `inline; ${nameParameters(name)}`;
}

function nameParameters(name: string): string {
  const ascii = `${safeFileName(name)}.pdf`.replaceAll(/[^\x20-\x7e]+/g, "_").replaceAll(/["\\]/g, "_");
  const encoded = encodeURIComponent(`${safeFileName(name)}.pdf`).replaceAll(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** A name that stands safely inside single quotes of a shell line. */
export function downloadName(name: string): string {
  return `${safeFileName(name).replaceAll(/['`$!]+/g, "_")}.pdf`;
}
