import { readFileSync } from "node:fs";

/** A section of a golden file: `# title`, then cases. */
export interface GoldenSection {
  readonly title: string;
  readonly lines: readonly string[];
}

/** Sections of a file in `golden`; `# //` begins a comment. */
export function goldenSections(file: string): readonly GoldenSection[] {
  const text = readFileSync(new URL(`./golden/${file}`, import.meta.url), "utf8");
  return text.split(/^# /mu).flatMap((part) => {
    const [title = "", ...lines] = part.split("\n").filter((line) => line !== "");
    return title.startsWith("//") || lines.length === 0 ? [] : [{ title, lines }];
  });
}
