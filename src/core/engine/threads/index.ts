// Threads: a thread of its own that is asked and waited for.
export { type AskedThreadData, type Awaited, AwaitedThread, answerQuestions, tellEnd } from "./awaited-thread.ts";
export { countAwaitedWork } from "./awaited-work.ts";
export { overdrawnWords, timeAllowance } from "./time-allowance.ts";
