// Worst cases: a canvas → the longest data that it admits, and what is found with them.
export type { LaidOut } from "./row-counts.ts";
export { type FormLetters, findWorstCases, type UsualForm } from "./worst-cases.ts";
