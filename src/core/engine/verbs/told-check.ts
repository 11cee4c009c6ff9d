// A check as it is told to whoever wrote the source: counted, picked and listed in the thread that found it all.
import { type FrozenForm, frozenForm } from "../../canvas/index.ts";
import {
  countFindings,
  type Diagnostic,
  filterFindings,
  hasErrors,
  machineDiagnostics,
} from "../../diagnostics/index.ts";
import type { Templates } from "../drawing/index.ts";
import type {
  CheckAnswer,
  CheckRequest,
  CompiledTemplate,
  ToldCheckAnswer,
  ToldCheckRequest,
} from "../messages/index.ts";

/** Checks a source, and answers so much of it as is told and published. */
export function toldCheck(
  check: (request: CheckRequest) => CheckAnswer,
  templates: Templates,
  request: ToldCheckRequest,
): ToldCheckAnswer {
  const { severities = [], codes = [], takesFiles = true, publishes = false, ...asked } = request;
  const { diagnostics, template, unknownProfiles, completeProfiles } = check(asked);
  const found = takesFiles ? diagnostics : diagnostics.map(withoutFiles);
  const { shown, leftOut } = filterFindings(found, { severities, codes });
  const isPublished = publishes && template !== null && !hasErrors(found);
  return {
    findings: machineDiagnostics(request.source, shown),
    errors: countFindings(found, "error"),
    warnings: countFindings(found, "warning"),
    leftOut,
    publishable: isPublished ? { ...template, ...frozenOf(template, templates) } : null,
    ...(unknownProfiles === undefined ? {} : { unknownProfiles }),
    ...(completeProfiles === undefined ? {} : { completeProfiles }),
  };
}

function frozenOf({ hash, canvasJson }: CompiledTemplate, templates: Templates): FrozenForm {
  return frozenForm(templates.load(hash, () => canvasJson).canvas);
}

/** Where no file can come with a source, the advice to hand one over would lead nowhere. */
function withoutFiles(finding: Diagnostic): Diagnostic {
  if (finding.code !== "RPT7011" || finding.repair === null || finding.repair.edits.length > 0) return finding;
  const title =
    "no file comes with a source here: delete the asset line and write the picture into the image itself, " +
    "image 'data:image/png;base64,…'";
  return { ...finding, repair: { ...finding.repair, title } };
}
