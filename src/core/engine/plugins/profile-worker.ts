// The thread of business profiles: loads plugins, and judges one form after another.
import { flushCompileCache } from "node:module";
import { setFlagsFromString } from "node:v8";
import { workerData } from "node:worker_threads";
import { exportForm, judgeForm, type RuleWatch } from "../../profiles/index.ts";
import { answerQuestions, tellEnd } from "../threads/index.ts";
import { BegunWork } from "./begun-work.ts";
import { BuiltIns } from "./built-ins.ts";
import { printToStandardError } from "./plugin-prints.ts";
import { type LoadedPlugins, loadPlugins } from "./plugins.ts";
import {
  BEGUN,
  type JudgeTask,
  NO_RULE,
  OPTIMIZED,
  type ProfileReply,
  type ProfileTask,
  type ProfileThreadData,
  RULE,
  rulesOf,
  STOPPABLE,
} from "./profile-thread.ts";

const data: ProfileThreadData = workerData;
const { plugins: addresses, cells } = data;

tellEnd(data);
printToStandardError();
// A rule that began something has been told of already; what fails of it later must not take the thread along.
process.on("unhandledRejection", () => undefined);
process.on("uncaughtException", () => undefined);

// Both before any plugin is loaded.
const builtIns = new BuiltIns();
const begunWork = new BegunWork();

/** Notes which rule is under way, leaves out what the task says, and sees what goes on after a check. */
function watching(ordinals: ReadonlyMap<string, number>, { left }: JudgeTask): RuleWatch {
  return {
    begins(rule) {
      const before = left.find((one) => one.rule === rule);
      if (before !== undefined) return before.reason;
      begunWork.begin();
      Atomics.store(cells, RULE, ordinals.get(rule) ?? NO_RULE);
      Atomics.add(cells, BEGUN, 1);
      return null;
    },
    ended() {
      const replaced = builtIns.restore();
      const goesOn = begunWork.goesOn();
      if (replaced !== null) return `it replaced ${replaced}, which all other code uses too; it was put back`;
      return goesOn === null ? null : `it began ${goesOn} that goes on after its check, and a rule answers at once`;
    },
  };
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function work({ profiles, exporters, plugins }: LoadedPlugins): (task: ProfileTask) => ProfileReply {
  const ordinals = new Map(rulesOf(plugins.flatMap((plugin) => plugin.profiles)).map((rule, at) => [rule, at]));
  return (task) => {
    setFlagsFromString(STOPPABLE);
    begunWork.enable();
    try {
      if (task.kind === "export") return { kind: "exported", exported: exportForm(exporters, task.exporting) };
      return { kind: "judged", verdicts: judgeForm(profiles, task.judging, watching(ordinals, task)) };
    } finally {
      begunWork.disable();
      setFlagsFromString(OPTIMIZED);
      Atomics.store(cells, RULE, NO_RULE);
    }
  };
}

/** The first answer says what was loaded; questions wait until then. */
const loaded = await loadPlugins(addresses).catch((error: unknown) => sentenceOf(error));
builtIns.restore();
const failed = (error: unknown): ProfileReply => ({ kind: "failed", how: `it threw "${sentenceOf(error)}"` });
if (typeof loaded === "string") {
  answerQuestions<ProfileTask, ProfileReply>(
    data,
    () => ({ kind: "unusable", sentence: loaded }),
    failed,
  )({
    kind: "unusable",
    sentence: loaded,
  });
} else {
  const { plugins } = loaded;
  answerQuestions(
    data,
    work(loaded),
    failed,
  )({
    kind: "ready",
    installed: plugins.flatMap((plugin) => plugin.profiles),
    exporters: plugins.flatMap((plugin) => plugin.exporters),
  });
}
// A thread that is stopped keeps nothing by itself: without this, each process would compile the profiles anew.
flushCompileCache();
