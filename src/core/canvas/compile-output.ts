// What a source says of its file beside its pages: promises, encryption, files inside, print dialogs.
import type { CheckedElement, CheckedValue } from "../check/index.ts";
import { PERMISSIONS } from "../schema/index.ts";
import { wordOf } from "./boxes.ts";
import type { Canvas, CanvasAttachment, CanvasDocument, Permission } from "./canvas.ts";
import { argumentChoiceOf, choiceOf } from "./element-values.ts";

/** Where nothing is said, readers may print, and assistive technology may read. */
const ALLOWED_BY_DEFAULT: readonly Permission[] = ["print", "accessibility"];

/** What holds for the document as a whole. */
export function compilePromises(
  document: CheckedElement<"document"> | null,
): Pick<CanvasDocument, "conformance" | "printing" | "compatibility"> {
  if (document === null) return {};
  const pdf = choiceOf(document, "pdf") ?? "1.7";
  const ua = choiceOf(document, "ua") === "1";
  const scale = choiceOf(document, "print-scale") ?? "default";
  const duplex = choiceOf(document, "duplex");
  return {
    ...(pdf === "1.7" && !ua ? {} : { conformance: { pdf, ua } }),
    ...(scale === "default" && duplex === null ? {} : { printing: { scale, duplex } }),
    ...(choiceOf(document, "pdf-compat") === "1.4" ? { compatibility: "1.4" } : {}),
  };
}

/** Encryption, where the source asks for it. */
export function compileEncryption(encrypt: CheckedElement<"encrypt"> | undefined): Pick<Canvas, "encryption"> {
  if (encrypt === undefined) return {};
  const allow = encrypt.properties.get("allow");
  const words = allow?.kind === "words" ? allow.texts : allow?.kind === "word" ? [allow.text] : null;
  // In the table's order, so that another spelling of the same policy is the same canvas.
  const allowed = words === null ? ALLOWED_BY_DEFAULT : PERMISSIONS.filter((each) => words.includes(each));
  return { encryption: { open: choiceOf(encrypt, "open") ?? "none", allow: allowed } };
}

/** A quoted text without computed parts. */
function fixedText(value: CheckedValue | undefined): string {
  if (value?.kind === "word") return value.text;
  if (value?.kind !== "template") return "";
  return value.template.map((part) => (part.kind === "fixed" ? part.text : "")).join("");
}

/** The files that travel inside of the PDF. */
export function compileAttachments(attachments: readonly CheckedElement<"attach">[]): Pick<Canvas, "attachments"> {
  return attachments.length === 0 ? {} : { attachments: attachments.map(compileAttachment) };
}

function compileAttachment(attach: CheckedElement<"attach">): CanvasAttachment {
  return {
    content: argumentChoiceOf(attach, "content") ?? "payload",
    name: fixedText(attach.args.get("name")),
    relationship: choiceOf(attach, "relationship") ?? "data",
    description: wordOf(attach.properties, "description"),
  };
}
