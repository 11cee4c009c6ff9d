// Objects → the bytes of a file: its header, its objects, and the table that tells where each is. A plain file has
// every object by itself and a table of text; a compact one has object streams and a table as a stream.
import { createHash } from "node:crypto";
import type { Encryption } from "../../../../core/sdk/index.ts";
import { ByteArena } from "../byte-arena.ts";
import { deflate } from "../deflate.ts";
import { FileCipher } from "./encryption.ts";
import { COLUMNS_MIN, filteredUp, ObjectStream } from "./object-stream.ts";
import { release, Segments } from "./segments.ts";
import { dictionarySyntax, type PdfDictionary, type PdfValue, RawSyntax, syntaxOf } from "./syntax.ts";

export interface FileSettings {
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
const PADDED_OBJECTS_PER_STREAM = 1000;

/** Later objects of a kind have longer numbers than the first. */
const GROWTH = 8;

/** 128 bits, as ISO 32000-1 §14.4 recommends. */
const FILE_ID_BYTES = 16;

type Place =
  | { readonly kind: "offset"; readonly at: number }
  | { readonly kind: "stream"; readonly stream: number; readonly index: number };

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
  readonly #places: (Place | undefined)[] = [];
  readonly #hash = createHash("sha256");
  readonly #padded = new Map<string, ObjectStream>();
  /** What an encrypted file is made of; its key hangs on all of it, so it is written last. */
  #held: HeldStream[] = [];
  #loose = new ObjectStream();
  #lists: ObjectStream | null = null;
  #lastId = 0;
  #heldBytes = 0;

  constructor(settings: FileSettings) {
    this.#settings = settings;
    this.#isCompact = settings.compact || settings.encryption !== null;
    this.#hash.update(settings.contentHash, "utf8");
    // Four bytes above 127 tell programs that copy files that this is no text.
    this.#file.appendLatin1("%PDF-1.7\n%\xff\xff\xff\xff\n");
  }

  /** Bytes of the file so far, with those that are held until its key is known. */
  get length(): number {
    return this.#file.length + this.#heldBytes;
  }

  /** The next object's number. */
  allocate(): number {
    this.#lastId += 1;
    return this.#lastId;
  }

  /** An object without a stream. */
  addObject(id: number, value: PdfValue): void {
    this.addSyntax(id, syntaxOf(value, null));
  }

  /** An object as finished syntax. */
  addSyntax(id: number, syntax: string): void {
    if (!this.#isCompact) {
      this.#places[id] = { kind: "offset", at: this.#file.length };
      this.#file.appendLatin1(`${id} 0 obj\n${syntax}\nendobj\n`);
      return;
    }
    this.#loose.add(id, syntax);
    if (this.#loose.ids.length >= OBJECTS_PER_STREAM) this.#flushLoose();
  }

  /** One of many objects that are alike but for a few digits: those of one `likeness` stand together. */
  addAlike(id: number, syntax: string, likeness: string): void {
    const columns = Math.max(COLUMNS_MIN, Math.ceil((syntax.length + GROWTH) / 4) * 4);
    const stream = this.#padded.get(likeness) ?? new ObjectStream(columns);
    if (!this.#isCompact || !stream.takes(syntax.length)) return this.addSyntax(id, syntax);
    this.#padded.set(likeness, stream);
    stream.add(id, syntax);
    if (stream.ids.length < PADDED_OBJECTS_PER_STREAM) return;
    this.#padded.delete(likeness);
    this.#flush(stream);
  }

  /** An object with a long list of references; in a compact file such objects stand together. */
  addList(id: number, before: string, references: readonly string[], after: string): void {
    if (!this.#isCompact) return this.addSyntax(id, `${before}${references.join(" ")}${after}`);
    this.#lists ??= new ObjectStream(COLUMNS_MIN);
    this.#lists.addList(id, before, references, after);
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
    for (const stream of this.#padded.values()) this.#flush(stream);
    this.#padded.clear();
    if (this.#lists !== null) this.#flush(this.#lists);
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
      const place = this.#places[object];
      if (place?.kind !== "offset") throw new Error(`object ${object} was named, but never written`);
      table += `${`${place.at}`.padStart(10, "0")} 00000 n \n`;
    }
    const entries = { Size: this.#lastId + 1, Root: trailer.root, Info: trailer.info, ID: [id, id] };
    this.#file.appendLatin1(`${table}trailer\n${dictionarySyntax(entries, null)}\nstartxref\n${at}\n%%EOF\n`);
    return this.#file.join();
  }

  #finishCompact(entries: PdfDictionary): void {
    const id = this.allocate();
    const at = this.#file.length;
    this.#places[id] = { kind: "offset", at };
    const widths = [1, at > 0xffffff ? 4 : 3, 2] as const;
    const rowBytes = widths[0] + widths[1] + widths[2];
    const rows = new ByteArena((id + 1) * rowBytes);
    writeRow(rows, widths, 0, 0, 0xffff);
    for (let object = 1; object <= id; object++) {
      const place = this.#places[object];
      if (place === undefined) throw new Error(`object ${object} was named, but never written`);
      if (place.kind === "offset") writeRow(rows, widths, 1, place.at, 0);
      else writeRow(rows, widths, 2, place.stream, place.index);
    }
    const bytes = deflate(filteredUp(rows.toBytes(), rowBytes));
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
    this.#places[id] = { kind: "offset", at: this.#file.length };
    this.#file.appendLatin1(`${id} 0 obj\n${dictionarySyntax(cipher.dictionary, null)}\nendobj\n`);
    return new RawSyntax(`${id} 0 R`);
  }

  #hold(stream: HeldStream): void {
    this.#held.push(stream);
    this.#heldBytes += stream.bytes.length;
    this.#hash.update(`${stream.id} ${dictionarySyntax(stream.data, null)}`, "latin1").update(stream.bytes);
  }

  #writeStream(id: number, data: PdfDictionary | RawSyntax, bytes: Uint8Array): void {
    this.#places[id] = { kind: "offset", at: this.#file.length };
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
    stream.ids.forEach((object, index) => {
      this.#places[object] = { kind: "stream", stream: id, index };
    });
    const { data, bytes } = stream.finish();
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

function writeRow(rows: ByteArena, widths: readonly [number, number, number], ...values: readonly number[]): void {
  widths.forEach((width, field) => {
    for (let byte = width - 1; byte >= 0; byte--) rows.byte(((values[field] ?? 0) >>> (byte * 8)) & 0xff);
  });
}
