import { inflateSync } from "node:zlib";
import fc from "fast-check";
import { expect, test } from "vitest";
import { deflateRows, deflateRowsTwice } from "../../../../../src/plugins/renderers/pdf/deflate.ts";
import { FilteredRows } from "../../../../../src/plugins/renderers/pdf/file/filtered-rows.ts";

/** What PNG's filter 2 leaves of rows, taken off again, as Latin-1. */
function unfiltered(filtered: Uint8Array, columns: number): readonly string[] {
  const rows: string[] = [];
  let above = new Uint8Array(columns);
  for (let start = 0; start < filtered.length; start += columns + 1) {
    expect(filtered[start]).toBe(2);
    above = above.map((byte, column) => byte + (filtered[start + 1 + column] ?? 0));
    rows.push(Buffer.from(above).toString("latin1"));
  }
  return rows;
}

/** Packed as a file has them and unpacked by zlib, which tells a wrong checksum. */
function read(rows: FilteredRows, columns: number): readonly string[] {
  return unfiltered(inflateSync(deflateRows(rows.written())), columns);
}

/** Packed in two rounds, as object streams have them. */
function readTwice(rows: FilteredRows, columns: number): readonly string[] {
  const text = inflateSync(inflateSync(deflateRowsTwice(rows.written()))).toString("latin1");
  return Array.from({ length: text.length / columns }, (_, row) => text.slice(row * columns, (row + 1) * columns));
}

/** Counters such as those of a table's cells: some stand still, some count up by steps and begin again. */
const counters = fc.record({
  start: fc.nat(99_000),
  step: fc.nat(12),
  every: fc.integer({ min: 1, max: 9 }),
  period: fc.integer({ min: 1, max: 500 }),
});

function counted({ start, step, every, period }: { start: number; step: number; every: number; period: number }) {
  return (row: number): number => start + step * (Math.floor(row / every) % period);
}

test("rows of numbers come back as they were written", () => {
  const tables = fc.tuple(fc.array(counters, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 700 }));
  const rows = new FilteredRows();
  fc.assert(
    fc.property(tables, ([fields, count]) => {
      const values = fields.map(counted);
      const text = "       0 R/K".repeat(fields.length);
      const columns = text.length + 3;
      rows.begin(columns, count);
      rows.look(
        text,
        fields.map((_, field) => field * 12 + 6),
      );
      const wanted: string[] = [];
      for (let row = 0; row < count; row += 1) {
        for (const [field, value] of values.entries()) rows.number(field, value(row));
        rows.endRow();
        const said = values.map((value) => `${`${value(row)}`.padStart(6)} 0 R/K`).join("");
        wanted.push(said.slice(0, columns).padEnd(columns));
      }
      expect(read(rows, columns)).toEqual(wanted);
      expect(readTwice(rows, columns)).toEqual(wanted);
    }),
  );
});

test("rows of any width come back from two rounds", () => {
  const rows = new FilteredRows();
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 1200 }), fc.integer({ min: 1, max: 40 }), (columns, count) => {
      const field = Math.min(columns, 7);
      rows.begin(columns, count);
      rows.look("x".repeat(columns), [field]);
      const wanted: string[] = [];
      for (let row = 0; row < count; row += 1) {
        // A number that takes the whole field, so that nothing of the look shines through.
        const number = `${row % 10}`.repeat(field).replace(/^0/, "1");
        rows.number(0, Number(number));
        rows.endRow();
        wanted.push(number.padEnd(columns, "x"));
      }
      expect(readTwice(rows, columns)).toEqual(wanted);
    }),
  );
});

test("what is no printable character is refused by the two rounds, which have no code for it", () => {
  const rows = new FilteredRows();
  rows.begin(4, 1);
  rows.look("a", []);
  rows.put(2, 0x8a);
  rows.endRow();
  expect(() => deflateRowsTwice(rows.written())).toThrow("printable");
});

test("numbers grow shorter, vanish and come again, and looks change between rows", () => {
  const rows = new FilteredRows();
  rows.begin(12, 8);
  rows.look("a      b", [7]);
  for (const value of [99_999, 5, 0, 10]) {
    rows.number(0, value);
    rows.endRow();
  }
  rows.blank(0);
  rows.endRow();
  rows.number(0, 7);
  rows.endRow();
  rows.look("<       >", [4, 8]);
  rows.number(1, 1234);
  rows.put(11, 0x21);
  rows.endRow();
  rows.endRow();
  expect(readTwice(rows, 12)).toEqual(read(rows, 12));
  expect(read(rows, 12)).toEqual([
    "a 99999b    ",
    "a     5b    ",
    "a     0b    ",
    "a    10b    ",
    "a      b    ",
    "a     7b    ",
    "<   1234>  !",
    "<   1234>  !",
  ]);
});

test("bytes of any value come back as they were, in more rows than a block holds tokens for", () => {
  const rows = new FilteredRows();
  rows.begin(40, 2_000);
  let state = 1;
  const wanted: string[] = [];
  for (let row = 0; row < 2_000; row += 1) {
    const bytes = Uint8Array.from({ length: 40 }, () => {
      state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
      return state >>> 24;
    });
    bytes.forEach((byte, column) => {
      rows.put(column, byte);
    });
    rows.endRow();
    wanted.push(Buffer.from(bytes).toString("latin1"));
  }
  expect(read(rows, 40)).toEqual(wanted);
});

test("what was written before decides no byte", () => {
  const table = (rows: FilteredRows): Buffer => {
    rows.begin(20, 300);
    rows.look("          x", [8]);
    for (let row = 0; row < 300; row += 1) {
      rows.number(0, row * 3);
      rows.endRow();
    }
    return Buffer.concat([deflateRows(rows.written()), deflateRowsTwice(rows.written())]);
  };
  const used = new FilteredRows();
  const first = table(used);
  used.begin(5, 3);
  used.put(2, 9);
  used.endRow();
  expect(table(used)).toEqual(first);
  expect(table(new FilteredRows())).toEqual(first);
});
