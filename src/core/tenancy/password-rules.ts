/** Why a password can't be chosen (NIST SP 800-63B-4 §3.1.1.2). */
export type PasswordProblem = "too_short" | "too_long" | "common" | "predictable";

/** A password alone opens an account here; 12 characters are within the standard, which asks for at least 8. */
export const PASSWORD_CHARACTERS_MIN = 12;

/** Passphrases fit many times over (the standard asks for at least 64); longer ones would only buy hashing time. */
export const PASSWORD_CHARACTERS_MAX = 256;

/** What is left of a password without its repetitions must be more than a short pattern. */
const DISTINCT_CHARACTERS_MIN = 5;

/** Shorter commonplaces inside of a password do not tell anything about the rest. */
const WORD_CHARACTERS_MIN = 4;

/** How much a password must hold beside a word that anybody would try first. */
const REST_CHARACTERS_MIN = 6;

/** What an attacker tries first: the service's own name, and what the account is called. */
const OWN_WORDS = ["platen"];

/**
 * Judges a password that somebody chooses: its length, and whether it is what an attacker tries first. No rule asks for
 * kinds of characters, as the standard advises. Null where it can be chosen.
 */
export async function passwordProblem(password: string, email: string): Promise<PasswordProblem | null> {
  const characters = [...password.normalize("NFC")];
  if (characters.length < PASSWORD_CHARACTERS_MIN) return "too_short";
  if (characters.length > PASSWORD_CHARACTERS_MAX) return "too_long";
  const lower = password.normalize("NFKC").toLowerCase();
  if (isPattern(lower) || restsOnWord(lower, wordsOf(email))) return "predictable";
  return (await isCommon(lower)) ? "common" : null;
}

/** One character or a short piece over and over, or a run along the alphabet or the digits. */
function isPattern(text: string): boolean {
  if (new Set(text).size < DISTINCT_CHARACTERS_MIN) return true;
  for (let length = 1; length <= text.length / 3; length += 1) {
    if (
      text ===
      text
        .slice(0, length)
        .repeat(Math.ceil(text.length / length))
        .slice(0, text.length)
    )
      return true;
  }
  const steps = [...text].slice(1).map((character, index) => character.charCodeAt(0) - text.charCodeAt(index));
  return steps.every((step) => step === 1) || steps.every((step) => step === -1);
}

function wordsOf(email: string): readonly string[] {
  const [local = "", domain = ""] = email.toLowerCase().split("@");
  const parts = [...local.split(/[^a-z0-9]+/), ...domain.split(".").slice(0, -1), local];
  return [...OWN_WORDS, ...parts].filter((part) => part.length >= WORD_CHARACTERS_MIN);
}

/** Whether a password is hardly more than a word that its owner is known by. */
function restsOnWord(text: string, words: readonly string[]): boolean {
  return words.some((word) => text.includes(word) && text.replaceAll(word, "").length < REST_CHARACTERS_MIN);
}

/** Whether a password is in the list of those that leaked most often, as it is or with digits and signs around it. */
async function isCommon(text: string): Promise<boolean> {
  // Loaded when somebody chooses a password, which is seldom: it holds 49,000 of them.
  const { dictionary } = await import("@zxcvbn-ts/language-common");
  const common = new Set(dictionary["passwords-common"]);
  const core = text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, "");
  const half = text.slice(0, text.length / 2);
  const isDoubled = half.repeat(2) === text && common.has(half);
  return common.has(text) || common.has(core) || isDoubled;
}
