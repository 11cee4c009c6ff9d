// The document's facts → the information dictionary and an XMP packet (ISO 16684-1) that say the same.
import type { Conformance, PageDocument, RenderOptions } from "../../../core/sdk/index.ts";
import { archiveLevel } from "./conformance.ts";

/** The entries of the information dictionary beside the dates; the container writes them as text strings. */
export function documentInfo(document: PageDocument, options: RenderOptions): Record<string, string> {
  const title = titleOf(document, options);
  return {
    Producer: options.producer,
    ...(title === "" ? {} : { Title: title }),
    ...(document.author === null ? {} : { Author: document.author }),
    ...(document.subject === null ? {} : { Subject: document.subject }),
    ...(document.keywords === null ? {} : { Keywords: document.keywords }),
  };
}

/** PDF/UA asks for a title (ISO 14289-1, 7.1), and data may leave a computed one empty. */
function titleOf({ title, lang }: PageDocument, { conformance }: RenderOptions): string {
  if (title !== "" || conformance?.ua !== true) return title;
  return lang === "ja" || lang.startsWith("ja-") ? "無題" : "Untitled";
}

/** The XMP packet as UTF-8. It is never compressed, so that programs that know no PDF find it. */
export function xmpPacket(document: PageDocument, options: RenderOptions): Uint8Array<ArrayBuffer> {
  const title = titleOf(document, options);
  const properties = [
    "<dc:format>application/pdf</dc:format>",
    title === "" ? "" : `<dc:title>${alternatives(title)}</dc:title>`,
    document.author === null ? "" : `<dc:creator>${sequence(document.author)}</dc:creator>`,
    document.subject === null ? "" : `<dc:description>${alternatives(document.subject)}</dc:description>`,
    `<dc:language><rdf:Bag><rdf:li>${escapeXml(document.lang)}</rdf:li></rdf:Bag></dc:language>`,
    document.keywords === null ? "" : `<pdf:Keywords>${escapeXml(document.keywords)}</pdf:Keywords>`,
    `<pdf:Producer>${escapeXml(options.producer)}</pdf:Producer>`,
    `<xmp:CreateDate>${escapeXml(options.createdAt)}</xmp:CreateDate>`,
    `<xmp:ModifyDate>${escapeXml(options.createdAt)}</xmp:ModifyDate>`,
    ...promises(options.conformance),
  ].filter((property) => property !== "");
  return new TextEncoder().encode(`<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" \
xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/"${namespaces(options.conformance)}>
${properties.join("\n")}
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="r"?>`);
}

/** What the file says of itself: ISO 19005-2 §6.6.4 and ISO 14289-1 §5. */
function promises(conformance: Conformance | undefined): readonly string[] {
  const level = archiveLevel(conformance);
  return [
    ...(level === null ? [] : [`<pdfaid:part>${level.part}</pdfaid:part>`]),
    ...(level === null ? [] : [`<pdfaid:conformance>${level.letter}</pdfaid:conformance>`]),
    ...(conformance?.ua === true ? ["<pdfuaid:part>1</pdfuaid:part>", ...(level === null ? [] : [UA_SCHEMA])] : []),
  ];
}

function namespaces(conformance: Conformance | undefined): string {
  const archive = archiveLevel(conformance) === null ? "" : ' xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"';
  const access = conformance?.ua === true ? ' xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/"' : "";
  return `${archive}${access}`;
}

/** PDF/A asks that a property it does not know itself is described in the file (ISO 19005-2 §6.6.2.3). */
const UA_SCHEMA = `<pdfaExtension:schemas xmlns:pdfaExtension="http://www.aiim.org/pdfa/ns/extension/" \
xmlns:pdfaSchema="http://www.aiim.org/pdfa/ns/schema#" xmlns:pdfaProperty="http://www.aiim.org/pdfa/ns/property#">\
<rdf:Bag><rdf:li rdf:parseType="Resource"><pdfaSchema:schema>PDF/UA identification</pdfaSchema:schema>\
<pdfaSchema:namespaceURI>http://www.aiim.org/pdfua/ns/id/</pdfaSchema:namespaceURI>\
<pdfaSchema:prefix>pdfuaid</pdfaSchema:prefix><pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">\
<pdfaProperty:name>part</pdfaProperty:name><pdfaProperty:valueType>Integer</pdfaProperty:valueType>\
<pdfaProperty:category>internal</pdfaProperty:category>\
<pdfaProperty:description>The part of ISO 14289 that is followed</pdfaProperty:description>\
</rdf:li></rdf:Seq></pdfaSchema:property></rdf:li></rdf:Bag></pdfaExtension:schemas>`;

function alternatives(text: string): string {
  return `<rdf:Alt><rdf:li xml:lang="x-default">${escapeXml(text)}</rdf:li></rdf:Alt>`;
}

function sequence(text: string): string {
  return `<rdf:Seq><rdf:li>${escapeXml(text)}</rdf:li></rdf:Seq>`;
}

/** What XML 1.0 can't hold even when escaped: control characters, two noncharacters. */
const NOT_IN_XML = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text for an element or attribute; what XML can't hold becomes U+FFFD, lone surrogates too. */
function escapeXml(text: string): string {
  return text
    .toWellFormed()
    .replace(NOT_IN_XML, "\ufffd")
    .replace(/[&<>"]/g, (character) => ENTITIES[character] as string);
}
