// Installed profiles, as an engine asks them: what there is, and what they find in a form.
import type { Diagnostic } from "../diagnostics/index.ts";
import { describeProfile, type Judging, judgeForm, type ProfileDescription } from "../profiles/index.ts";
import type { Profile } from "../sdk/index.ts";

/** Judges forms by installed profiles. It answers at once, because checks do. */
export interface ProfileJudge {
  /** What is installed, in the order of names. */
  installed(): readonly ProfileDescription[];
  judge(judging: Judging): readonly Diagnostic[];
}

/** An engine without plugins. */
export const NO_PROFILES: ProfileJudge = { installed: () => [], judge: () => [] };

/**
 * Judges in the calling thread, without limits of time and memory: for rules that are being written, and for tests of
 * them. `plugin` is the name that they are listed under.
 */
export function profilesInThisThread(profiles: readonly Profile[], plugin: string): ProfileJudge {
  const described = profiles.map((profile) => describeProfile(profile, plugin));
  return { installed: () => described, judge: (judging) => judgeForm(profiles, judging) };
}
