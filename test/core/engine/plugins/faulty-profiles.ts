// A thread of profiles that is asked and does not answer as it should; the fault stands in the address of this module.
import { existsSync, writeFileSync } from "node:fs";
import { workerData } from "node:worker_threads";
import type { ProfileReply, ProfileTask } from "../../../../src/core/engine/plugins/profile-thread.ts";
import { type AskedThreadData, answerQuestions, tellEnd } from "../../../../src/core/engine/threads/awaited-thread.ts";
import { describeProfile } from "../../../../src/core/profiles/index.ts";

/** What is installed in such a thread. */
const NAMES = ["acme.waybill", "acme.house"] as const;

const asked: AskedThreadData = workerData;
const { searchParams } = new URL(import.meta.url);

function clean(names: readonly string[]): ProfileReply {
  return { kind: "judged", verdicts: names.map((profile) => ({ profile, kind: "judged", diagnostics: [] })) };
}

const FAULTS: Readonly<Record<string, (judged: readonly string[]) => ProfileReply>> = {
  none: clean,
  ends: () => process.exit(1),
  "ends-once": (names) => {
    const mark = searchParams.get("mark") ?? "";
    if (existsSync(mark)) return clean(names);
    writeFileSync(mark, "");
    return process.exit(1);
  },
  hangs: () => {
    for (;;);
  },
  throws: () => {
    throw new Error("a mistake of ours");
  },
  "answers-nothing": () => clean([]),
  "answers-half": (names) => clean(names.slice(0, 1)),
  "answers-another": () => clean(["acme.another"]),
  "answers-otherwise": () => ({ kind: "exported", exported: { text: "", diagnostics: [] } }),
  "answers-what-cannot-travel": () => ({ kind: "judged", verdicts: [(() => undefined) as never] }),
};

tellEnd(asked);
if (searchParams.get("fault") === "does-not-load") process.exit(1);
const fault = FAULTS[searchParams.get("fault") ?? ""] ?? clean;
answerQuestions<ProfileTask, ProfileReply>(
  asked,
  (task) => fault(task.kind === "judge" ? task.judging.profiles : []),
  (error) => ({ kind: "failed", how: String(error) }),
)({
  kind: "ready",
  installed: NAMES.map((name) =>
    describeProfile({ name, sdk: 1, title: name, documentKinds: ["waybill"], rules: [] }, "acme"),
  ),
  exporters: [],
});
