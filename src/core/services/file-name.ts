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

/** A file, as `content-disposition` names it. */
interface NamedFile {
  /** The id of its render. */
  readonly id: string;
  readonly fileName: string;
}

/** The header's value by RFC 6266: the name in UTF-8, and in ASCII for clients that read only that. */
export function contentDisposition(file: NamedFile): string {
  return `attachment; ${nameParameters(file)}`;
}

/** The same for a file that a browser may show. */
export function inlineDisposition(file: NamedFile): string {
  return `inline; ${nameParameters(file)}`;
}

function nameParameters({ id, fileName }: NamedFile): string {
  const name = safeFileName(fileName);
  const encoded = encodeURIComponent(`${name}.pdf`).replaceAll(
    /['()*!]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `filename="${asciiName(name) ?? `document-${id}`}.pdf"; filename*=UTF-8''${encoded}`;
}

/** The ASCII part of a name, letters without their accents; null where no letter or digit remains. */
function asciiName(name: string): string | null {
  const ascii = name
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .replaceAll(/[^\x20-\x7e]+/g, " ")
    .replaceAll(/["\\/]/g, "_")
    .replaceAll(/ +/g, " ")
    .replaceAll(/^[-. _]+|[-. _]+$/g, "");
  return /[0-9A-Za-z]/.test(ascii) ? ascii : null;
}

/** A name that stands safely inside single quotes of a shell line. */
export function downloadName(name: string): string {
  return `${safeFileName(name).replaceAll(/['`$!]+/g, "_")}.pdf`;
}
