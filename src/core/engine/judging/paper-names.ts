// A form that is called like a paper which an installed profile judges, and asks for no profile.
import type { Canvas } from "../../canvas/index.ts";
import { type Diagnostic, diagnose, type Span } from "../../diagnostics/index.ts";
import type { PageDocument } from "../../layout/index.ts";
import type { ProfileDescription } from "../../profiles/index.ts";
import { readAloud } from "./read-aloud.ts";

/** A paper says what it is at its top. */
const LINES_OF_TITLE = 12;

/** What stands before or after a paper's name without changing what paper it is: 御請求書（控）, 見積書 No. 12. */
const POLITE = /^[御お]/u;
const BESIDES = /(?:[(（［[【].*[)）］\]】]|控え?|写し?|(?:No|№|第).*|[\d-]+号?)$/u;

/** RPT7025, at the `document` line, for a form that no profile judges; null where none judges papers of its name. */
export function profileOfName(
  canvas: Canvas,
  pages: PageDocument,
  installed: readonly ProfileDescription[],
  span: Span,
): Diagnostic | null {
  const names = new Set(namesOn(canvas, pages));
  for (const { name, papers } of installed) {
    const paper = papers.find((each) => names.has(bareName(each)));
    if (paper === undefined) continue;
    return diagnose({
      code: "RPT7025",
      span,
      message: `the form is called ${paper}, and no profile judges it`,
      why: `${name} knows what such a paper has to bear, and the form is judged by a profile only where it names one.`,
      repair: {
        title: `write profile=${name} to have it judged, or allow RPT7025 with the reason why it is not`,
        applicability: "suggestion",
        edits: [],
      },
    });
  }
  return null;
}

/** The names that the form bears: in its title, and as a line of its own at the top of its first page. */
function namesOn({ document: { title } }: Canvas, pages: PageDocument): readonly string[] {
  const [first] = title ?? [];
  const lines = readAloud(pages).slice(0, LINES_OF_TITLE);
  const written = lines.map((line) => line.replace(/^\s*(?:heading \d: )?/u, ""));
  return [...(first?.kind === "fixed" ? [first.text] : []), ...written].map(bareName);
}

/** `御 請 求 書（控）` → `請求書` */
function bareName(text: string): string {
  return text.normalize("NFKC").replace(/\s/gu, "").replace(POLITE, "").replace(BESIDES, "");
}
