// One look at the texts of a page: whether some of them may read as one, so that `joinedByElement` is asked. Numbers
// alone are kept, and their memory is reused from page to page. Before there was this look, the rule made an object and
// the edges of each number of a page, which was a third of the time that judging the fit of an invoice takes.
import type { Emu } from "../canvas/index.ts";
import { type GlyphRunItem, glyphInk, leadsDown, type OpenDocument, reachesOut } from "../layout/index.ts";
import {
  ALL_JOINTS,
  inHeading,
  JOINTS,
  jointsOfBeginning,
  jointsOfEnd,
  mayBeBlank,
  NUMBER_JOINTS,
} from "./joined-ends.ts";
import {
  boxFromEmu,
  DIGITS_APART_SHARE,
  isForward,
  isHeading,
  LINE_SHARE,
  SHARED_SHARE,
  STEP_EMU,
} from "./joined-texts.ts";

/** The joints of a run's end stand so many places further left than those of its beginning. */
const END = 9;
const IS_DOWN = 1 << 18;
const IS_FORWARD = 1 << 19;
const IS_NAMING = 1 << 20;
/** Points and commas may have space of their own around their ink. Neither digits nor letters have. */
const SPACED = JOINTS.signBefore | JOINTS.signBehind;

/** Of a run: where it begins and ends along its line, where that line lies across, and its size. */
const NUMBERS = 4;
/** For steps of lines that lead across or down: an A4 page has 600 of both. */
const PLACES = 1_024;
const NOBODY = -1;

/** What shows a text, as far as it decides how the text reads: a label with its value, a box to tick with its words. */
type Holder = "pair" | "check" | "other";

export class JoinedLook {
  #numbers = new Float64Array(NUMBERS * 256);
  #traits = new Uint32Array(256);
  #owners = new Int32Array(256);
  #nodes = new Int32Array(256);
  /** The run that came before in the same place. */
  #before = new Int32Array(256);
  /** The run that came last, by the step of its line. */
  readonly #places = new Int32Array(PLACES);
  #runs = 0;
  #structure: OpenDocument["structure"] = [];
  #isFound = false;
  #holder: Holder = "other";

  begin(structure: OpenDocument["structure"]): void {
    this.#places.fill(NOBODY);
    this.#runs = 0;
    this.#structure = structure;
    this.#isFound = false;
  }

  /** Whether two of the runs that were added may read as one. */
  get isFound(): boolean {
    return this.#isFound;
  }

