// Rows that are alike but for a few digits, written as what sets each apart from the one above it: as PNG's filter 2
// leaves them (W3C PNG, §9.2). Only digits that change are touched, so a row of forty bytes costs as much as two or
// three of them.
import type { RowsOfBytes } from "../deflate/row-tokens.ts";

const FILTER_UP = 2;
const SPACE = 0x20;
const ZERO = 0x30;
const HASH_FACTOR = 0x9e3779b1;

/** Where a row has a number: it ends before this column, right-aligned in a room of spaces. */
export type FieldEnd = number;

/** By the hash of a row: 4,096 looks are told apart at a time, and a table has some hundred. */
const SLOT_SHIFT = 20;
/** Looks whose hashes meet are kept beside one another. */
const SLOT_WAYS = 4;

export class FilteredRows {
  #bytes = new Uint8Array(0);
  #looks = new Int32Array(0);
  #columns = 0;
  #rows = 0;
  /** Where the columns of the row at hand begin. */
  #start = 0;
  #hash = 0;
  /** The row at hand as it is. */
  #row = new Uint8Array(0);
  #ends: readonly FieldEnd[] = [];
  /** What stands in each field; -1 where nothing does. */
  #values = new Int32Array(0);
  /** Of the bytes, and of each times its place. */
  #sum = 0;
  #placedSum = 0;
  /** The same of the row at hand, by columns: small integers, which cost less. */
  #rowSum = 0;
  #rowPlacedSum = 0;
  /** The changes of the rows that are the first of their look, and then of the row at hand. */
  #changes = new Int32Array(4096);
  /** Where the changes of the row at hand begin and end. */
  #changesFrom = 0;
  #changesTo = 0;
  /** A row whose columns are written twice says nothing by its changes. */
  #isRewritten = false;
  /** By the hash of a row: the last first of a look; and where its changes begin and end. */
  readonly #slots = new Int32Array(1 << (32 - SLOT_SHIFT));
  readonly #slotFrom = new Int32Array(1 << (32 - SLOT_SHIFT));
  readonly #slotTo = new Int32Array(1 << (32 - SLOT_SHIFT));

  /** Begins anew with at most so many rows of so many columns; rows are zeros until they are written. */
  begin(columns: number, rowsMax: number): void {
    const size = rowsMax * (columns + 1);
    if (this.#bytes.length < size) this.#bytes = new Uint8Array(size);
    else this.#bytes.fill(0, 0, size);
    if (this.#looks.length < rowsMax) this.#looks = new Int32Array(rowsMax);
    this.#columns = columns;
    this.#row = new Uint8Array(columns);
    this.#rows = 0;
    this.#start = 1;
    this.#hash = 0;
    this.#sum = 0;
    this.#placedSum = 0;
    this.#rowSum = 0;
    this.#rowPlacedSum = 0;
    this.#changesFrom = 0;
    this.#changesTo = 0;
    this.#isRewritten = false;
    this.#slots.fill(-1);
  }

  /** Begins a stretch of rows of one look: its text, and where it has numbers. */
  look(text: string, ends: readonly FieldEnd[]): void {
    this.#isRewritten = true;
    for (let column = 0; column < this.#columns; column += 1) {
      this.put(column, column < text.length ? text.charCodeAt(column) : SPACE);
    }
    this.#ends = ends;
    this.#values = new Int32Array(ends.length).fill(-1);
  }

  /** Writes a number below 2^31 where it differs from the row above. */
  number(field: number, value: number): void {
    const before = this.#values[field] as number;
    if (before === value) return;
    this.#values[field] = value;
    let column = this.#ends[field] as number;
    let next = value;
    let last = before;
    do {
      const tens = (next / 10) | 0;
      column -= 1;
      this.put(column, ZERO + next - tens * 10);
      next = tens;
      last = (last / 10) | 0;
    } while (next !== last && next > 0);
    if (next > 0) return;
    for (; last > 0; last = (last / 10) | 0) {
      column -= 1;
      this.put(column, SPACE);
    }
  }

  /** Clears a number. */
  blank(field: number): void {
    let column = this.#ends[field] as number;
    let last = this.#values[field] as number;
    this.#values[field] = -1;
    if (last < 0) return;
    do {
      column -= 1;
      this.put(column, SPACE);
      last = (last / 10) | 0;
    } while (last > 0);
  }

  /** Writes a byte; one of a row's columns is written once, but for the first row of a look. */
  put(column: number, byte: number): void {
    const above = this.#row[column] as number;
    if (above === byte) return;
    this.#row[column] = byte;
    const at = this.#start + column;
    const before = this.#bytes[at] as number;
    const after = (before + byte - above) & 0xff;
    this.#bytes[at] = after;
    this.#rowSum += after - before;
    this.#rowPlacedSum += (after - before) * column;
    const change = (column << 8) | after;
    if (this.#changesTo === this.#changes.length) this.#growChanges();
    this.#changes[this.#changesTo++] = change;
    const hash = Math.imul(this.#hash ^ change, HASH_FACTOR);
    this.#hash = hash ^ (hash >>> 15);
  }

  #growChanges(): void {
    const larger = new Int32Array(this.#changes.length * 2);
    larger.set(this.#changes);
    this.#changes = larger;
  }

  /** Ends the row at hand; the next one is as it is until it is written. */
  endRow(): void {
    const at = this.#start - 1;
    this.#bytes[at] = FILTER_UP;
    this.#sum += FILTER_UP + this.#rowSum;
    this.#placedSum += FILTER_UP * at + this.#rowSum * this.#start + this.#rowPlacedSum;
    this.#rowSum = 0;
    this.#rowPlacedSum = 0;
    this.#looks[this.#rows] = this.#isRewritten ? this.#rows : this.#lookOfRow();
    this.#changesTo = this.#changesFrom;
    this.#isRewritten = false;
    this.#rows += 1;
    this.#hash = 0;
    this.#start += this.#columns + 1;
  }

  /** The first row that changes the same bytes in the same way, as far as it is known. */
  #lookOfRow(): number {
    const home = this.#hash >>> SLOT_SHIFT;
    let slot = home;
    for (let way = 0; way < SLOT_WAYS; way += 1) {
      slot = home ^ way;
      const first = this.#slots[slot] as number;
      if (first < 0) break;
      if (this.#changesAsIn(slot)) return first;
    }
    this.#slots[slot] = this.#rows;
    this.#slotFrom[slot] = this.#changesFrom;
    this.#slotTo[slot] = this.#changesTo;
    this.#changesFrom = this.#changesTo;
    return this.#rows;
  }

  #changesAsIn(slot: number): boolean {
    const changes = this.#changes;
    const from = this.#changesFrom;
    const known = this.#slotFrom[slot] as number;
    const count = this.#changesTo - from;
    if ((this.#slotTo[slot] as number) - known !== count) return false;
    for (let at = 0; at < count; at += 1) if (changes[known + at] !== changes[from + at]) return false;
    return true;
  }

  /** What was written, not copied: it holds until rows begin anew. */
  written(): RowsOfBytes {
    const rowBytes = this.#columns + 1;
    return {
      bytes: this.#bytes.subarray(0, this.#rows * rowBytes),
      rowBytes,
      looks: this.#looks.subarray(0, this.#rows),
      sum: this.#sum,
      placedSum: this.#placedSum,
    };
  }
}

/** For one table after another, each packed before the next begins: one leaves nothing behind that decides a byte. */
export const sharedRows = new FilteredRows();
