// An indirect object in the making. pdfkit makes some of them through `ref()`, we make the rest; all are written by us.
import type { FileWriter } from "./file-writer.ts";
import type { PdfReference, PdfValue } from "./syntax.ts";

export class FileObject implements PdfReference {
  readonly id: number;
  /** pdfkit also asks for objects that are no dictionary. */
  data: Record<string, PdfValue | undefined>;
  readonly #writer: FileWriter;
  readonly #ended: () => void;
  #stream: Uint8Array[] = [];
  #given: Uint8Array<ArrayBuffer> | null = null;

  constructor(writer: FileWriter, data: Record<string, PdfValue | undefined> | undefined, ended: () => void) {
    this.#writer = writer;
    this.id = writer.allocate();
    this.data = data ?? {};
    this.#ended = ended;
  }

  write(chunk: Uint8Array): void {
    this.#stream.push(chunk);
  }

  /** The whole stream, in memory that is freed as soon as it is written. */
  give(stream: Uint8Array<ArrayBuffer>): void {
    this.#given = stream;
  }

  end(chunk?: Uint8Array): void {
    if (chunk !== undefined) this.#stream.push(chunk);
    const [first] = this.#stream;
    if (this.#given !== null) this.#writer.addGivenStream(this.id, this.data, this.#given);
    else if (first === undefined) this.#writer.addObject(this.id, this.data);
    else this.#writer.addStream(this.id, this.data, this.#stream.length === 1 ? first : joined(this.#stream));
    this.#stream = [];
    this.#given = null;
    this.#ended();
  }

  toString(): string {
    return `${this.id} 0 R`;
  }
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(chunks.reduce((length, chunk) => length + chunk.length, 0));
  let at = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
  }
  return whole;
}
