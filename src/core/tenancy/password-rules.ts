/** Why a password can't be chosen (NIST SP 800-63B-4 §3.1.1.2). */
export type PasswordProblem = "too_short" | "too_long" | "common" | "predictable";

/** What everybody knows of the person who chooses a password. */
export interface PasswordOwner {
  readonly email: string;
  /** Names of their organizations and of the service. */
  readonly names: readonly string[];
}

/** A password alone opens an account here; 12 characters are within the standard, which asks for at least 8. */
export const PASSWORD_CHARACTERS_MIN = 12;

/** Passphrases fit many times over (the standard asks for at least 64); longer ones would only buy hashing time. */
export const PASSWORD_CHARACTERS_MAX = 256;

/** The product's own name, which an attacker tries with the first. */
const PRODUCT = "platen";

/** A shorter word counts only where it stands by itself: "ken" is in "broken", and "jp" is everywhere. */
const WORD_CHARACTERS_MIN = 4;

/** Words of Chinese characters and kana are shorter. */
const CJK_WORD_CHARACTERS_MIN = 2;

/** What every company is called says nothing about one of them. */
const LEGAL_FORMS =
  /株式会社|有限会社|合同会社|合資会社|合名会社|\b(?:inc|ltd|llc|corp|corporation|company|co|gmbh)\b/gu;

/**
 * Judges a password that somebody chooses: its length, and how many guesses an attacker needs who knows what leaked
 * before, how keyboards are laid out, and what the person and their organizations are called. It is judged as a whole,
 * and by what is left of it beside those names. No rule asks for kinds of characters, as the standard advises. Null
 * where it can be chosen.
 */
export async function passwordProblem(password: string, owner: PasswordOwner): Promise<PasswordProblem | null> {
  const characters = [...password.normalize("NFC")];
  if (characters.length < PASSWORD_CHARACTERS_MIN) return "too_short";
  if (characters.length > PASSWORD_CHARACTERS_MAX) return "too_long";
  // Loaded when somebody chooses a password, which is seldom: it holds 57,000 words.
  const { isCommon, isEasyToGuess, isWeakRest } = await import("./password-guesses.ts");
  const text = plain(password);
  const words = wordsOf(owner);
  const rest = restBeside(text, words);
  if (rest !== text && isWeakRest(rest)) return "predictable";
  if (isCommon(text)) return "common";
  return isEasyToGuess(text, words) ? "predictable" : null;
}

/** One form for texts that look alike or differ in case alone. */
function plain(text: string): string {
  return text.normalize("NFKC").toLowerCase();
}

/** All names of a person and around them, whole and in parts, the longest first. */
function wordsOf({ email, names }: PasswordOwner): readonly string[] {
  const texts = [email, ...names].map(plain);
  const wholes = texts.flatMap((text) => [text, text.replaceAll(LEGAL_FORMS, " ").trim()]);
  const [local = ""] = plain(email).split("@");
  const parts = wholes.flatMap((text) => [...lettersIn(text), lettersIn(text).join("")]);
  const words = new Set([PRODUCT, local, ...wholes, ...parts].filter((word) => [...word].length > 1));
  return [...words].toSorted((a, b) => b.length - a.length);
}

function lettersIn(text: string): readonly string[] {
  return text.split(/[^\p{L}\p{N}]+/u).filter((part) => part !== "");
}

/** What is left of a text without the words that its owner is known by: the text itself where there are none in it. */
function restBeside(text: string, words: readonly string[]): string {
  const without = words.filter(isLong).reduce((left, word) => left.replaceAll(word, " "), text);
  const known = new Set(words);
  const left = lettersIn(without).filter((part) => !known.has(part));
  const isUntouched = without === text && left.length === lettersIn(text).length;
  return isUntouched ? text : left.join(" ");
}

function isLong(word: string): boolean {
  return (
    [...word].length >=
    (/^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}ー]+$/u.test(word) ? CJK_WORD_CHARACTERS_MIN : WORD_CHARACTERS_MIN)
  );
}
