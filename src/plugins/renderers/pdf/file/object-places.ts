// Where each object of a file is (ISO 32000-1 §7.5.4 and §7.5.8): numbers in columns, as a tagged table has one for
// each of its cells.
import type { FilteredRows } from "./filtered-rows.ts";

/** What stands for the index of an object that is in no stream, and of one that was not written yet. */
const AT_OFFSET = -1;
const NOWHERE = -2;

const FREE = 0;
const PLAIN = 1;
const COMPRESSED = 2;

export class ObjectPlaces {
  /** The offset of an object, or the stream that it is in. */
  #places = new Float64Array(256);
  #indexes = new Int32Array(256).fill(NOWHERE);

  setOffset(id: number, offset: number): void {
    this.set(id, offset, AT_OFFSET);
  }

  set(id: number, place: number, index: number): void {
    this.#reserve(id + 1);
    this.#places[id] = place;
    this.#indexes[id] = index;
  }

  /** Objects one after another in one stream. */
  setStream(firstId: number, count: number, stream: number): void {
    this.#reserve(firstId + count);
    this.#places.fill(stream, firstId, firstId + count);
    for (let index = 0; index < count; index += 1) this.#indexes[firstId + index] = index;
  }

  offsetOf(id: number): number {
    if (this.#indexes[id] !== AT_OFFSET) throw missing(id);
    return this.#places[id] as number;
  }

  /** The rows of a table up to the last object: a type, an offset or a stream, and an index. */
  write(rows: FilteredRows, lastId: number, widths: readonly [number, number, number]): void {
    const middle = widths[0];
    const end = middle + widths[1];
    const writeRow = (type: number, place: number, index: number): void => {
      rows.put(0, type);
      let rest = place;
      for (let column = end - 1; column >= middle; column -= 1) {
        rows.put(column, rest & 0xff);
        rest >>>= 8;
      }
      rows.put(end, (index >>> 8) & 0xff);
      rows.put(end + 1, index & 0xff);
      rows.endRow();
    };
    writeRow(FREE, 0, 0xffff);
    for (let id = 1; id <= lastId; id += 1) {
      const index = this.#indexes[id] ?? NOWHERE;
      if (index === NOWHERE) throw missing(id);
      if (index === AT_OFFSET) writeRow(PLAIN, this.#places[id] as number, 0);
      else writeRow(COMPRESSED, this.#places[id] as number, index);
    }
  }

  #reserve(count: number): void {
    const held = this.#indexes.length;
    if (count <= held) return;
    const size = Math.max(count, held * 2);
    const places = new Float64Array(size);
    places.set(this.#places);
    this.#places = places;
    const indexes = new Int32Array(size).fill(NOWHERE, held);
    indexes.set(this.#indexes);
    this.#indexes = indexes;
  }
}

function missing(id: number): Error {
  return new Error(`object ${id} was named, but never written`);
}
