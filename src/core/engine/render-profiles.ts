// What the profiles that a form declares find of the real data of a render. The form is laid out once more for them,
// with all that rules see; forms without profiles cost nothing.
import { pathInList } from "../contract/index.ts";
import { type Diagnostic, diagnose, findingsIn } from "../diagnostics/index.ts";
import { judgeGeometry } from "../gate/index.ts";
import { layOut } from "../layout/index.ts";
import { type DrawnForm, type DrawnParts, judgeDrawn } from "./judge-drawn.ts";
import type { RenderRequest } from "./messages.ts";
import type { ProfileJudge } from "./profiles.ts";
import { type DrawnRecord, drawnRecords, type RecordPlan } from "./records.ts";
import type { Loaded, Templates } from "./templates.ts";

/** As many as profiles judge of one form. */
const RECORDS_JUDGED_MAX = 50;

/** What profiles are asked with. */
export interface ProfileParts extends DrawnParts {
  readonly judge: ProfileJudge;
  readonly templates: Templates;
}

/** What the declared profiles find; that one could not judge is a finding too. */
export function profileFindings(
  parts: ProfileParts,
  loaded: Loaded,
  plan: RecordPlan,
  { source, canvasHash }: RenderRequest,
): readonly Diagnostic[] {
  const { canvas } = loaded;
  if (canvas.document.profiles.length === 0 || source === undefined) return [];
  const { learned, named } = parts.templates.learnedOf(canvasHash, source, parts.judge.installed);
  if (learned.checked === null) return [...named, unreadable(loaded)];
  const question = { source, learned, profiles: [], asOf: null, data: "given" } as const;
  const records = drawnRecords(canvas, loaded.program, plan, canvas.document.name ?? canvas.document.id);
  const judged = (some: readonly DrawnRecord[]): readonly Diagnostic[] =>
    findingsIn(judgeDrawn(parts.judge, drawnForm(loaded, some, parts), question, parts).judgement);
  if (!plan.isList) return [...named, ...judged(records)];
  // Rules name places within a record, so each is judged by itself.
  const ofEach = records
    .slice(0, RECORDS_JUDGED_MAX)
    .flatMap((record, index) =>
      judged([record]).map((found) => ({ ...found, dataPath: pathInList(index, found.dataPath ?? "") })),
    );
  const left = records.length - RECORDS_JUDGED_MAX;
  return [...named, ...ofEach, ...(left > 0 ? [partJudged(loaded, records.length)] : [])];
}

/** The records that are judged, laid out as a check lays them out. */
function drawnForm({ canvas }: Loaded, records: readonly DrawnRecord[], { fonts, codes }: DrawnParts): DrawnForm {
  const first = records.slice(0, RECORDS_JUDGED_MAX);
  const layout = first.flatMap((record) => record.layout);
  const { value: pages, diagnostics } = layOut(canvas, layout, fonts.set, { codes });
  const computed = first.flatMap((record) => record.computed());
  return { canvas, records, pages, found: [...computed, ...diagnostics, ...judgeGeometry(canvas, pages)] };
}

function unreadable({ canvas }: Loaded): Diagnostic {
  const [start, end] = canvas.pages[0]?.span ?? [0, 0];
  return diagnose({
    code: "RPT7021",
    span: { start, end },
    message: `the profiles ${canvas.document.profiles.join(", ")} could not judge the form: its source has errors now`,
    why: "The form was published by another version; what its profiles ask for is not known.",
    repair: { title: "mend the source and publish it again", applicability: "suggestion", edits: [] },
  });
}

function partJudged({ canvas }: Loaded, records: number): Diagnostic {
  const [start, end] = canvas.pages[0]?.span ?? [0, 0];
  return diagnose({
    code: "RPT7022",
    span: { start, end },
    message: `the profiles judged the first ${RECORDS_JUDGED_MAX} of ${records} records`,
    why: "Forms of one run are alike; judging all of a large one takes longer than anyone waits for a file.",
    repair: { title: "send the other records by themselves", applicability: "suggestion", edits: [] },
  });
}
