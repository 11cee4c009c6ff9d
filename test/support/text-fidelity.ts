import type { LineKind, PageLine } from "./page-lines.ts";

/** How many of the lines that were drawn a reader gives back as they are. */
export interface Fidelity {
  readonly kind: LineKind;
  readonly lines: number;
  readonly exact: number;
  /** Those that it does not give back. */
  readonly missed: readonly string[];
}

/** What a reader must give back at least, of a hundred. */
export const EXACT_LEAST: Readonly<Record<LineKind, number>> = { horizontal: 99, vertical: 95, ruby: 95 };

/**
 * The form in which texts are compared: composed letters, and blanks of any width and number as one, since readers have
 * blanks of their own. Selectors of a letter's variant are left out: readers leave them out, too.
 */
function compared(text: string): string {
  return text
    .normalize("NFC")
    .replaceAll(/[\u{fe00}-\u{fe0f}\u{e0100}-\u{e01ef}\r\0]/gu, "")
    .replaceAll(/[ \u00a0\u2000-\u200a\u3000]+/gu, " ");
}

/** `pages` are the lines of each page, `read` what a reader says of it. */
export function fidelityOf(kind: LineKind, pages: readonly (readonly PageLine[])[], read: readonly string[]): Fidelity {
  const missed: string[] = [];
  let lines = 0;
  pages.forEach((page, number) => {
    const text = compared(read[number] ?? "");
    for (const line of page) {
      const wanted = compared(line.text).trim();
      if (line.kind !== kind || wanted === "") continue;
      lines += 1;
      if (!text.includes(wanted)) missed.push(wanted);
    }
  });
  return { kind, lines, exact: lines - missed.length, missed };
}

export function summed(all: readonly Fidelity[], kind: LineKind): Fidelity {
  const own = all.filter((each) => each.kind === kind);
  const sum = (of: (each: Fidelity) => number): number => own.reduce((total, each) => total + of(each), 0);
  const missed = own.flatMap((each) => each.missed);
  return { kind, lines: sum(({ lines }) => lines), exact: sum(({ exact }) => exact), missed };
}

/** The share in hundredths; all of none is all. */
export function shareOf({ exact, lines }: Fidelity): number {
  return lines === 0 ? 100 : (exact * 100) / lines;
}
