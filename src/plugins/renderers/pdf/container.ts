// The file around our content: pdfkit writes pages, references, cross references and the trailer; every stream comes
// from us ready made. The undocumented parts of pdfkit that this touches are named here and nowhere else, and held by
// a contract test; the package's version is pinned exactly.
import { createHash } from "node:crypto";
import PDFDocument from "pdfkit";

/** What may stand in a PDF dictionary or array: a string is a name, a `String` a text string, bytes a hex string. */
export type PdfValue =
  | string
  // biome-ignore lint/complexity/noBannedTypes: pdfkit tells text strings from names by the wrapper object.
  | String
  | number
  | boolean
  | null
  | Uint8Array
  | Date
  | PdfReference
  | RawSyntax
  | readonly PdfValue[]
  | PdfDictionary;

export interface PdfDictionary {
  readonly [key: string]: PdfValue | undefined;
}

/** An indirect object of the file; it is written when `end` is called. */
export interface PdfReference {
  readonly id: number;
  data: Record<string, PdfValue | undefined>;
  end(chunk?: Uint8Array): void;
  write(chunk: Uint8Array): void;
}

/** Syntax that we wrote ourselves, put into the file as it stands: exact numbers, long arrays. */
export class RawSyntax {
  readonly #syntax: string;

  constructor(syntax: string) {
    this.#syntax = syntax;
  }

  /** pdfkit writes plain objects as dictionaries and everything else by `toString`; the tag sets this one apart. */
  get [Symbol.toStringTag](): string {
    return "RawSyntax";
  }

  toString(): string {
    return this.#syntax;
  }
}

/** The members of pdfkit's page that we use. */
interface ContainerPage {
  readonly content: PdfReference;
  readonly dictionary: PdfReference;
  readonly resources: PdfReference;
}

export interface PageResources {
  readonly Font?: PdfDictionary;
  readonly XObject?: PdfDictionary;
  readonly ExtGState?: PdfDictionary;
}

export interface ContainerOptions {
  readonly lang: string;
  readonly contentHash: string;
  readonly createdAt: Date;
  readonly info: Readonly<Record<string, string>>;
  /** The finished XMP packet. */
  readonly metadata: Uint8Array;
}

/** The file's bytes as they come. */
class FileChunks {
  readonly chunks: Uint8Array[] = [];
  length = 0;

  add(chunk: Uint8Array): void {
    this.chunks.push(chunk);
    this.length += chunk.length;
  }

  toBytes(): Uint8Array {
    const file = new Uint8Array(this.length);
    let at = 0;
    for (const chunk of this.chunks) {
      file.set(chunk, at);
      at += chunk.length;
    }
    return file;
  }
}

/** 128 bits, as ISO 32000-1 §14.4 recommends. */
const FILE_ID_BYTES = 16;

/** A PDF file in the making. Pages are added in order; `finish` answers the whole file. */
export class PdfContainer extends PDFDocument {
  declare _root: PdfReference;
  declare _id: Uint8Array;
  /** What the constructor was given. pdfkit writes the header while it constructs, before any field of ours exists. */
  declare options: PDFKit.PDFDocumentOptions & { readonly output: FileChunks };

  readonly #metadata: Uint8Array;
  readonly #contentHash: string;

  constructor(options: ContainerOptions) {
    const settings: PDFKit.PDFDocumentOptions & { readonly output: FileChunks } = {
      output: new FileChunks(),
      autoFirstPage: false,
      compress: false,
      pdfVersion: "1.7",
      lang: options.lang,
      displayTitle: true,
      // Without a default font pdfkit loads no font program of its own.
      font: null as unknown as string,
      info: { ...options.info, CreationDate: options.createdAt, ModDate: options.createdAt },
    };
    super(settings);
    // pdfkit names itself as the creator; the file has no creating application apart from its producer.
    delete (this.info as Record<string, unknown>)["Creator"];
    this.#metadata = options.metadata;
    this.#contentHash = options.contentHash;
  }

  /** Allocates an object number. Numbers are given by first use, so callers must ask in the document's own order. */
  reference(data: Record<string, PdfValue | undefined>): PdfReference {
    return this.ref(data) as unknown as PdfReference;
  }

  /** Writes an object with no stream, or with the stream's finished bytes. */
  object(data: Record<string, PdfValue | undefined>, stream?: Uint8Array): PdfReference {
    const reference = this.reference(data);
    reference.end(stream);
    return reference;
  }

  /** Starts a page; its dictionary may be named by others at once. Sizes in points. */
  startPage(width: number, height: number): PdfReference {
    this.addPage({ size: [width, height], margin: 0 });
    return this.#currentPage().dictionary;
  }

  /** Gives the page that was started last its content (compressed), resources and annotations. */
  fillPage(content: Uint8Array, resources: PageResources, extra: Readonly<Record<string, PdfValue>>): void {
    const page = this.#currentPage();
    page.content.data["Filter"] = "FlateDecode";
    page.content.write(content);
    Object.assign(page.resources.data, resources);
    Object.assign(page.dictionary.data, extra);
  }

  /** Adds an entry to the document catalogue. */
  catalogue(key: string, value: PdfValue): void {
    this._root.data[key] = value;
  }

  /** Replaces the tree of named destinations: pdfkit's own sorts by the runtime's locale. */
  namedDestinations(tree: PdfDictionary): void {
    const names = this._root.data["Names"] as PdfReference;
    names.data["Dests"] = tree;
  }

  finish(): Uint8Array {
    this.end();
    return this.options.output.toBytes();
  }

  /** pdfkit is a stream; the file is wanted at once, so what it pushes is kept here and never queued. */
  override push(chunk: Uint8Array | null): boolean {
    if (chunk !== null) this.options.output.add(chunk);
    return true;
  }

  /** pdfkit turns each page's axes around by an operator of its own; our content is written in PDF's axes. */
  override transform(): this {
    return this;
  }

  /** pdfkit does not escape values in its XMP; ours is complete already. */
  override endMetadata(): void {
    this.catalogue("Metadata", this.object({ Type: "Metadata", Subtype: "XML" }, this.#metadata));
  }

  /** The file's identity comes from what was asked for and from what was written, never from a clock. */
  _finalize(): void {
    const hash = createHash("sha256").update(this.#contentHash, "utf8");
    for (const chunk of this.options.output.chunks) hash.update(chunk);
    this._id = new Uint8Array(hash.digest().subarray(0, FILE_ID_BYTES));
    const parent: unknown = Reflect.get(PDFDocument.prototype, "_finalize");
    if (typeof parent !== "function") throw new Error("pdfkit has no _finalize: its version is not the pinned one");
    parent.call(this);
  }

  #currentPage(): ContainerPage {
    return this.page as unknown as ContainerPage;
  }
}
