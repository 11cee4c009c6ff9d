// Which subroutines the outlines of glyphs call (Adobe Technical Note 5177, "The Type 2 Charstring Format").
import type { CffProgram } from "./cff-program.ts";

export interface UsedSubrs {
  readonly global: ReadonlySet<number>;
  /** Of each font dict. */
  readonly local: readonly ReadonlySet<number>[];
}

/** §4.7: calls are counted from the middle of the array. */
function biasOf(count: number): number {
  if (count < 1240) return 107;
  return count < 33_900 ? 1131 : 32_768;
}

/** Subroutines may call others ten deep; a font that goes on has a circle in it. */
const DEPTH_MAX = 10;

export function markSubrs(program: CffProgram, glyphs: readonly number[]): UsedSubrs {
  const global = new Set<number>();
  const local = program.fontDicts.map(() => new Set<number>());
  for (const glyph of glyphs) {
    const dict = program.dictOf(glyph);
    const walk = new Walk(program, dict, global, local[dict] ?? new Set());
    const charString = program.charStrings[glyph];
    if (charString !== undefined) walk.follow(charString, 0);
  }
  return { global, local };
}

/** Follows one outline as far as needed to know the operand of each call and the length of each hint mask. */
class Walk {
  readonly #program: CffProgram;
  readonly #subrs: readonly Uint8Array[];
  readonly #global: Set<number>;
  readonly #local: Set<number>;
  #stack: number[] = [];
  #hints = 0;

  constructor(program: CffProgram, dict: number, global: Set<number>, local: Set<number>) {
    this.#program = program;
    this.#subrs = program.fontDicts[dict]?.subrs ?? [];
    this.#global = global;
    this.#local = local;
  }

  /** Answers whether the outline goes on after it. */
  follow(code: Uint8Array, depth: number): boolean {
    for (let at = 0; at < code.length; ) {
      const operator = code[at] ?? 0;
      if (operator >= 32 || operator === 28) {
        at = this.#push(code, at);
        continue;
      }
      at += operator === 12 ? 2 : 1;
      switch (operator) {
        case 1:
        case 3:
        case 18:
        case 23:
          this.#countHints();
          break;
        case 19:
        case 20:
          // Hints that stand before a mask need no operator of their own.
          this.#countHints();
          at += Math.ceil(this.#hints / 8);
          break;
        case 10:
          if (!this.#call(this.#subrs, this.#local, depth)) return false;
          break;
        case 29:
          if (!this.#call(this.#program.globalSubrs, this.#global, depth)) return false;
          break;
        case 11:
          return true;
        case 14:
          return false;
        default:
          this.#stack = [];
      }
    }
    return true;
  }

  #push(code: Uint8Array, at: number): number {
    const first = code[at] ?? 0;
    const next = code[at + 1] ?? 0;
    if (first === 28) {
      this.#stack.push(((next << 24) >> 16) | (code[at + 2] ?? 0));
      return at + 3;
    }
    if (first <= 246) {
      this.#stack.push(first - 139);
      return at + 1;
    }
    if (first <= 250) {
      this.#stack.push((first - 247) * 256 + next + 108);
      return at + 2;
    }
    if (first <= 254) {
      this.#stack.push(-(first - 251) * 256 - next - 108);
      return at + 2;
    }
    // 16.16 fixed: never the number of a subroutine, but one operand of a hint.
    this.#stack.push(0);
    return at + 5;
  }

  #countHints(): void {
    this.#hints += this.#stack.length >> 1;
    this.#stack = [];
  }

  #call(subrs: readonly Uint8Array[], used: Set<number>, depth: number): boolean {
    const number = (this.#stack.pop() ?? 0) + biasOf(subrs.length);
    const subr = subrs[number];
    if (subr === undefined || depth >= DEPTH_MAX) return true;
    used.add(number);
    return this.follow(subr, depth + 1);
  }
}
