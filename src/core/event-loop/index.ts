// Event loop: who computes much in small pieces asks here before each piece, so that others have their turn. Limits of
// time are counted here by the time in which the process runs.
export { answeredInTurn, LOOP_HELD_MS_MAX, takeLoopTurn } from "./loop-turns.ts";
export { countRunningTime, type RunningTime } from "./running-time.ts";
