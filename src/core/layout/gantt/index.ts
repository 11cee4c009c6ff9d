// Schedules: a table with a time axis → its headings, and the bars and marks of each record.

export { barShape, type PlacedBar, placeBars } from "./axis-bars.ts";
export {
  CLEAR_SHARE,
  clearWords,
  stripeHeight,
  stripeOf,
  type Words,
  wordsAreAcross,
  wordsAreCrossed,
  wordsOfBar,
  wordsOffEdges,
  wordsOfMilestone,
} from "./axis-words.ts";
export { buildGantt } from "./build-gantt.ts";
export { pointerOf } from "./labels-inside.ts";
export { boxOfMark } from "./mark-boxes.ts";
