// How many guesses a password takes whoever knows what people choose: by the estimator zxcvbn.
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";

/** A password takes more guesses than these; sign-in allows some thousand a day, hashes some million on a machine. */
const GUESSES_MIN = 1e9;

/** What stands beside a known name takes as many guesses as six random characters. */
const REST_GUESSES_MIN = 1e6;

/** The time of an estimate grows faster than the text, and nobody guesses so much of it. */
const JUDGED_UNITS_MAX = 64;

const estimator = new ZxcvbnFactory({
  dictionary,
  graphs: adjacencyGraphs,
  maxLength: JUDGED_UNITS_MAX,
  l33tMaxSubstitutions: 20,
});

const leaked: ReadonlySet<string> = new Set(dictionary["passwords-common"].map(String));

/** The signs above the digits 1 to 0, of American and of Japanese keyboards. */
const SIGNS_ABOVE_DIGITS = ["!@#$%^&*()", "!\"#$%&'()"] as const;

/** Whether a text is among those that leaked most often: as it is, with digits and signs around it, or doubled. */
export function isCommon(text: string): boolean {
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  const half = text.slice(0, text.length / 2);
  return leaked.has(text) || leaked.has(core) || (half.repeat(2) === text && leaked.has(half));
}

/** Whether a password takes too few guesses, also where it was typed with the shift key held down. */
export function isEasyToGuess(text: string, words: readonly string[]): boolean {
  const texts = new Set([text, ...SIGNS_ABOVE_DIGITS.map((signs) => withoutShift(text, signs))]);
  return [...texts].some((each) => guessesOf(each, words) < GUESSES_MIN);
}

/** Whether the rest of a password beside known names takes too few guesses. */
export function isWeakRest(rest: string): boolean {
  return guessesOf(rest, []) < REST_GUESSES_MIN;
}

function guessesOf(text: string, words: readonly string[]): number {
  return text === "" ? 0 : estimator.check(text, [...words]).guesses;
}

function withoutShift(text: string, signs: string): string {
  const digitOf = new Map([...signs].map((sign, index) => [sign, String((index + 1) % 10)]));
  return [...text].map((character) => digitOf.get(character) ?? character).join("");
}
