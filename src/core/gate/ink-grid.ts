// The inks of one page where they stand, in bands, so that each is compared with its neighbours only. Numbers alone are
// kept, and their memory is reused from page to page. Edges are read one by one: taken apart from arrays, they left
// 57 KB a page to the collector, three quarters of what judging the fit left to it.
import type { Emu } from "../canvas/index.ts";

/** Other inks of its kind may not lie on it. */
export const COMPARED = 1;
/** Letters: what is opaque may not be painted over them. */
export const LETTERS = 2;
/** Bars of a code: nor may it be painted over these, and thinner lines hide them. */
export const BARS = 4;
/** Something drawn: nor may anything opaque be painted over it. */
export const DRAWN = 8;
/** A border, rule or area: what is opaque may not be painted over the middle of one of its sides. */
export const SHAPE = 16;
/** Of a shape whose sides are no straight lines along the page: what is opaque may not meet it. */
export const MEETING = 32;

/** Letters of one element may touch, and marks stand over letters: more than a fifth of their size is no design. */
export const OWN_TOUCH_SHARE = 0.2;
/** Lines of one element: kanji are higher than the ink that is reckoned with, and a line height of 0.7 mingles them. */
export const LINES_TOUCH_SHARE = 0.14;

/** What runs no farther from the reckoned ink of letters than this part of its smaller side may meet their outlines. */
export const NEAR_SHARE = 0.2;

/** A few millimetres of a page each, so that a band holds about a row. */
const BANDS = 64;
const NOBODY = -1;

export class InkGrid {
  readonly #touchEmu: Emu;
  readonly #lineShareOfCodes: number;
  #hasBars = false;
  #hasDrawn = false;
  #hasShapes = false;
  /** The smaller side of the largest letters. */
  #sideMost = 0;
  #edges = new Float64Array(4 * 512);
  #owners = new Int32Array(512);
  #traits = new Uint8Array(512);
  #next = new Int32Array(4 * 512);
  #inkOfNext = new Int32Array(4 * 512);
  readonly #bands = new Int32Array(BANDS);
  #inks = 0;
  #links = 0;
  #bandEmu = 1;
  #left: Emu = 0;
  #top: Emu = 0;
  #right: Emu = 0;
  #bottom: Emu = 0;

  /**
   * Inks that reach no more than `touchEmu` into one another lie apart; a cover thinner than one of `lineShareOfCodes`
   * parts is a line to codes.
   */
  constructor(touchEmu: Emu, lineShareOfCodes: number) {
    this.#touchEmu = touchEmu;
    this.#lineShareOfCodes = lineShareOfCodes;
  }

  begin(heightEmu: Emu): void {
    this.#inks = 0;
    this.#links = 0;
    this.#hasBars = false;
    this.#hasDrawn = false;
    this.#hasShapes = false;
    this.#sideMost = 0;
    this.#bands.fill(NOBODY);
    this.#bandEmu = Math.max(1, Math.ceil(heightEmu / BANDS));
  }

  /** What `add`, `isOnBars` and `someLettersNear` are about. */
  stand(left: Emu, top: Emu, right: Emu, bottom: Emu): void {
    this.#left = left;
    this.#top = top;
    this.#right = right;
    this.#bottom = bottom;
  }

