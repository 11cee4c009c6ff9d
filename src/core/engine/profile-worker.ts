// The thread of business profiles: loads plugins, and judges one form after another.
import { setFlagsFromString } from "node:v8";
import { workerData } from "node:worker_threads";
import { exportForm, judgeForm } from "../profiles/index.ts";
import { loadPlugins } from "./plugins.ts";
import {
  ANSWERS,
  BEGUN,
  NO_RULE,
  OPTIMIZED,
  type ProfileReply,
  type ProfileTask,
  type ProfileThreadData,
  RULE,
  STOPPABLE,
} from "./profile-thread.ts";

const { plugins: addresses, cells, port }: ProfileThreadData = workerData;

/** Whoever waits is woken when the message is there. */
function answer(reply: ProfileReply): void {
  Atomics.store(cells, RULE, NO_RULE);
  port.postMessage(reply);
  Atomics.add(cells, ANSWERS, 1);
  Atomics.notify(cells, ANSWERS);
}

try {
  const { plugins, profiles, exporters } = await loadPlugins(addresses);
  const described = plugins.flatMap((plugin) => plugin.exporters);
  const ordinals = new Map(
    plugins
      .flatMap((plugin) => plugin.profiles)
      .flatMap(({ name, rules }) => rules.map((rule) => `${name}/${rule.id}`))
      .map((rule, at) => [rule, at]),
  );
  port.on("message", (task: ProfileTask) => {
    setFlagsFromString(STOPPABLE);
    if (task.kind === "export") {
      const exported = exportForm(exporters, task.exporting);
      setFlagsFromString(OPTIMIZED);
      answer({ kind: "exported", exported });
      return;
    }
    const { judging, skipped } = task;
    const diagnostics = judgeForm(profiles, judging, (rule) => {
      Atomics.store(cells, RULE, ordinals.get(rule) ?? NO_RULE);
      Atomics.add(cells, BEGUN, 1);
      return !skipped.includes(rule);
    });
    setFlagsFromString(OPTIMIZED);
    answer({ kind: "judged", diagnostics });
  });
  answer({ kind: "ready", installed: plugins.flatMap((plugin) => plugin.profiles), exporters: described });
} catch (error) {
  answer({ kind: "unusable", sentence: error instanceof Error ? error.message : String(error) });
}
