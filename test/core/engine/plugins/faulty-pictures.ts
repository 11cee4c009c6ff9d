// A thread of pictures that does not answer as it should; the fault stands in the address of this module.
import { workerData } from "node:worker_threads";
import type { SentTask, SvgReply } from "../../../../src/core/engine/fonts/svg-thread.ts";
import { type AskedThreadData, answerQuestions, tellEnd } from "../../../../src/core/engine/threads/awaited-thread.ts";

const asked: AskedThreadData = workerData;
const fault = new URL(import.meta.url).searchParams.get("fault");

tellEnd(asked);
if (fault === "does-not-load") throw new Error("there is no such library");
answerQuestions<SentTask, SvgReply>(
  asked,
  () => {
    if (fault === "ends") process.exit(1);
    for (;;);
  },
  () => ({ kind: "failed" }),
);