  /** Takes letters that are not blank, of an element that shows texts. */
  add(item: GlyphRunItem, owner: number, holder: Holder): void {
    if (this.#isFound || item.isRuby === true || item.isCombined === true) return;
    this.#holder = holder;
    const { text } = item.run;
    const [first, last] = [text.charCodeAt(0), text.charCodeAt(text.length - 1)];
    if (mayBeBlank(first) || mayBeBlank(last)) {
      const trimmed = text.trim();
      this.#addEnds(item, owner, trimmed, trimmed.length !== text.length);
    } else {
      this.#addEnds(item, owner, text, false);
    }
  }

  #addEnds(item: GlyphRunItem, owner: number, text: string, hasBlanks: boolean): void {
    const isCheck = this.#holder === "check";
    let beginning = isCheck ? JOINTS.box : jointsOfBeginning(text);
    let end = jointsOfEnd(text);
    if (beginning === 0 && end === 0) return;
    const isNumber = ((beginning | end) & NUMBER_JOINTS) !== 0;
    const isNaming = item.isNaming === true;
    if (isNumber && (this.#holder === "pair" || isNaming || isHeading(item.node, this.#structure))) {
      beginning = inHeading(beginning);
      end = inHeading(end);
    }
    if (this.#runs === this.#traits.length) this.#grow();
    const at = this.#runs * NUMBERS;
    const isDown = leadsDown(item);
    // An advance has the spacing behind the last letter in it.
    const isSpaced = hasBlanks || item.letterSpacingEmu !== 0 || ((beginning | end) & SPACED) !== 0;
    if (isDown || isSpaced || (item.rotation ?? 0) !== 0 || reachesOut(item)) this.#stand(at, item, isDown);
    else {
      this.#numbers[at] = item.xEmu;
      this.#numbers[at + 1] = item.xEmu + item.advanceEmu;
      this.#numbers[at + 2] = item.yEmu;
    }
    if (isCheck) this.#numbers[at] = boxFromEmu(item, this.#numbers[at] ?? 0);
    this.#numbers[at + 3] = item.sizeEmu;
    const direction = (isDown ? IS_DOWN : 0) | (isForward(item) ? IS_FORWARD : 0);
    this.#traits[this.#runs] = beginning | (end << END) | direction | (isNaming ? IS_NAMING : 0);
    this.#owners[this.#runs] = owner;
    // Without a structure no node tells the cells of columns apart that a list gives.
    this.#nodes[this.#runs] = item.part === undefined ? item.node : NOBODY - 1 - item.part;
    this.#compare(this.#runs, Math.floor((this.#numbers[at + 2] ?? 0) / STEP_EMU));
  }

  #stand(at: number, item: GlyphRunItem, isDown: boolean): void {
    const { leftEmu, topEmu, rightEmu, bottomEmu } = glyphInk(item);
    this.#numbers[at] = isDown ? topEmu : leftEmu;
    this.#numbers[at + 1] = isDown ? bottomEmu : rightEmu;
    this.#numbers[at + 2] = isDown ? (leftEmu + rightEmu) / 2 : item.yEmu;
  }

  /** Compares a run with those on its line and the lines beside it, and keeps it there. */
  #compare(run: number, step: number): void {
    for (let beside = step - 1; beside <= step + 1; beside += 1) {
      let other = this.#places[beside & (PLACES - 1)] ?? NOBODY;
      for (; other !== NOBODY && !this.#isFound; other = this.#before[other] ?? NOBODY) {
        this.#isFound = this.#mayMeet(run, other);
      }
    }
    const place = step & (PLACES - 1);
    this.#before[run] = this.#places[place] ?? NOBODY;
    this.#places[place] = run;
    this.#runs += 1;
  }

  #mayMeet(one: number, other: number): boolean {
    const unlike = (this.#traits[one] ?? 0) ^ (this.#traits[other] ?? 0);
    if ((unlike & (IS_DOWN | IS_FORWARD)) !== 0) return false;
    const isOneOwner = this.#owners[one] === this.#owners[other] && (unlike & IS_NAMING) === 0;
    if (isOneOwner && this.#nodes[one] === this.#nodes[other]) return false;
    const numbers = this.#numbers;
    const [at, otherAt] = [one * NUMBERS, other * NUMBERS];
    const sizeEmu = Math.min(numbers[at + 3] ?? 0, numbers[otherAt + 3] ?? 0);
    if (Math.abs((numbers[at + 2] ?? 0) - (numbers[otherAt + 2] ?? 0)) > sizeEmu * LINE_SHARE) return false;
    return this.#follows(one, other, sizeEmu) || this.#follows(other, one, sizeEmu);
  }

  /** Whether the beginning of the second one, just behind the first one, may read as one with its end. */
  #follows(one: number, other: number, sizeEmu: Emu): boolean {
    const [before, after] = [this.#traits[one] ?? 0, this.#traits[other] ?? 0];
    if (((before >> END) & after & ALL_JOINTS) === 0) return false;
    const [at, otherAt] = [one * NUMBERS, other * NUMBERS];
    const apartEmu =
      (before & IS_FORWARD) !== 0
        ? (this.#numbers[otherAt] ?? 0) - (this.#numbers[at + 1] ?? 0)
        : (this.#numbers[at] ?? 0) - (this.#numbers[otherAt + 1] ?? 0);
    // Words stand nearer than digits to read as one: that is for the rule to ask.
    return apartEmu >= -sizeEmu * SHARED_SHARE && apartEmu < sizeEmu * DIGITS_APART_SHARE;
  }

  #grow(): void {
    const length = this.#traits.length * 2;
    this.#numbers = grown(this.#numbers, new Float64Array(length * NUMBERS));
    this.#traits = grown(this.#traits, new Uint32Array(length));
    this.#owners = grown(this.#owners, new Int32Array(length));
    this.#nodes = grown(this.#nodes, new Int32Array(length));
    this.#before = grown(this.#before, new Int32Array(length));
  }
}

function grown<Numbers extends Float64Array | Uint32Array | Int32Array>(from: Numbers, into: Numbers): Numbers {
  into.set(from);
  return into;
}
