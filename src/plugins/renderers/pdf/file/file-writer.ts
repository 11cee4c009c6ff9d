// Objects → the bytes of a file: its header, its objects, and the table that tells where each is. A plain file has
// every object by itself and a table of text; a compact one has object streams and a table as a stream.
import { createHash } from "node:crypto";
import type { Encryption } from "../../../../core/sdk/index.ts";
import { deflateRows } from "../deflate.ts";
import { FileCipher } from "./encryption.ts";
import { sharedRows } from "./filtered-rows.ts";
import { ObjectPlaces } from "./object-places.ts";
import {
  type AlikeObjects,
  alikeStream,
  alikeSyntax,
  type FinishedStream,
  listStream,
  listSyntax,
  ObjectStream,
  type ReferenceList,
} from "./object-stream.ts";
import { release, Segments } from "./segments.ts";
import { dictionarySyntax, type PdfDictionary, type PdfValue, RawSyntax, syntaxOf } from "./syntax.ts";

export type PdfVersion = "1.4" | "1.7";

export interface FileSettings {
  readonly version: PdfVersion;
  /** Object streams: smaller where there are many small objects. An encrypted file is always compact. */
  readonly compact: boolean;
  /** Hex digits of what was asked for; the file's identity is derived from it and from what was written. */
  readonly contentHash: string;
  readonly encryption: Encryption | null;
}

export interface FileTrailer {
  readonly root: PdfValue;
  readonly info: PdfValue;
}

/** Objects in one stream: more save a little, and make readers unpack more at once. */
const OBJECTS_PER_STREAM = 200;
/** Those of one look take a byte or less each: as many as make a quarter of a megabyte. */
const ALIKE_BYTES_PER_STREAM = 250_000;
const REFERENCES_PER_STREAM = 20_000;

/** 128 bits, as ISO 32000-1 §14.4 recommends. */
const FILE_ID_BYTES = 16;

interface HeldStream {
  readonly id: number;
  readonly data: PdfDictionary;
  readonly bytes: Uint8Array;
  /** The bytes once more where they are given away: their memory is freed as soon as they are written. */
  readonly given: Uint8Array<ArrayBuffer> | null;
}

export class FileWriter {
  readonly #settings: FileSettings;
  readonly #isCompact: boolean;
  readonly #file = new Segments();
  readonly #places = new ObjectPlaces();
  readonly #hash = createHash("sha256");
  /** What an encrypted file is made of; its key hangs on all of it, so it is written last. */
  #held: HeldStream[] = [];
  #loose = new ObjectStream();
  #lastId = 0;
  #heldBytes = 0;

  constructor(settings: FileSettings) {
    this.#settings = settings;
    this.#isCompact = settings.compact || settings.encryption !== null;
    this.#hash.update(settings.contentHash, "utf8");
    // Four bytes above 127 tell programs that copy files that this is no text.
    this.#file.appendLatin1(`%PDF-${settings.version}\n%\xff\xff\xff\xff\n`);
  }

  get version(): PdfVersion {
    return this.#settings.version;
  }

  /** Bytes of the file so far, with those that are held until its key is known. */
  get length(): number {
    return this.#file.length + this.#heldBytes;
  }

  /** The next object's number. */
  allocate(): number {
    return this.allocateMany(1);
  }

  /** The first of the next objects' numbers. */
  allocateMany(count: number): number {
    const first = this.#lastId + 1;
    this.#lastId += count;
    return first;
  }

  /** An object without a stream. */
  addObject(id: number, value: PdfValue): void {
    this.addSyntax(id, syntaxOf(value, null));
  }

