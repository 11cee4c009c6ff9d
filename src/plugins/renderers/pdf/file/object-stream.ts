// Many small objects → one compressed stream (ISO 32000-1 §7.5.7).
import { ByteArena } from "../byte-arena.ts";
import type { RowsOfBytes } from "../deflate/row-tokens.ts";
import { deflate, deflateQuickly, deflateRowsTwice } from "../deflate.ts";
import { type FieldEnd, type FilteredRows, sharedRows as rows } from "./filtered-rows.ts";
import type { PdfDictionary } from "./syntax.ts";

export interface FinishedStream {
  readonly data: PdfDictionary;
  readonly bytes: Uint8Array;
}

/** Objects in the order of their adding; their place in it is their index. */
export class ObjectStream {
  readonly ids: number[] = [];
  readonly #offsets: number[] = [];
  readonly #body = new ByteArena(4096);

  add(id: number, syntax: string): void {
    this.ids.push(id);
    this.#offsets.push(this.#body.length);
    this.#body.ascii(syntax);
    this.#body.newline();
  }

  finish(): FinishedStream {
    const whole = new ByteArena(this.#body.length + this.ids.length * 16);
    for (const [index, id] of this.ids.entries()) whole.ascii(`${id} ${this.#offsets[index] ?? 0} `);
    const first = whole.length;
    whole.append(this.#body.written());
    const data = { Type: "ObjStm", N: this.ids.length, First: first, Filter: "FlateDecode" };
    return { data, bytes: deflateQuickly(whole.written()) };
  }
}

/** Objects that are alike but for their numbers, with ids one after another. */
export interface AlikeObjects {
  readonly firstId: number;
  readonly count: number;
  /** The syntax of each, with room for its numbers. */
  readonly text: string;
  /** Where in it the numbers end. */
  readonly ends: readonly FieldEnd[];
  /** Writes the numbers of one of them. */
  write(rows: FilteredRows, index: number): void;
}

/** An array of references, with what of its object stands around it. */
export interface ReferenceList {
  readonly id: number;
  readonly before: string;
  /** Object numbers. */
  readonly references: Int32Array;
  readonly after: string;
}

/** Object numbers and offsets stay below this many digits: a file has fewer than 2^31 bytes. */
const NUMBER_DIGITS_MAX = 10;

/**
 * Offsets in steps of ten change fewer digits: 16,000 cells in rows of 40 bytes took 13,700 bytes where rows of 39 took
 * 27,900.
 */
const COLUMNS_STEP = 10;

/** Objects `from` to `to` as rows that say how each differs from the one before it. */
export function alikeStream(objects: AlikeObjects, from: number, to: number): FinishedStream {
  const { firstId, text, ends } = objects;
  const wanted = Math.max(text.length, 2 * NUMBER_DIGITS_MAX);
  const columns = Math.ceil(wanted / COLUMNS_STEP) * COLUMNS_STEP;
  const count = to - from;
  const header = headerOf(columns, firstId + to, count * columns);
  rows.begin(columns, Math.ceil(count / header.pairs) + count);
  for (let index = 0; index < count; index += 1) header.add(firstId + from + index, index * columns);
  const first = header.end();
  rows.look(text, ends);
  for (let index = from; index < to; index += 1) {
    objects.write(rows, index);
    rows.endRow();
  }
  return finished(count, first);
}

/** The same objects one by one, for a file without streams of them. */
export function alikeSyntax(objects: AlikeObjects): readonly string[] {
  const { count, ends, text } = objects;
  rows.begin(text.length, count);
  rows.look(text, ends);
  for (let index = 0; index < count; index += 1) {
    objects.write(rows, index);
    rows.endRow();
  }
  const all = new TextDecoder("latin1").decode(unfiltered(rows.written()));
  return Array.from({ length: count }, (_, index) => all.slice(index * text.length, (index + 1) * text.length));
}

/** References in a row: then the numbers of two rows differ by ten where they count up. */
const CELLS = 10;

/** Bytes around the number of a reference in a list: `[12 0 R]`. */
const CELL_BYTES = 6;

/** Lists of references, one after another; each reference has as much room as the longest. */
export function listStream(lists: readonly ReferenceList[], digits: number): FinishedStream {
  const cell = digits + CELL_BYTES;
  const columns = cell * CELLS;
  const places = placesOf(lists, columns);
  const header = headerOf(columns, Number(`1e${digits}`) - 1, places.rows * columns);
  rows.begin(columns, Math.ceil(lists.length / header.pairs) + places.rows);
  for (const [index, { id }] of lists.entries()) header.add(id, (places.starts[index] as number) * cell);
  const first = header.end();
  const writer = new CellWriter(cell);
  for (const { before, references, after } of lists) {
    writer.text(before);
    for (let index = 0; index < references.length; index += 1) {
      writer.reference(references[index] as number, index === 0, index === references.length - 1);
    }
    writer.text(after);
  }
  writer.end();
  return finished(lists.length, first);
}

/** One such list by itself. */
export function listSyntax({ before, references, after }: ReferenceList): string {
  return `${before}[${Array.from(references, (reference) => `${reference} 0 R`).join(" ")}]${after}`;
}

/** The first cell of each list; what stands around references takes rows of its own. */
function placesOf(
  lists: readonly ReferenceList[],
  columns: number,
): { readonly starts: number[]; readonly rows: number } {
  const starts: number[] = [];
  const pastText = (cells: number, text: string): number => {
    if (text === "") return cells;
    return (Math.ceil(cells / CELLS) + Math.ceil(text.length / columns)) * CELLS;
  };
  let cells = 0;
  for (const { before, references, after } of lists) {
    starts.push(before === "" ? cells : Math.ceil(cells / CELLS) * CELLS);
    cells = pastText(pastText(cells, before) + references.length, after);
  }
  return { starts, rows: Math.ceil(cells / CELLS) };
}

class CellWriter {
  readonly #cell: number;
  readonly #columns: number;
  readonly #look: string;
  readonly #ends: readonly FieldEnd[];
  #at = 0;
  #isText = true;

  constructor(cell: number) {
    this.#cell = cell;
    this.#columns = cell * CELLS;
    this.#look = " 0 R ".padStart(cell).repeat(CELLS);
    this.#ends = Array.from({ length: CELLS }, (_, index) => (index + 1) * cell - " 0 R ".length);
  }

  reference(id: number, isFirst: boolean, isLast: boolean): void {
    if (this.#isText) rows.look(this.#look, this.#ends);
    this.#isText = false;
    const start = this.#at * this.#cell;
    rows.put(start, isFirst ? OPEN : SPACE);
    rows.number(this.#at, id);
    rows.put(start + this.#cell - 1, isLast ? CLOSE : SPACE);
    this.#at += 1;
    if (this.#at < CELLS) return;
    this.#at = 0;
    rows.endRow();
  }

  /** In rows of its own. */
  text(text: string): void {
    if (text === "") return;
    this.end();
    for (let from = 0; from < text.length; from += this.#columns) {
      rows.look(text.slice(from, from + this.#columns), []);
      rows.endRow();
    }
    this.#isText = true;
  }

  /** Leaves the rest of a row empty. */
  end(): void {
    if (this.#at === 0) return;
    for (let column = this.#at * this.#cell; column < this.#columns; column += 1) rows.put(column, SPACE);
    rows.endRow();
    this.#at = 0;
    this.#isText = true;
  }
}

const SPACE = 0x20;
const OPEN = 0x5b;
const CLOSE = 0x5d;

interface Header {
  /** Of a row. */
  readonly pairs: number;
  add(id: number, offset: number): void;
  /** Answers how many bytes it takes. */
  end(): number;
}

/** The numbers and offsets of a stream's objects, as many pairs a row as there is room for. */
function headerOf(columns: number, idMax: number, offsetMax: number): Header {
  const idBytes = `${idMax}`.length + 1;
  const pairBytes = idBytes + `${offsetMax}`.length + 1;
  const pairs = Math.max(1, Math.floor(columns / pairBytes));
  const ends = Array.from({ length: pairs }, (_, pair) => [pair * pairBytes + idBytes, (pair + 1) * pairBytes]).flat();
  let written = 0;
  let pair = 0;
  const endRow = (): void => {
    rows.endRow();
    written += columns;
    pair = 0;
  };
  return {
    pairs,
    add(id, offset) {
      if (written === 0 && pair === 0) rows.look("", ends);
      rows.number(pair * 2, id);
      rows.number(pair * 2 + 1, offset);
      pair += 1;
      if (pair === pairs) endRow();
    },
    end() {
      if (pair === 0) return written;
      for (let field = pair * 2; field < pairs * 2; field += 1) rows.blank(field);
      endRow();
      return written;
    },
  };
}

/**
 * Up to so many bytes, some 350 cells, rows are packed once, as other streams are. Longer ones are packed twice, which
 * takes a tenth of the bytes.
 */
const PLAIN_BYTES_MAX = 16_384;

/** Never with a predictor: programs that know it of other streams alone (pdf-lib) lose the structure in silence. */
function finished(count: number, first: number): FinishedStream {
  const written = rows.written();
  const data = { Type: "ObjStm", N: count, First: first };
  if (written.bytes.length <= PLAIN_BYTES_MAX) {
    return { data: { ...data, Filter: "FlateDecode" }, bytes: deflate(unfiltered(written)) };
  }
  return { data: { ...data, Filter: ["FlateDecode", "FlateDecode"] }, bytes: deflateRowsTwice(written) };
}

/** Rows as they are, from what sets each apart from the one above it. */
function unfiltered({ bytes, rowBytes }: RowsOfBytes): Uint8Array {
  const columns = rowBytes - 1;
  const count = bytes.length / rowBytes;
  const plain = new Uint8Array(count * columns);
  for (let row = 0; row < count; row += 1) {
    const [from, to] = [row * rowBytes + 1, row * columns];
    for (let column = 0; column < columns; column += 1) {
      const above = row === 0 ? 0 : (plain[to - columns + column] as number);
      plain[to + column] = above + (bytes[from + column] as number);
    }
  }
  return plain;
}
