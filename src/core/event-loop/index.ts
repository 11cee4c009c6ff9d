// Event loop: who computes much in small pieces asks here before each piece, so that others have their turn.
export { LOOP_HELD_MS_MAX, takeLoopTurn } from "./loop-turns.ts";
