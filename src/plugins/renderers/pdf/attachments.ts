// Files inside the file (ISO 32000-1 §7.11.4), each with what the pages are to it (ISO 19005-3, annex E).
import type { Attachment } from "../../../core/sdk/index.ts";
import type { PdfContainer } from "./container.ts";
import { deflate } from "./deflate.ts";
import { textBytes } from "./file/syntax.ts";
import { compareBytes } from "./navigation.ts";

const RELATIONSHIPS = {
  source: "Source",
  data: "Data",
  supplement: "Supplement",
  alternative: "Alternative",
} as const satisfies Record<Attachment["relationship"], string>;

/** Writes the attachments and names them in the catalogue; their date is the file's own. */
export function writeAttachments(container: PdfContainer, attachments: readonly Attachment[], createdAt: Date): void {
  if (attachments.length === 0) return;
  const files = attachments.map(({ name, mediaType, bytes, relationship, description }) => {
    const stream = container.object(
      {
        Type: "EmbeddedFile",
        Subtype: mediaType,
        Params: { Size: bytes.length, CreationDate: createdAt, ModDate: createdAt },
        Filter: "FlateDecode",
      },
      deflate(bytes),
    );
    const file = container.object({
      Type: "Filespec",
      F: new String(name),
      UF: new String(name),
      ...(description === null ? {} : { Desc: new String(description) }),
      AFRelationship: RELATIONSHIPS[relationship],
      EF: { F: stream, UF: stream },
    });
    return { key: textBytes(name), file };
  });
  container.catalogue(
    "AF",
    files.map(({ file }) => file),
  );
  const sorted = files.toSorted((one, other) => compareBytes(one.key, other.key));
  container.names("EmbeddedFiles", { Names: sorted.flatMap(({ key, file }) => [key, file]) });
}
