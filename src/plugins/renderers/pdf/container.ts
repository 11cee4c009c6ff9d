// The file around our content: pdfkit keeps the catalogue and the information dictionary; every stream comes from us
// ready made, and the objects are written by us (`file/`), since object streams and encryption of revision 6
// are beyond pdfkit. The undocumented parts of pdfkit that this touches are named here and nowhere else, and held by a
// contract test; the package's version is pinned exactly.
import PDFDocument from "pdfkit";
import type { Encryption } from "../../../core/sdk/index.ts";
import { FileObject } from "./file/file-object.ts";
import { FileWriter, type PdfVersion } from "./file/file-writer.ts";
import { type PdfDictionary, type PdfReference, type PdfValue, syntaxOf } from "./file/syntax.ts";

/** What pdfkit keeps of the tree of pages (ISO 32000-1 §7.7.3.2). */
interface PageTree {
  readonly Kids: PdfReference[];
  Count: number;
}

export interface PageResources {
  readonly Font?: PdfDictionary;
  readonly XObject?: PdfDictionary;
  readonly ExtGState?: PdfDictionary;
  readonly Shading?: PdfDictionary;
  readonly Pattern?: PdfDictionary;
}

export interface ContainerOptions {
  readonly lang: string;
  readonly contentHash: string;
  readonly createdAt: Date;
  /** Object streams, for files of many small objects. */
  readonly compact?: boolean;
  /** What programs must know; absent: 1.7. */
  readonly version?: PdfVersion;
  readonly encryption?: Encryption;
}

/** What pdfkit's constructor finds in its options before any field of ours exists. */
interface Settings extends PDFKit.PDFDocumentOptions {
  readonly file: FileWriter;
}

/** Shown by readers at the same extension level as revision 6 of the security handler (ISO 32000-1 §7.12). */
const REVISION_6_EXTENSION: PdfDictionary = { ADBE: { BaseVersion: "1.7", ExtensionLevel: 8 } };

/** A PDF file in the making. Pages are added in order; `finish` answers the whole file. */
export class PdfContainer extends PDFDocument {
  declare _root: PdfReference;
  declare _info: PdfReference;
  declare _waiting: number;
  declare options: Settings;

  #metadata = new Uint8Array(0);
  #finished: Uint8Array | null = null;
  /** By their syntax: the pages of a form name the same fonts and parts. */
  readonly #resources = new Map<string, PdfReference>();

  constructor(options: ContainerOptions) {
    const { compact = false, contentHash, encryption = null, version = "1.7" } = options;
    const settings: Settings = {
      file: new FileWriter({ compact, contentHash, encryption, version }),
      autoFirstPage: false,
      compress: false,
      pdfVersion: version,
      lang: options.lang,
      displayTitle: true,
      // Without a default font pdfkit loads no font program of its own.
      font: null as unknown as string,
      info: { CreationDate: options.createdAt, ModDate: options.createdAt },
    };
    super(settings);
    // pdfkit names itself as the creator; the file has no creating application apart from its producer.
    delete (this.info as Record<string, unknown>)["Creator"];
    if (encryption !== null) this.catalogue("Extensions", REVISION_6_EXTENSION);
  }

  /** The writer, for whoever makes many objects at once. */
  get writer(): FileWriter {
    return this.options.file;
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

  /** Starts a page, which others may name at once. Sizes in points. */
  startPage(width: number, height: number): PdfReference {
    const pages = this._root.data["Pages"] as PdfReference;
    const page = this.reference({ Type: "Page", Parent: pages, MediaBox: [0, 0, width, height] });
    const tree = pages.data as unknown as PageTree;
    tree.Kids.push(page);
    tree.Count += 1;
    return page;
  }

  /** Writes a page with its content (compressed, given away), resources and annotations. */
  fillPage(
    page: PdfReference,
    content: Uint8Array<ArrayBuffer>,
    resources: PageResources,
    extra: Readonly<Record<string, PdfValue>>,
  ): void {
    const contents = this.reference({ Filter: "FlateDecode" });
    page.data["Contents"] = contents;
    page.data["Resources"] = this.#sharedResources(resources);
    Object.assign(page.data, extra);
    page.end();
    // From here on others ask for its number alone: what is written is not kept beside the file, however long it grows.
    page.data = {};
    contents.give(content);
    contents.end();
  }

  #sharedResources(resources: PageResources): PdfReference {
    const syntax = syntaxOf({ ...resources }, null);
    const known = this.#resources.get(syntax);
    if (known !== undefined) return known;
    const reference = this.object({ ...resources });
    this.#resources.set(syntax, reference);
    return reference;
  }

  /** Adds an entry to the document catalogue. */
  catalogue(key: string, value: PdfValue): void {
    this._root.data[key] = value;
  }

  /** Adds a tree of names; that of destinations replaces pdfkit's own, which sorts by the runtime's locale. */
  names(kind: "Dests" | "EmbeddedFiles", tree: PdfDictionary | undefined): void {
    const names = this._root.data["Names"] as PdfReference;
    names.data[kind] = tree;
  }

  /** What print dialogs and windows start with. */
  viewerPreference(key: string, value: PdfValue): void {
    const preferences = this._root.data["ViewerPreferences"] as PdfReference;
    preferences.data[key] = value;
  }

  /** `info` is the dictionary beside the dates, `metadata` the finished XMP packet. */
  finish(info: Readonly<Record<string, string>>, metadata: Uint8Array<ArrayBuffer>): Uint8Array {
    Object.assign(this.info, info);
    this.#metadata = metadata;
    this.end();
    if (this.#finished === null) throw new Error("an object of the file was named, but never written");
    return this.#finished;
  }

  /** pdfkit's objects are written by us, like all others. */
  override ref(data?: object): PDFKit.PDFKitReference {
    this._waiting++;
    const ended = (): void => {
      this._waiting--;
    };
    const object = new FileObject(this.options.file, data as Record<string, PdfValue | undefined>, ended);
    return object as unknown as PDFKit.PDFKitReference;
  }

  /** pdfkit's own header and objects never get here. */
  _write(): void {}

  /** pdfkit does not escape values in its XMP; ours is complete already. */
  override endMetadata(): void {
    this.catalogue("Metadata", this.object({ Type: "Metadata", Subtype: "XML" }, this.#metadata));
  }

  /** The structure is ours too (`structure/`), and written already. */
  override endMarkings(): void {}

  /** Called by `end` when nothing is waited for. */
  _finalize(): void {
    this.#finished = this.options.file.finish({ root: this._root, info: this._info });
  }
}
