// The Type 2 charstring interpreter (Adobe Technical Note 5177): a glyph's program → path data. Hints are skipped.
import { i16, PathData, u8, u16 } from "./sfnt-bytes.ts";

export interface CharstringSet {
  readonly globalSubroutines: readonly Uint8Array[];
  readonly localSubroutines: readonly Uint8Array[];
}

/** The note's own limit of nested calls. */
const CALLS_MAX = 10;

const ONE_FIXED = 65_536;

/** The path data of one glyph; what is no Type 2 program ends where it stops making sense. */
export function runCharstring(program: Uint8Array, set: CharstringSet): string {
  const machine = new CharstringMachine(set);
  machine.run(program, 0);
  return machine.path();
}

class CharstringMachine {
  readonly #set: CharstringSet;
  readonly #path = new PathData();
  #stack: number[] = [];
  #x = 0;
  #y = 0;
  #hints = 0;
  #isOpen = false;
  #ended = false;

  constructor(set: CharstringSet) {
    this.#set = set;
  }

  path(): string {
    this.#close();
    return this.#path.toString();
  }

  run(program: Uint8Array, depth: number): void {
    for (let at = 0; at < program.length && !this.#ended; ) {
      const byte = u8(program, at);
      if (byte === 28 || byte >= 32) {
        at += this.#push(program, at, byte);
        continue;
      }
      at += 1;
      switch (byte) {
        case 10:
          this.#call(this.#set.localSubroutines, depth);
          break;
        case 29:
          this.#call(this.#set.globalSubroutines, depth);
          break;
        case 11:
          return;
        case 12:
          this.#flex(u8(program, at));
          at += 1;
          break;
        case 19:
        case 20:
          this.#countHints();
          at += (this.#hints + 7) >> 3;
          break;
        default:
          this.#operate(byte);
      }
    }
  }

  #push(program: Uint8Array, at: number, byte: number): number {
    if (byte === 28) {
      this.#stack.push(i16(program, at + 1));
      return 3;
    }
    if (byte <= 246) {
      this.#stack.push(byte - 139);
      return 1;
    }
    if (byte === 255) {
      this.#stack.push(((u16(program, at + 1) << 16) | u16(program, at + 3)) / ONE_FIXED);
      return 5;
    }
    const next = u8(program, at + 1);
    this.#stack.push(byte <= 250 ? (byte - 247) * 256 + next + 108 : -(byte - 251) * 256 - next - 108);
    return 2;
  }

  #call(subroutines: readonly Uint8Array[], depth: number): void {
    const bias = subroutines.length < 1240 ? 107 : subroutines.length < 33_900 ? 1131 : 32_768;
    const program = subroutines[(this.#stack.pop() ?? 0) + bias];
    if (program !== undefined && depth < CALLS_MAX) this.run(program, depth + 1);
  }

  #countHints(): void {
    this.#hints += this.#stack.length >> 1;
    this.#stack = [];
  }

