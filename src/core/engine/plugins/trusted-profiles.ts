// Profiles that Platen brings, asked at a render: in the thread that renders, because their rules are known to end, and
// what a page shows need not be written out for another thread. All others keep to the thread of rules.
import { areSettled, judgeByTrusted, mayBeSettled, type ProfileVerdict } from "../../profiles/index.ts";
import type { Profile } from "../../sdk/index.ts";
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
      const { own, others } = shared(judging.profiles, profiles);
      const ofOthers = others.length === 0 ? nobody : judge.begin({ ...judging, profiles: others });
      return answering(own.length === 0 ? [] : judgeByTrusted(own, judging), ofOthers);
    },
    judgesHere: (names) => shared(names, profiles).others.length === 0,
    mayGlance(declared, names) {
      const { own, others } = shared(names, profiles);
      return others.length === 0 && mayBeSettled(own, declared);
    },
    areSettled(declared, names, record) {
      const { own, others } = shared(names, profiles);
      return others.length === 0 && areSettled(own, declared, record);
    },
  };
}

/** Which of the profiles that are asked are at hand, and the names of the others. */
function shared(asked: readonly string[], atHand: readonly Profile[]) {
  const own = atHand.filter(({ name }) => asked.includes(name));
  return { own, others: asked.filter((name) => own.every((profile) => profile.name !== name)) };
}

/**
 * The answer keeps the verdicts alone. A function made in `begin` would keep what any function there reads: every page
 * of every record of a list until its file is written, which took the collector as long as judging them.
 */
function answering(verdicts: readonly ProfileVerdict[], ofOthers: () => readonly ProfileVerdict[]) {
  return (): readonly ProfileVerdict[] => [...verdicts, ...ofOthers()];
}

function nobody(): readonly ProfileVerdict[] {
  return [];
}
