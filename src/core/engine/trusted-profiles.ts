// Profiles that Platen brings, asked at a render: in the thread that renders, because their rules are known to end, and
// what a page shows need not be written out for another thread. All others keep to the thread of rules.
import { judgeByTrusted, type ProfileVerdict } from "../profiles/index.ts";
import type { Profile } from "../sdk/index.ts";
import { loadPlugins } from "./plugins.ts";
import type { ProfileJudge } from "./profiles.ts";

/**
 * `judge`, but that profiles of the modules at `trusted` judge renders in the calling thread. They are loaded when they
 * are first asked for. `judge` knows them too: checks ask it for all.
 */
export function trustingProfiles(trusted: readonly string[], judge: ProfileJudge): ProfileJudge {
  let profiles: readonly Profile[] = [];
  return {
    ...judge,
    async ready() {
      if (profiles.length === 0) profiles = (await loadPlugins(trusted)).profiles;
    },
    begin(judging) {
      const own = profiles.filter(({ name }) => judging.profiles.includes(name));
      const others = judging.profiles.filter((name) => own.every((profile) => profile.name !== name));
      const ofOthers = others.length === 0 ? nobody : judge.begin({ ...judging, profiles: others });
      const verdicts = own.length === 0 ? [] : judgeByTrusted(own, judging);
      return () => [...verdicts, ...ofOthers()];
    },
    judgesHere: (names) => names.every((name) => profiles.some((profile) => profile.name === name)),
  };
}

function nobody(): readonly ProfileVerdict[] {
  return [];
}