  #operate(operator: number): void {
    const stack = this.#stack;
    switch (operator) {
      case 1:
      case 3:
      case 18:
      case 23:
        return this.#countHints();
      case 4:
        this.#move(0, stack.at(-1) ?? 0);
        break;
      case 21:
        this.#move(stack.at(-2) ?? 0, stack.at(-1) ?? 0);
        break;
      case 22:
        this.#move(stack.at(-1) ?? 0, 0);
        break;
      case 5:
        this.#lines(0, stack.length);
        break;
      case 6:
      case 7:
        stack.forEach((length, index) => {
          const isHorizontal = (operator === 6) === (index % 2 === 0);
          this.#line(isHorizontal ? length : 0, isHorizontal ? 0 : length);
        });
        break;
      case 8:
        this.#curves(0, stack.length);
        break;
      case 24:
        this.#curves(0, stack.length - 2);
        this.#lines(stack.length - 2, stack.length);
        break;
      case 25:
        this.#lines(0, stack.length - 6);
        this.#curves(stack.length - 6, stack.length);
        break;
      case 26:
        this.#straightCurves(false);
        break;
      case 27:
        this.#straightCurves(true);
        break;
      case 30:
      case 31:
        this.#alternatingCurves(operator === 31);
        break;
      case 14:
        this.#ended = true;
        break;
      default:
    }
    this.#stack = [];
  }

  #at(index: number): number {
    return this.#stack[index] ?? 0;
  }

  #move(right: number, up: number): void {
    this.#close();
    this.#x += right;
    this.#y += up;
    this.#path.add("M", this.#x, this.#y);
    this.#isOpen = true;
  }

  #close(): void {
    if (this.#isOpen) this.#path.close();
    this.#isOpen = false;
  }

  #line(right: number, up: number): void {
    this.#x += right;
    this.#y += up;
    this.#path.add("L", this.#x, this.#y);
  }

  #lines(from: number, to: number): void {
    for (let at = from; at + 2 <= to; at += 2) this.#line(this.#at(at), this.#at(at + 1));
  }

  #curve(dx1: number, dy1: number, dx2: number, dy2: number, dx3: number, dy3: number): void {
    const [x1, y1] = [this.#x + dx1, this.#y + dy1];
    const [x2, y2] = [x1 + dx2, y1 + dy2];
    this.#x = x2 + dx3;
    this.#y = y2 + dy3;
    this.#path.add("C", x1, y1, x2, y2, this.#x, this.#y);
  }

  #curves(from: number, to: number): void {
    for (let at = from; at + 6 <= to; at += 6) {
      const [a, b, c, d, e, f] = [0, 1, 2, 3, 4, 5].map((index) => this.#at(at + index));
      this.#curve(a ?? 0, b ?? 0, c ?? 0, d ?? 0, e ?? 0, f ?? 0);
    }
  }

  /** `hhcurveto` and `vvcurveto`: curves that start and end along one axis. */
  #straightCurves(isHorizontal: boolean): void {
    let at = this.#stack.length % 4;
    let aside = at === 0 ? 0 : this.#at(0);
    for (; at + 4 <= this.#stack.length; at += 4) {
      const [first, dx, dy, last] = [this.#at(at), this.#at(at + 1), this.#at(at + 2), this.#at(at + 3)];
      if (isHorizontal) this.#curve(first, aside, dx, dy, last, 0);
      else this.#curve(aside, first, dx, dy, 0, last);
      aside = 0;
    }
  }

  /** `hvcurveto` and `vhcurveto`: curves that start along one axis and end along the other, in turn. */
  #alternatingCurves(startsHorizontal: boolean): void {
    const count = this.#stack.length;
    let isHorizontal = startsHorizontal;
    for (let at = 0; at + 4 <= count; at += 4) {
      const [first, dx, dy, last] = [this.#at(at), this.#at(at + 1), this.#at(at + 2), this.#at(at + 3)];
      const aside = count - at === 5 ? this.#at(at + 4) : 0;
      if (isHorizontal) this.#curve(first, 0, dx, dy, aside, last);
      else this.#curve(0, first, dx, dy, last, aside);
      isHorizontal = !isHorizontal;
    }
  }

  /** The four kinds of flex are two curves each; the other two-byte operators are arithmetic, which no outline uses. */
  #flex(operator: number): void {
    const value = (index: number): number => this.#at(index);
    if (operator === 34) {
      this.#curve(value(0), 0, value(1), value(2), value(3), 0);
      this.#curve(value(4), 0, value(5), -value(2), value(6), 0);
    } else if (operator === 35) {
      this.#curves(0, 12);
    } else if (operator === 36) {
      const up = value(1) + value(3);
      this.#curve(value(0), value(1), value(2), value(3), value(4), 0);
      this.#curve(value(5), 0, value(6), value(7), value(8), -(up + value(7)));
    } else if (operator === 37) {
      const right = value(0) + value(2) + value(4) + value(6) + value(8);
      const up = value(1) + value(3) + value(5) + value(7) + value(9);
      const endsAcross = Math.abs(right) > Math.abs(up);
      this.#curves(0, 6);
      const [dx, dy] = endsAcross ? [value(10), -up] : [-right, value(10)];
      this.#curve(value(6), value(7), value(8), value(9), dx, dy);
    }
    this.#stack = [];
  }
}
