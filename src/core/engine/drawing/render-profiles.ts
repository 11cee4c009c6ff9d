// What the profiles that a form declares find of the real data of a render: of the pages that are drawn anyway, record
// by record. Forms without profiles cost nothing.
import type { Canvas } from "../../canvas/index.ts";
import { pathInList } from "../../contract/index.ts";
import { type Diagnostic, diagnose, findingsIn } from "../../diagnostics/index.ts";
import { declaredForm, deepFrozen, elementPlaces, type Judging } from "../../profiles/index.ts";
import {
  type AskedProfiles,
  type JudgedRecord,
  kindsOf,
  pathInSource,
  profilesAsked,
  recordFacts,
  verdictsOf,
} from "../judging/index.ts";
import type { RecordPlan, RenderRequest } from "../messages/index.ts";
import type { ProfileJudge } from "../plugins/index.ts";
import type { Loaded, Templates } from "./templates.ts";

/** The profiles that a file is judged by. */
export interface FileProfiles {
  /** What has to be told whatever the data are. */
  readonly named: readonly Diagnostic[];
  /** Begins to judge records; what they find is answered where it is asked for. */
  begin(records: readonly JudgedRecord[]): () => readonly Diagnostic[];
  /** Whether records are best judged one by one, as soon as they are drawn. */
  readonly isNear: boolean;
  /** Whether pages are to say what their texts show. Where they do not and a rule looks, its record is drawn again. */
  readonly needsSources: boolean;
}

/** What profiles are asked with. */
export interface ProfileParts {
  readonly judge: ProfileJudge;
  readonly templates: Templates;
}

/** The profiles of a request's form; null where it declares none, or nobody asks them. */
export async function fileProfiles(
  { judge, templates }: ProfileParts,
  loaded: Loaded,
  plan: RecordPlan,
  { source, canvasHash }: Pick<RenderRequest, "source" | "canvasHash">,
): Promise<FileProfiles | null> {
  const { canvas } = loaded;
  if (canvas.document.profiles.length === 0 || source === undefined) return null;
  await judge.ready();
  const { asked, named } = templates.asked(canvasHash, () => askedOf(judge, templates, loaded, source));
  if (asked === null) return { named, begin: () => () => [], isNear: true, needsSources: false };
  const { declared, profiles, kinds, misses } = asked;
  const { span } = declared.document;
  misses.left = Math.max(0, misses.left - 1);
  return {
    named,
    isNear: judge.judgesHere(profiles),
    needsSources: plan.count > 1 || misses.left > 0 || !judge.mayGlance(declared, profiles),
    begin(records) {
      const facts = records.map((record) => recordFacts(noting(record, misses), asked, canvas, plan.count));
      if (facts.every((record) => judge.areSettled(declared, profiles, record))) return NOTHING_FOUND;
      const inList = plan.isList ? { places: records.map(({ index }) => pathInList(index, "")) } : {};
      const inData = { ...inList, ...sourcePlaces(canvas, records) };
      const judging = { profiles, kinds, asOf: null, data: "given", declared, records: facts, ...inData } as const;
      const answered = judge.begin(judging);
      return () => verdictsOf(profiles, answered(), span).flatMap(findingsIn);
    },
  };
}

/** Where records of a source stand in the data; nothing for a canvas without one. */
function sourcePlaces(canvas: Canvas, records: readonly JudgedRecord[]): Pick<Judging, "sourcePlaces"> {
  const { recordSource } = canvas;
  if (recordSource === undefined) return {};
  return { sourcePlaces: records.map(({ index }) => pathInSource(recordSource.path, index)) };
}

const NOTHING_FOUND = (): readonly Diagnostic[] => [];

/** A form that a rule had to look at is likely to need it again: so many of its files say at once what texts show. */
const FILES_AFTER_MISS = 20;

/** A record that notes when it is drawn again. */
function noting(record: JudgedRecord, misses: { left: number }): JudgedRecord {
  const { withSources } = record;
  if (withSources === undefined) return record;
  return {
    ...record,
    withSources() {
      misses.left = FILES_AFTER_MISS;
      return withSources();
    },
  };
}

function askedOf(judge: ProfileJudge, templates: Templates, loaded: Loaded, source: string): AskedProfiles {
  const { learned, named } = templates.learn(source, judge.installed);
  if (learned.checked === null) return { asked: null, named: [...named, unreadable(loaded)] };
  const { known: profiles } = profilesAsked(judge, [], loaded.canvas.document.profiles);
  if (profiles.length === 0) return { asked: null, named };
  const declared = deepFrozen(declaredForm(source, learned.checked, learned.typed));
  const kinds = kindsOf(judge, profiles);
  const asked = { declared, places: elementPlaces(declared), profiles, kinds, misses: { left: 0 } };
  return { asked, named };
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
