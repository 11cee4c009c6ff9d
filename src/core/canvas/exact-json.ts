// Numbers of a schema in all of their digits: those that are no doubles stand in it as the text of their digits.

/** `JSON.parse` with the source text of numbers, and values that `JSON.stringify` writes as they are (ECMA-262). */
interface ExactJson {
  parse(text: string, revive: (key: string, value: unknown, context: { readonly source?: string }) => unknown): unknown;
  rawJSON(text: string): object;
}

const JSON_WITH_SOURCE = JSON as unknown as ExactJson;

/** A number of a schema: a double where that is the same number, else its digits as they are. */
export function exactNumber(digits: string): unknown {
  const number = Number(digits);
  return String(number) === plainDigits(digits) ? number : JSON_WITH_SOURCE.rawJSON(digits);
}

/** The value of a JSON text, whose numbers are exact. */
export function exactJson(text: string): unknown {
  return JSON_WITH_SOURCE.parse(text, (_, value, { source }) =>
    typeof value === "number" && source !== undefined ? exactNumber(source) : value,
  );
}

/** Digits as a double of that value is written: without zeros that say nothing. */
function plainDigits(digits: string): string {
  const [whole = "", fraction = ""] = digits.split(".");
  const rest = fraction.replace(/0+$/, "");
  return rest === "" ? (whole === "-0" ? "0" : whole) : `${whole}.${rest}`;
}
