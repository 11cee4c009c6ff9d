// `gaiji` lines → the drawn characters of a canvas.
import type { CheckedElement, Undrawn } from "../check/index.ts";
import { type Diagnostic, diagnose } from "../diagnostics/index.ts";
import { wordOf } from "./boxes.ts";
import { canonicalJson, contentHash } from "./canonical-json.ts";
import type { CanvasGaiji } from "./canvas.ts";
import { templateOf } from "./element-values.ts";
import { readDrawing } from "./gaiji.ts";

/** The drawn characters, null where there are none, and what cannot be drawn. */
export interface CompiledGaiji {
  readonly gaiji: CanvasGaiji | null;
  readonly undrawn: readonly Undrawn[];
  readonly diagnostics: readonly Diagnostic[];
}

const DATA_URI = /^data:image\/svg\+xml(?:;charset=utf-8|;utf8)?,/iu;

export function compileGaiji(declarations: readonly CheckedElement[]): CompiledGaiji {
  const characters = new Map<number, CanvasGaiji["characters"][number]>();
  const undrawn: Undrawn[] = [];
  const diagnostics: Diagnostic[] = [];
  for (const element of declarations) {
    if (element.definition.name !== "gaiji") continue;
    const name = wordOf(element.args, "character") ?? "";
    const codePoint = Number.parseInt(name.slice(2), 16);
    const drawing = templateOf(element.args, "drawing")
      .map((part) => (part.kind === "fixed" ? part.text : ""))
      .join("");
    if (drawing.startsWith("asset:")) {
      undrawn.push({ what: "gaiji from a file", span: element.span });
    } else if (characters.has(codePoint)) {
      diagnostics.push(twice(element, name));
    } else {
      const reading = readDrawing(svgOf(drawing));
      if ("problem" in reading) diagnostics.push(unreadable(element, name, reading.problem));
      else {
        const text = wordOf(element.properties, "text");
        characters.set(codePoint, { codePoint, ...(text === null ? {} : { text }), contours: reading.contours });
      }
    }
  }
  const sorted = [...characters.values()].sort((one, other) => one.codePoint - other.codePoint);
  const gaiji = sorted.length === 0 ? null : { sha256: contentHash(canonicalJson(sorted)), characters: sorted };
  return { gaiji, undrawn, diagnostics };
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

function twice(element: CheckedElement, name: string): Diagnostic {
  return diagnose({
    code: "RPT2007",
    span: element.span,
    message: `${name} already has a drawing`,
    why: "A character has one shape.",
    repair: { title: "delete this line, or choose another character", applicability: "suggestion", edits: [] },
  });
}

function unreadable(element: CheckedElement, name: string, problem: string): Diagnostic {
  return diagnose({
    code: "RPT1015",
    span: element.span,
    message: `the drawing of ${name} ${problem}`,
    why: "A drawn character is set like a letter: its outline must be known.",
    repair: {
      title: 'write an SVG with a viewBox and filled paths: \'<svg viewBox="0 0 100 100"><path d="…"/></svg>\'',
      applicability: "suggestion",
      edits: [],
    },
  });
}