  /** An object as finished syntax. */
  addSyntax(id: number, syntax: string): void {
    if (!this.#isCompact) {
      this.#places.setOffset(id, this.#file.length);
      this.#file.appendLatin1(`${id} 0 obj\n${syntax}\nendobj\n`);
      return;
    }
    this.#loose.add(id, syntax);
    if (this.#loose.ids.length >= OBJECTS_PER_STREAM) this.#flushLoose();
  }

  /** Many objects that are alike; in a compact file in streams of their own. */
  addAlike(objects: AlikeObjects): void {
    const { firstId, count, text } = objects;
    if (!this.#isCompact) {
      for (const [index, syntax] of alikeSyntax(objects).entries()) this.addSyntax(firstId + index, syntax);
      return;
    }
    const each = Math.ceil(count / Math.ceil((count * text.length) / ALIKE_BYTES_PER_STREAM));
    for (let from = 0; from < count; from += each) {
      const to = Math.min(count, from + each);
      const stream = this.allocate();
      this.#places.setStream(firstId + from, to - from, stream);
      this.#addFinished(stream, alikeStream(objects, from, to));
    }
  }

  /** Long lists of references; in a compact file in streams of their own. */
  addLists(lists: readonly ReferenceList[]): void {
    if (!this.#isCompact) {
      for (const list of lists) this.addSyntax(list.id, listSyntax(list));
      return;
    }
    const digits = `${this.#lastId}`.length;
    let from = 0;
    let references = 0;
    for (let to = 1; to <= lists.length; to += 1) {
      references += lists[to - 1]?.references.length ?? 0;
      if (to < lists.length && references < REFERENCES_PER_STREAM) continue;
      const some = lists.slice(from, to);
      const stream = this.allocate();
      for (const [index, { id }] of some.entries()) this.#places.set(id, stream, index);
      this.#addFinished(stream, listStream(some, digits));
      from = to;
      references = 0;
    }
  }

  addStream(id: number, data: PdfDictionary, bytes: Uint8Array): void {
    if (this.#settings.encryption !== null) this.#hold({ id, data, bytes, given: null });
    else this.#writeStream(id, { ...data, Length: bytes.length }, bytes);
  }

  /** As `addStream`, with bytes that are given away: a long file is not held beside its parts. */
  addGivenStream(id: number, data: PdfDictionary, bytes: Uint8Array<ArrayBuffer>): void {
    if (this.#settings.encryption !== null) return this.#hold({ id, data, bytes, given: bytes });
    this.#writeStream(id, { ...data, Length: bytes.length }, bytes);
    release(bytes);
  }

  finish(trailer: FileTrailer): Uint8Array {
    if (!this.#isCompact) return this.#finishPlain(trailer);
    this.#flushLoose();
    const { encryption } = this.#settings;
    const cipher = encryption === null ? null : new FileCipher(encryption, this.#hash.copy().digest());
    const more = cipher === null ? {} : { Encrypt: this.#writeEncrypted(cipher) };
    const id = cipher === null ? this.#contentId() : cipher.fileId;
    this.#finishCompact({ ...more, Root: trailer.root, Info: trailer.info, ID: [id, id] });
    return this.#file.join();
  }

  #finishPlain(trailer: FileTrailer): Uint8Array {
    const id = this.#contentId();
    const at = this.#file.length;
    let table = `xref\n0 ${this.#lastId + 1}\n0000000000 65535 f \n`;
    for (let object = 1; object <= this.#lastId; object++) {
      table += `${`${this.#places.offsetOf(object)}`.padStart(10, "0")} 00000 n \n`;
    }
    const entries = { Size: this.#lastId + 1, Root: trailer.root, Info: trailer.info, ID: [id, id] };
    this.#file.appendLatin1(`${table}trailer\n${dictionarySyntax(entries, null)}\nstartxref\n${at}\n%%EOF\n`);
    return this.#file.join();
  }

  #finishCompact(entries: PdfDictionary): void {
    const id = this.allocate();
    const at = this.#file.length;
    this.#places.setOffset(id, at);
    // Four bytes are enough: a file of 2 GiB is refused before it is whole.
    const widths = [1, at > 0xffffff ? 4 : 3, 2] as const;
    const rowBytes = widths[0] + widths[1] + widths[2];
    sharedRows.begin(rowBytes, id + 1);
    this.#places.write(sharedRows, id, widths);
    const bytes = deflateRows(sharedRows.written());
    const data: PdfDictionary = {
      Type: "XRef",
      Size: id + 1,
      W: [...widths],
      ...entries,
      Filter: "FlateDecode",
      DecodeParms: { Predictor: 12, Columns: rowBytes },
      Length: bytes.length,
    };
    this.#file.appendLatin1(`${id} 0 obj\n${dictionarySyntax(data, null)}\nstream\n`);
    this.#file.append(bytes);
    this.#file.appendLatin1(`\nendstream\nendobj\nstartxref\n${at}\n%%EOF\n`);
  }

  /** Writes all that was held; answers where the encryption dictionary stands. */
  #writeEncrypted(cipher: FileCipher): PdfValue {
    const held = this.#held.toReversed();
    this.#held = [];
    this.#heldBytes = 0;
    for (let stream = held.pop(); stream !== undefined; stream = held.pop()) {
      const { id, data, bytes, given } = stream;
      const sealed = cipher.seal(bytes);
      const syntax = dictionarySyntax({ ...data, Length: sealed.length }, (string) => cipher.seal(string));
      this.#writeStream(id, new RawSyntax(syntax), sealed);
      if (given !== null) release(given);
    }
    const id = this.allocate();
    this.#places.setOffset(id, this.#file.length);
    this.#file.appendLatin1(`${id} 0 obj\n${dictionarySyntax(cipher.dictionary, null)}\nendobj\n`);
    return new RawSyntax(`${id} 0 R`);
  }

  #hold(stream: HeldStream): void {
    this.#held.push(stream);
    this.#heldBytes += stream.bytes.length;
    this.#hash.update(`${stream.id} ${dictionarySyntax(stream.data, null)}`, "latin1").update(stream.bytes);
  }

  #writeStream(id: number, data: PdfDictionary | RawSyntax, bytes: Uint8Array): void {
    this.#places.setOffset(id, this.#file.length);
    const syntax = syntaxOf(data, null);
    this.#file.appendLatin1(`${id} 0 obj\n${syntax}\nstream\n`);
    this.#file.append(bytes);
    this.#file.appendLatin1("\nendstream\nendobj\n");
  }

  #flushLoose(): void {
    const stream = this.#loose;
    this.#loose = new ObjectStream();
    if (stream.ids.length > 0) this.#flush(stream);
  }

  #flush(stream: ObjectStream): void {
    const id = this.allocate();
    for (const [index, object] of stream.ids.entries()) this.#places.set(object, id, index);
    this.#addFinished(id, stream.finish());
  }

  #addFinished(id: number, { data, bytes }: FinishedStream): void {
    this.addStream(id, data, bytes);
  }

  /** Never from a clock: from what was asked for and from what was written. */
  #contentId(): Uint8Array {
    const hash = this.#hash.copy();
    // At once: for each of a page's objects it would cost as much as writing them.
    for (const piece of this.#file.pieces()) hash.update(piece);
    return new Uint8Array(hash.digest().subarray(0, FILE_ID_BYTES));
  }
}
