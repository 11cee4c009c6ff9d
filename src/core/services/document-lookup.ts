import { namedFirst } from "../diagnostics/index.ts";
import { platenError } from "../methods/index.ts";
import type { Canvas, Database } from "../persistence/index.ts";
import { isId, type Scope } from "../tenancy/index.ts";

/** At most this many candidates are named in a refusal; more would not help to choose. */
const CANDIDATES_SHOWN_MAX = 10;

/** Finds a published canvas by id, then by exact title, then by a title's beginning that only one of them has. */
export async function findDocument(database: Database, scope: Scope, document: string): Promise<Canvas> {
  if (isId("cnv", document)) {
    const canvas = await database.canvases.findPublished(scope, document);
    if (canvas !== null) return canvas;
  }
  const match = await database.canvases.findByTitle(scope, document.normalize("NFC"));
  switch (match.kind) {
    case "found": {
      const canvas = await database.canvases.findPublished(scope, match.canvas.id);
      if (canvas === null) throw noDocument(document);
      return canvas;
    }
    case "ambiguous": {
      const candidates = match.candidates.map((canvas) => `${canvas.title} (${canvas.id})`);
      const sentence = `Several documents match '${document}': ${namedFirst(candidates, CANDIDATES_SHOWN_MAX)}.`;
      const areNamesakes = match.candidates.every((canvas) => canvas.title === match.candidates[0]?.title);
      throw platenError("not_found", `${sentence} Name one by its id${areNamesakes ? "" : " or exact title"}.`);
    }
    case "none":
      throw noDocument(document);
  }
}

function noDocument(document: string): Error {
  const sentence = `No published document matches '${document}'. Call list_documents for those that can be rendered.`;
  return platenError("not_found", sentence);
}

/** The refusal for a dataset that is not there or out of the credential's reach. */
export function datasetNotFound(datasetId: string): Error {
  return platenError("not_found", `There is no dataset '${datasetId}' within this credential's reach. Check its id.`);
}
