// Names of which one says a word more than the other: `hotel_fee` for `hotel`, `fee` for `hotel_fee`.
import { digitsOf, narrowed, SHORT_LENGTH } from "./near-name.ts";

/** Declared names that a name may stand for by a word more or less. */
export function namesAkin(name: string, declared: readonly string[]): readonly string[] {
  const own = wordsOf(name);
  return declared.filter((each) => each !== name && digitsOf(each) === digitsOf(name) && areAkin(own, wordsOf(each)));
}

function areAkin(own: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  const [short, long] = own.size < other.size ? [own, other] : [other, own];
  // Words of two letters stand in many names by chance: `to`, `no`.
  if (short.size === long.size || [...short].join("").length < SHORT_LENGTH) return false;
  if ([...short].some((word) => !long.has(word))) return false;
  return ![...long].some((word) => !short.has(word) && OF_ANOTHER_VALUE.has(word));
}

/** Words that make another value of a name: `customer_id` is no customer, `unit_price` no unit. */
const OF_ANOTHER_VALUE = new Set(
  [
    ...["id code no number num key ref hash type kind status state flag is has kana lang language url uri"],
    ...["date time at day month year by from to start end min max first last old new prev previous next"],
    ...[
      "unit rate ratio percent pct currency count qty quantity size sub net gross base tax discount internal external",
    ],
  ].flatMap((words) => words.split(" ")),
);

/** The words of a name: `hotel_fee`, `hotel-fee`, `hotelFee` and `HotelFee` have the same two. */
function wordsOf(name: string): ReadonlySet<string> {
  const parted = narrowed(name)
    .replaceAll(/(?<=[a-z\d])(?=[A-Z])/g, " ")
    .replaceAll(/(?<=[A-Z])(?=[A-Z][a-z])/g, " ");
  return new Set(
    parted
      .toLowerCase()
      .split(/[\s_\-.]+/u)
      .filter((word) => word !== ""),
  );
}
