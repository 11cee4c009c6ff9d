// What a source says of its file beside its pages: promises, encryption, files inside, print dialogs.
import { type CheckedDocument, type CheckedElement, type CheckedValue, PERMISSIONS } from "../check/index.ts";
import { wordOf } from "./boxes.ts";
import type { Canvas, CanvasAttachment, CanvasDocument, CanvasEncryption, PdfKind, Permission } from "./canvas.ts";

/** Where nothing is said, readers may print, and assistive technology may read. */
const ALLOWED_BY_DEFAULT: readonly Permission[] = ["print", "accessibility"];

/** What holds for the document as a whole. */
export function compilePromises(document: CheckedElement | null): Pick<CanvasDocument, "conformance" | "printing"> {
  if (document === null) return {};
  const values = document.properties;
  const pdf = (wordOf(values, "pdf") ?? "1.7") as PdfKind;
  const ua = wordOf(values, "ua") === "1";
  const scale = wordOf(values, "print-scale") === "none" ? "none" : "default";
  const duplex = wordOf(values, "duplex") as "simplex" | "long-edge" | "short-edge" | null;
  return {
    ...(pdf === "1.7" && !ua ? {} : { conformance: { pdf, ua } }),
    ...(scale === "default" && duplex === null ? {} : { printing: { scale, duplex } }),
  };
}

/** Encryption and attachments, where the source asks for them. */
export function compileOutput({ declarations }: CheckedDocument): Pick<Canvas, "encryption" | "attachments"> {
  const encrypt = declarations.find((each) => each.definition.name === "encrypt");
  const attachments = declarations.filter((each) => each.definition.name === "attach").map(compileAttachment);
  return {
    ...(encrypt === undefined ? {} : { encryption: compileEncryption(encrypt) }),
    ...(attachments.length === 0 ? {} : { attachments }),
  };
}

function compileEncryption({ properties }: CheckedElement): CanvasEncryption {
  const allow = properties.get("allow");
  const words = allow?.kind === "words" ? allow.texts : allow?.kind === "word" ? [allow.text] : null;
  return {
    open: (wordOf(properties, "open") ?? "none") as CanvasEncryption["open"],
    // In the table's order, so that another spelling of the same policy is the same canvas.
    allow: words === null ? ALLOWED_BY_DEFAULT : (PERMISSIONS.filter((each) => words.includes(each)) as Permission[]),
  };
}

/** A quoted text without computed parts. */
function fixedText(value: CheckedValue | undefined): string {
  if (value?.kind === "word") return value.text;
  if (value?.kind !== "template") return "";
  return value.template.map((part) => (part.kind === "fixed" ? part.text : "")).join("");
}

function compileAttachment({ args, properties }: CheckedElement): CanvasAttachment {
  return {
    content: "payload",
    name: fixedText(args.get("name")),
    relationship: (wordOf(properties, "relationship") ?? "data") as CanvasAttachment["relationship"],
    description: wordOf(properties, "description"),
  };
}
