// Random data, mostly at the limits of what a form declares to take.
import fc from "fast-check";

export const limit = (min: number, max: number): fc.Arbitrary<number> =>
  fc.oneof(fc.constantFrom(min, max), fc.integer({ min, max }));

/** Lists of up to so many words, mostly none or as many. */
export const lists = <Entry>(entry: fc.Arbitrary<Entry>, most: number): fc.Arbitrary<Entry[]> =>
  limit(0, most).chain((length) => fc.array(entry, { minLength: length, maxLength: length }));

export const bounds = fc.record({
  low: fc.constantFrom(0, -9, -999, -99_999),
  high: fc.constantFrom(9, 999, 9_999, 999_999),
});