  /**
   * Remembers an ink. Answers whether it is compared, and one that is compared lies there already: of another owner, or
   * letters of its own on most of its letters.
   */
  add(owner: number, traits: number): boolean {
    const ink = this.#inks++;
    if (this.#inks > this.#owners.length) this.#grow();
    const at = ink * 4;
    this.#edges[at] = this.#left;
    this.#edges[at + 1] = this.#top;
    this.#edges[at + 2] = this.#right;
    this.#edges[at + 3] = this.#bottom;
    this.#owners[ink] = owner;
    this.#traits[ink] = traits;
    if ((traits & LETTERS) !== 0)
      this.#sideMost = Math.max(this.#sideMost, Math.min(this.#right - this.#left, this.#bottom - this.#top));
    if ((traits & BARS) !== 0) this.#hasBars = true;
    if ((traits & DRAWN) !== 0) this.#hasDrawn = true;
    if ((traits & SHAPE) !== 0) this.#hasShapes = true;
    let meets = false;
    const last = this.#bandOf(this.#bottom);
    for (let band = this.#bandOf(this.#top); band <= last; band += 1) {
      if ((traits & COMPARED) !== 0 && !meets)
        meets = this.#meets(band, owner, COMPARED, 0) || this.#meetsOwn(band, owner, traits);
      if (this.#links === this.#next.length) this.#growLinks();
      this.#next[this.#links] = this.#bands[band] ?? NOBODY;
      this.#inkOfNext[this.#links] = ink;
      this.#bands[band] = this.#links;
      this.#links += 1;
    }
    return meets;
  }

  /** Whether bars of a code lie there already, and what stands there is no line to them. */
  isOnBars(): boolean {
    if (!this.#hasBars) return false;
    const thickness = Math.min(this.#right - this.#left, this.#bottom - this.#top);
    const last = this.#bandOf(this.#bottom);
    for (let band = this.#bandOf(this.#top); band <= last; band += 1) {
      if (this.#meets(band, NOBODY, BARS, thickness * this.#lineShareOfCodes)) return true;
    }
    return false;
  }

  /** Whether something drawn by another owner, or a piece of it, lies there already. */
  isOnDrawn(owner: number): boolean {
    if (!this.#hasDrawn) return false;
    const last = this.#bandOf(this.#bottom);
    for (let band = this.#bandOf(this.#top); band <= last; band += 1) {
      if (this.#meets(band, owner, DRAWN, 0)) return true;
    }
    return false;
  }

  get hasShapes(): boolean {
    return this.#hasShapes;
  }

  /** Whether what stands there lies on the middle of a side of a shape whose owner passes `judge`. */
  isOnShape(judge: (owner: number) => boolean): boolean {
    const last = this.#bandOf(this.#bottom);
    for (let band = this.#bandOf(this.#top); band <= last; band += 1) {
      for (let link = this.#bands[band] ?? NOBODY; link !== NOBODY; link = this.#next[link] ?? NOBODY) {
        const other = this.#inkOfNext[link] ?? 0;
        const traits = this.#traits[other] ?? 0;
        if ((traits & SHAPE) === 0) continue;
        if (this.#holdsMiddle(other * 4, (traits & MEETING) !== 0) && judge(this.#owners[other] ?? 0)) return true;
      }
    }
    return false;
  }

  #holdsMiddle(at: number, isMeeting: boolean): boolean {
    const left = this.#edges[at] ?? 0;
    const top = this.#edges[at + 1] ?? 0;
    const right = this.#edges[at + 2] ?? 0;
    const bottom = this.#edges[at + 3] ?? 0;
    if (this.#left > right || this.#right < left || this.#top > bottom || this.#bottom < top) return false;
    if (isMeeting) return true;
    const [x, y] = [(left + right) / 2, (top + bottom) / 2];
    const isAcross = this.#left <= x && this.#right >= x;
    const isDown = this.#top <= y && this.#bottom >= y;
    const isOnSide = isDown && (this.#left <= left || this.#right >= right);
    return isOnSide || (isAcross && (this.#top <= top || this.#bottom >= bottom));
  }

  /** The number of the ink that was added last: the first of a page is 0. */
  get last(): number {
    return this.#inks - 1;
  }

  /**
   * Whether one of the letters near what stands there passes `judge`, which is asked once of each: by the number of the
   * ink, and whether it is the owner's own.
   */
  someLettersNear(owner: number, judge: (ink: number, isOwn: boolean) => boolean): boolean {
    const edges = this.#edges;
    const slackMost = this.#sideMost * NEAR_SHARE;
    const first = this.#bandOf(this.#top - slackMost);
    const last = this.#bandOf(this.#bottom + slackMost);
    for (let band = first; band <= last; band += 1) {
      for (let link = this.#bands[band] ?? NOBODY; link !== NOBODY; link = this.#next[link] ?? NOBODY) {
        const other = this.#inkOfNext[link] ?? 0;
        if (((this.#traits[other] ?? 0) & LETTERS) === 0) continue;
        const at = other * 4;
        const left = edges[at] ?? 0;
        const top = edges[at + 1] ?? 0;
        const right = edges[at + 2] ?? 0;
        const bottom = edges[at + 3] ?? 0;
        const slack = Math.min(right - left, bottom - top) * NEAR_SHARE;
        if (
          this.#left < right + slack &&
          this.#right > left - slack &&
          this.#top < bottom + slack &&
          this.#bottom > top - slack &&
          band === Math.max(first, this.#bandOf(top)) &&
          judge(other, this.#owners[other] === owner)
        )
          return true;
      }
    }
    return false;
  }

  /** `sideMost`: letters whose smaller side is larger are passed over; 0: none are. */
  #meets(band: number, owner: number, trait: number, sideMost: number): boolean {
    const touch = this.#touchEmu;
    const edges = this.#edges;
    for (let link = this.#bands[band] ?? NOBODY; link !== NOBODY; link = this.#next[link] ?? NOBODY) {
      const other = this.#inkOfNext[link] ?? 0;
      if (((this.#traits[other] ?? 0) & trait) === 0 || this.#owners[other] === owner) continue;
      const at = other * 4;
      const left = edges[at] ?? 0;
      const top = edges[at + 1] ?? 0;
      const right = edges[at + 2] ?? 0;
      const bottom = edges[at + 3] ?? 0;
      if (
        this.#right - left > touch &&
        right - this.#left > touch &&
        this.#bottom - top > touch &&
        bottom - this.#top > touch &&
        (sideMost === 0 || Math.min(right - left, bottom - top) <= sideMost)
      )
        return true;
    }
    return false;
  }

  /** Whether letters of the same owner lie on these by more than a share of the smaller one. */
  #meetsOwn(band: number, owner: number, traits: number): boolean {
    if ((traits & LETTERS) === 0) return false;
    const edges = this.#edges;
    for (let link = this.#bands[band] ?? NOBODY; link !== NOBODY; link = this.#next[link] ?? NOBODY) {
      const other = this.#inkOfNext[link] ?? 0;
      if (this.#owners[other] !== owner || ((this.#traits[other] ?? 0) & LETTERS) === 0) continue;
      const at = other * 4;
      const left = edges[at] ?? 0;
      const top = edges[at + 1] ?? 0;
      const right = edges[at + 2] ?? 0;
      const bottom = edges[at + 3] ?? 0;
      const height = Math.min(this.#bottom, bottom) - Math.max(this.#top, top);
      if (height <= 0) continue;
      const width = Math.min(this.#right, right) - Math.max(this.#left, left);
      const own = Math.min(this.#right - this.#left, this.#bottom - this.#top);
      const touch = LINES_TOUCH_SHARE * Math.min(own, right - left, bottom - top);
      if (width > touch && height > touch) return true;
    }
    return false;
  }

  #bandOf(emu: Emu): number {
    return Math.max(0, Math.min(BANDS - 1, Math.floor(emu / this.#bandEmu)));
  }

  #grow(): void {
    const edges = new Float64Array(this.#edges.length * 2);
    edges.set(this.#edges);
    this.#edges = edges;
    const owners = new Int32Array(this.#owners.length * 2);
    owners.set(this.#owners);
    this.#owners = owners;
    const traits = new Uint8Array(this.#traits.length * 2);
    traits.set(this.#traits);
    this.#traits = traits;
  }

  #growLinks(): void {
    const next = new Int32Array(this.#next.length * 2);
    next.set(this.#next);
    this.#next = next;
    const inks = new Int32Array(this.#inkOfNext.length * 2);
    inks.set(this.#inkOfNext);
    this.#inkOfNext = inks;
  }
}
