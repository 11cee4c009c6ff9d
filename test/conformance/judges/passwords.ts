import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { passwordFault } from "../../../src/core/engine/index.ts";
import { runCommand } from "../../support/command.ts";
import type { Judge } from "../judge.ts";
import { pythonWith } from "../python.ts";

// pdfminer.six prepares passwords as RFC 4013 asks: what we take, it takes and leaves as it is; what we refuse for its
// characters, it refuses or changes.

const REQUIREMENT = "pdfminer.six==20260107";

/** Prints 1 for each password that preparing leaves as it is, 0 for each other one. */
const SCRIPT = `
import json, sys
from pdfminer._saslprep import saslprep
def same(text):
  try: return saslprep(text) == text
  except Exception: return False
print(''.join('1' if same(text) else '0' for text in json.load(open(sys.argv[1]))))
`;

/** Letters of both directions, digits, marks and blanks: directions are a matter of their order. */
const MIXED = ["a", "1", " ", "-", "あ", "\u0644", "\u05e9", "\u0660", "é"];

export const passwordJudges: readonly Judge[] = [
  {
    name: "pdfminer.six: passwords that are taken, character by character and in mixed directions",
    needs: ["python3"],
    async judge(subjects) {
      const program = await pythonWith(subjects, REQUIREMENT);
      const passwords = [...everyCharacter(), ...mixedTexts(4)];
      const file = join(subjects.folder, "passwords.json");
      await writeFile(file, JSON.stringify(passwords));
      const { exitCode, stderr, stdout } = await runCommand(program, ["-c", SCRIPT, file]);
      if (exitCode !== 0) throw new Error(stderr);
      const verdicts = stdout.trim();
      const differ = passwords.filter((password, at) => (passwordFault(password) === null) !== (verdicts[at] === "1"));
      if (verdicts.length !== passwords.length) throw new Error("pdfminer.six gave another number of verdicts");
      if (differ.length > 0) throw new Error(`${differ.length} differ: ${JSON.stringify(differ.slice(0, 20))}`);
    },
  },
];

/** Each character by itself. */
function everyCharacter(): readonly string[] {
  const points = Array.from({ length: 0x110000 }, (_, point) => point);
  return points.filter((point) => point < 0xd800 || point > 0xdfff).map((point) => String.fromCodePoint(point));
}

/** All texts of up to so many of the letters. */
function mixedTexts(length: number): readonly string[] {
  if (length === 1) return MIXED;
  const shorter = mixedTexts(length - 1);
  const longest = shorter.filter((text) => text.length === length - 1);
  return [...shorter, ...longest.flatMap((text) => MIXED.map((letter) => text + letter))];
}
