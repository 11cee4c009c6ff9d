// `gaiji` lines → the drawn characters of a canvas.
import { bytesToUtf8 } from "@noble/hashes/utils.js";
import type { CheckedElement } from "../check/index.ts";
import { type Diagnostic, diagnose } from "../diagnostics/index.ts";
import { wordOf } from "./boxes.ts";
import { canonicalJson, contentHash } from "./canonical-json.ts";
import type { CanvasGaiji } from "./canvas.ts";
import { templateOf } from "./element-values.ts";
import { BEYOND_VIEW_BOX, type DrawingReading, NOTHING_SEEN, readDrawing, SEVERAL_COLOURS } from "./gaiji.ts";

/** The drawn characters, null where there are none, and what cannot be drawn. */
export interface CompiledGaiji {
  readonly gaiji: CanvasGaiji | null;
  readonly diagnostics: readonly Diagnostic[];
}

const DATA_URI = /^data:image\/svg\+xml(?:;charset=utf-8|;utf8)?,/iu;

/** @param files null: nobody knows them here; a drawing in a file is then blank, and as wide as any. */
export function compileGaiji(
  declared: readonly CheckedElement<"gaiji">[],
  files: Readonly<Record<string, Uint8Array>> | null,
): CompiledGaiji {
  const characters = new Map<number, CanvasGaiji["characters"][number]>();
  const diagnostics: Diagnostic[] = [];
  for (const element of declared) {
    const name = wordOf(element.args, "character") ?? "";
    const codePoint = Number.parseInt(name.slice(2), 16);
    if (characters.has(codePoint)) {
      diagnostics.push(twice(element, name));
      continue;
    }
    const reading = readingOf(element, files);
    if ("code" in reading) diagnostics.push(reading);
    else if ("problem" in reading) diagnostics.push(unreadable(element, name, reading.problem));
    else {
      const text = wordOf(element.properties, "text");
      characters.set(codePoint, { codePoint, ...(text === null ? {} : { text }), contours: reading.contours });
      if (reading.unheeded.length > 0) diagnostics.push(withoutEffect(element, name, reading.unheeded));
    }
  }
  const sorted = [...characters.values()].sort((one, other) => one.codePoint - other.codePoint);
  const gaiji = sorted.length === 0 ? null : { sha256: contentHash(canonicalJson(sorted)), characters: sorted };
  return { gaiji, diagnostics };
}

/** The drawing's outlines or what is wrong with it, or the finding that its file is missing. */
function readingOf(
  element: CheckedElement<"gaiji">,
  files: Readonly<Record<string, Uint8Array>> | null,
): DrawingReading | Diagnostic {
  const file = drawingFile(element);
  if (file === null) return readDrawing(svgOf(drawingOf(element)));
  if (files === null) return { contours: [], unheeded: [] };
  const bytes = Object.hasOwn(files, file) ? files[file] : undefined;
  return bytes === undefined ? missing(element, file) : readDrawing(svgOf(bytesToUtf8(bytes)));
}

/** What stands behind the character. */
function drawingOf(element: CheckedElement<"gaiji">): string {
  return templateOf(element.args, "drawing")
    .map((part) => (part.kind === "fixed" ? part.text : ""))
    .join("");
}

const FILE = /^asset:/u;

/** The file that holds a drawing; null where the line itself does. */
export function drawingFile(element: CheckedElement<"gaiji">): string | null {
  const drawing = drawingOf(element);
  return FILE.test(drawing) ? drawing.replace(FILE, "") : null;
}

function svgOf(drawing: string): string {
  if (!DATA_URI.test(drawing)) return drawing;
  const written = drawing.replace(DATA_URI, "");
  try {
    return decodeURIComponent(written);
  } catch {
    return written;
  }
}

function missing(element: CheckedElement<"gaiji">, file: string): Diagnostic {
  return diagnose({
    code: "RPT7011",
    span: element.span,
    message: `the file "${file}" was not handed in`,
    why: "A published template always draws the same: its drawings are published with it.",
    repair: {
      title: "hand it in with the template: beside it, under this name",
      applicability: "suggestion",
      edits: [],
    },
  });
}

function twice(element: CheckedElement<"gaiji">, name: string): Diagnostic {
  return diagnose({
    code: "RPT2007",
    span: element.span,
    message: `${name} already has a drawing`,
    why: "A character has one shape.",
    repair: { title: "delete this line, or choose another character", applicability: "suggestion", edits: [] },
  });
}

function withoutEffect(element: CheckedElement<"gaiji">, name: string, unheeded: readonly string[]): Diagnostic {
  return diagnose({
    code: "RPT1023",
    span: element.span,
    message: `${unheeded.join(", ")} of the drawing of ${name} has no effect`,
    why: "A drawn character is set like a letter, in the colour of its text.",
    repair: {
      title: `delete it from the drawing, and give the text that shows ${name} its color`,
      applicability: "suggestion",
      edits: [],
    },
  });
}

function unreadable(element: CheckedElement<"gaiji">, name: string, problem: string): Diagnostic {
  return diagnose({
    code: "RPT1015",
    span: element.span,
    message: `the drawing of ${name} ${problem}`,
    why: "A drawn character is set like a letter, in the colour of its text: its outline must be known.",
    repair: { title: mendingOf(problem), applicability: "suggestion", edits: [] },
  });
}

function mendingOf(problem: string): string {
  if (problem === BEYOND_VIEW_BOX) return "enlarge its viewBox, so that all of its paths lie within";
  if (problem === NOTHING_SEEN) return "delete what hides its paths (fill, opacity, visibility, display)";
  if (problem.startsWith(SEVERAL_COLOURS)) {
    return "give all of its paths one colour; what lies over others in the colour of paper is a hole in their path";
  }
  return 'write an SVG with a viewBox and filled paths: \'<svg viewBox="0 0 100 100"><path d="…"/></svg>\'';
}
