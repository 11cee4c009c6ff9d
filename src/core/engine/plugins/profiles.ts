// Installed profiles, as an engine asks them: what there is, and what they find in a form.
import {
  type DeclaredForm,
  describeExporter,
  describeProfile,
  type Exported,
  type ExporterDescription,
  type Exporting,
  exportForm,
  type Judging,
  judgeForm,
  type ProfileDescription,
  type ProfileVerdict,
  plainFacts,
  type RecordFacts,
} from "../../profiles/index.ts";
import type { Exporter, Profile } from "../../sdk/index.ts";

/** Judges forms by installed profiles. It answers at once, because checks do. */
export interface ProfileJudge {
  /** What is installed, in the order of names. */
  installed(): readonly ProfileDescription[];
  /** A verdict of each profile that is asked; whoever reads them takes one that is missing for a profile unjudged. */
  judge(judging: Judging): readonly ProfileVerdict[];
  /** Makes ready for `begin`. */
  ready(): Promise<void>;
  /** The same for a render: begins, and answers when verdicts are wanted. Facts may be made as they are read. */
  begin(judging: Judging): () => readonly ProfileVerdict[];
  /** Whether all of these profiles judge in the calling thread, so that asking for single records costs nothing. */
  judgesHere(profiles: readonly string[]): boolean;
  /** Whether a glance may be all that each rule of these profiles takes at a record, whose texts need not say more. */
  mayGlance(declared: DeclaredForm, profiles: readonly string[]): boolean;
  /** Whether a glance at a record shows that none of these profiles finds anything, so that nobody need ask them. */
  areSettled(declared: DeclaredForm, profiles: readonly string[], record: RecordFacts): boolean;
  /** Formats that forms are exported to. */
  exporters(): readonly ExporterDescription[];
  /** Writes a form in an installed format. */
  write(exporting: Exporting): Exported;
}

/** An engine without plugins. */
export const NO_PROFILES: ProfileJudge = {
  installed: () => [],
  judge: () => [],
  ready: async () => {},
  begin: () => () => [],
  judgesHere: () => true,
  mayGlance: () => false,
  areSettled: () => false,
  exporters: () => [],
  write: ({ format }) => {
    throw new Error(`no exporter '${format}' is registered`);
  },
};

/**
 * Judges in the calling thread, without limits of time and memory: for rules that are being written, and for tests of
 * them. `plugin` is the name that they are listed under.
 */
export function profilesInThisThread(
  profiles: readonly Profile[],
  plugin: string,
  exporters: readonly Exporter[] = [],
): ProfileJudge {
  const described = profiles.map((profile) => describeProfile(profile, plugin));
  return {
    installed: () => described,
    judge: (judging) => judgeForm(profiles, judging),
    ready: async () => {},
    begin(judging) {
      const verdicts = judgeForm(profiles, { ...judging, records: judging.records.map(plainFacts) });
      return () => verdicts;
    },
    judgesHere: () => true,
    mayGlance: () => false,
    areSettled: () => false,
    exporters: () => exporters.map((exporter) => describeExporter(exporter, plugin)),
    write: (exporting) => exportForm(exporters, exporting),
  };
}
