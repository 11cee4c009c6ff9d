// `gaiji` lines → the drawn characters of a canvas.
import { bytesToUtf8 } from "@noble/hashes/utils.js";
import type { CheckedElement } from "../check/index.ts";
import { type Diagnostic, diagnose } from "../diagnostics/index.ts";
import { wordOf } from "./boxes.ts";
import { canonicalJson, contentHash } from "./canonical-json.ts";
import type { CanvasGaiji } from "./canvas.ts";
import { templateOf } from "./element-values.ts";
import { BEYOND_VIEW_BOX, readDrawing } from "./gaiji.ts";

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
    const contours = contoursOf(element, name, files);
    if ("code" in contours) diagnostics.push(contours);
    else {
      const text = wordOf(element.properties, "text");
      characters.set(codePoint, { codePoint, ...(text === null ? {} : { text }), contours });
    }
  }
  const sorted = [...characters.values()].sort((one, other) => one.codePoint - other.codePoint);
  const gaiji = sorted.length === 0 ? null : { sha256: contentHash(canonicalJson(sorted)), characters: sorted };
  return { gaiji, diagnostics };
}

type Contours = CanvasGaiji["characters"][number]["contours"];

function contoursOf(
  element: CheckedElement<"gaiji">,
  name: string,
  files: Readonly<Record<string, Uint8Array>> | null,
): Contours | Diagnostic {
  const file = drawingFile(element);
  let svg = drawingOf(element);
  if (file !== null) {
    if (files === null) return [];
    const bytes = Object.hasOwn(files, file) ? files[file] : undefined;
    if (bytes === undefined) return missing(element, file);
    svg = bytesToUtf8(bytes);
  }
  const reading = readDrawing(svgOf(svg));
  return "problem" in reading ? unreadable(element, name, reading.problem) : reading.contours;
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

function unreadable(element: CheckedElement<"gaiji">, name: string, problem: string): Diagnostic {
  return diagnose({
    code: "RPT1015",
    span: element.span,
    message: `the drawing of ${name} ${problem}`,
    why: "A drawn character is set like a letter: its outline must be known.",
    repair: {
      title:
        problem === BEYOND_VIEW_BOX
          ? "enlarge its viewBox, so that all of its paths lie within"
          : 'write an SVG with a viewBox and filled paths: \'<svg viewBox="0 0 100 100"><path d="…"/></svg>\'',
      applicability: "suggestion",
      edits: [],
    },
  });
}
