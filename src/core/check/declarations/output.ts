// Promises of the output that contradict one another, statements that stand once, and links that lead nowhere.
import { nearest } from "../../expression/index.ts";
import type { ElementStatement, Property } from "../../language/index.ts";
import { advise, type CheckContext, type CheckedElement, rewrite } from "../context/index.ts";

/** Whether `document` says `ua=1`. */
export function promisesTags(elements: readonly ElementStatement[]): boolean {
  return elements.some((each) => each.keyword.text === "document" && propertyOf(each, "ua") !== undefined);
}

function propertyOf(statement: ElementStatement | undefined, name: string): Property | undefined {
  return statement?.properties.find((each) => each.name.text === name);
}

const SINGLE = ["source", "encrypt", "copies"];

/** RPT1017: a second source, policy or list of copies. */
export function checkRepeats(context: CheckContext, elements: readonly ElementStatement[]): void {
  for (const name of SINGLE) {
    for (const extra of elements.filter((each) => each.keyword.text === name).slice(1)) {
      context.report({
        code: "RPT1017",
        span: extra.keyword.span,
        message: `${name} may stand only once`,
        why: "The second one would take the first one's place.",
        repair: rewrite(extra.span, "", "delete this one"),
      });
    }
  }
}

/** PDF/A is never encrypted; PDF/UA has a title, and its readers may read it aloud. */
export function checkOutput(
  context: CheckContext,
  elements: readonly ElementStatement[],
  document: CheckedElement<"document"> | null,
): void {
  const head = elements.find((each) => each.keyword.text === "document");
  const encrypt = elements.find((each) => each.keyword.text === "encrypt");
  const pdf = document?.properties.get("pdf");
  if (encrypt !== undefined && pdf?.kind === "word" && pdf.text.startsWith("a-")) {
    context.report({
      code: "RPT7002",
      span: encrypt.span,
      message: `pdf=${pdf.text} cannot be encrypted`,
      why: "PDF/A is made for archives, which must be able to read it without a key (ISO 19005).",
      repair: rewrite(encrypt.span, "", "delete encrypt, or write pdf=1.7"),
    });
  }
  const attachments = elements.filter((each) => each.keyword.text === "attach");
  if (pdf?.kind === "word" && pdf.text.startsWith("a-2")) refuseAttachments(context, head, attachments, pdf.text);
  refuseSameNames(context, attachments);
  refuseNewerThanCompat(context, head, elements);
  if (!context.tagged || head === undefined || document === null) return;
  if (propertyOf(head, "title") === undefined) {
    const end = propertyOf(head, "ua")?.span.start ?? head.keyword.span.end;
    context.report({
      code: "RPT7005",
      span: propertyOf(head, "ua")?.span ?? head.keyword.span,
      message: "ua=1 needs a title",
      why: "PDF/UA shows the title, not the file's name (ISO 14289-1, 7.1).",
      repair: rewrite({ start: end, end }, 'title="…" ', 'add title="…"'),
    });
  }
  const allow = propertyOf(encrypt, "allow");
  if (allow === undefined || /accessibility/.test(context.textOf(allow.span))) return;
  const inner = context.textOf(allow.value.span).replace(/^\[\s*|\s*\]$/g, "");
  const text = `[${inner}, accessibility]`;
  context.report({
    code: "RPT7005",
    span: allow.value.span,
    message: "ua=1 needs allow=[… accessibility]",
    why: "Assistive technology must be able to read the text (ISO 14289-1, 7.16).",
    repair: rewrite(allow.value.span, text, `write allow=${text}`),
  });
}

/** RPT7006: PDF/A-2 takes files of PDF/A only; data is none. */
function refuseAttachments(
  context: CheckContext,
  head: ElementStatement | undefined,
  attachments: readonly ElementStatement[],
  kind: string,
): void {
  const [first] = attachments;
  const promise = propertyOf(head, "pdf");
  if (first === undefined || promise === undefined) return;
  const wanted = kind.replace("a-2", "a-3");
  context.report({
    code: "RPT7006",
    span: first.span,
    message: `pdf=${kind} holds no file of data`,
    why: "PDF/A-3 is PDF/A-2 with files of any kind inside (ISO 19005-3).",
    repair: rewrite(promise.value.span, wanted, `write pdf=${wanted}`),
  });
}

/** What came to PDF after 1.4, by the property of `document` that asks for it. */
const NEWER_PROPERTIES: Readonly<Record<string, { readonly isNewer: RegExp; readonly why: string }>> = {
  pdf: { isNewer: /^a-/, why: "PDF/A-2 and PDF/A-3 stand on PDF 1.7 (ISO 19005-2 and 19005-3)." },
  "print-scale": { isNewer: /^none$/, why: "What print dialogs start with came with PDF 1.6." },
  duplex: { isNewer: /./, why: "The sides that print dialogs start with came with PDF 1.7." },
};

/** The same by statements. */
const NEWER_STATEMENTS: Readonly<Record<string, string>> = {
  encrypt: "AES with 256 bits came after PDF 1.7.",
  attach: "Japanese names of files and what they are to the pages came with PDF 1.7 and PDF/A-3.",
};

/** RPT7007: `pdf-compat=1.4` beside what PDF 1.4 does not have. */
function refuseNewerThanCompat(
  context: CheckContext,
  head: ElementStatement | undefined,
  elements: readonly ElementStatement[],
): void {
  const compat = propertyOf(head, "pdf-compat");
  if (head === undefined || compat === undefined || context.textOf(compat.value.span) !== "1.4") return;
  const refuse = (asked: Property | ElementStatement, words: string, why: string): void => {
    context.report({
      code: "RPT7007",
      span: asked.span,
      message: `pdf-compat=1.4 has no ${words}`,
      why,
      repair: rewrite(compat.value.span, "1.7", "write pdf-compat=1.7"),
    });
  };
  for (const asked of head.properties) {
    const newer = NEWER_PROPERTIES[asked.name.text];
    const value = context.textOf(asked.value.span);
    if (newer?.isNewer.test(value) === true) refuse(asked, `${asked.name.text}=${value}`, newer.why);
  }
  for (const asked of elements) {
    const why = NEWER_STATEMENTS[asked.keyword.text];
    if (why !== undefined) refuse(asked, asked.keyword.text, why);
  }
}

/** RPT1017: two files under one name. */
function refuseSameNames(context: CheckContext, attachments: readonly ElementStatement[]): void {
  const seen = new Set<string>();
  for (const each of attachments) {
    const argument = each.args[1];
    if (argument === undefined) continue;
    const name = context.textOf(argument.span);
    if (seen.has(name)) {
      context.report({
        code: "RPT1017",
        span: each.span,
        message: `attach ${name} may stand only once`,
        why: "Readers tell the files inside of a PDF by their names.",
        repair: rewrite(each.span, "", "delete this one"),
      });
    }
    seen.add(name);
  }
}

/** RPT1022: `link="#total"` where nothing has `id=total`. */
export function checkLinks(context: CheckContext): void {
  for (const { id, span } of context.links) {
    if (context.isFull) return;
    if (context.ids.has(id)) continue;
    const near = nearest(id, [...context.ids.keys()]);
    context.report({
      code: "RPT1022",
      span,
      message: `no element has id=${id}`,
      why: "A link with # leads to an element of the same document.",
      repair:
        near === null ? advise(`give an element id=${id}`) : rewrite(span, `"#${near}"`, `did you mean #${near}?`),
    });
  }
}
