// Code points of a text, read unit by unit. `String.prototype.codePointAt` is not used: once V8 (Node 20 to 26) has
// compiled a loop over a text, it may answer half of a pair, or a pair of which the text holds one half alone.

const { charCodeAt } = String.prototype;

const HIGH_FIRST = 0xd800;
const LOW_FIRST = 0xdc00;
const LOW_LAST = 0xdfff;

/**
 * The code point that begins at an index; a lone half of a pair is its own, and beyond the end it is 0. The method is
 * called by itself: where an engine has met many kinds of strings, looking it up costs more than the answer.
 */
export function codePointIn(text: string, index: number): number {
  const unit = charCodeAt.call(text, index);
  if (unit >= HIGH_FIRST && unit < LOW_FIRST) {
    const low = charCodeAt.call(text, index + 1);
    if (low >= LOW_FIRST && low <= LOW_LAST) return (unit - HIGH_FIRST) * 0x400 + (low - LOW_FIRST) + 0x10000;
    return unit;
  }
  return unit >= 0 ? unit : 0;
}
