// Judging: pages and data → what the business profiles find, and what the exporters write.
export { exportDrawn } from "./export-drawn.ts";
export {
  type AskedProfiles,
  type DrawnForm,
  type DrawnParts,
  type JudgedRecord,
  judgeDrawn,
  judgedRecord,
  kindsOf,
  type Learned,
  learning,
  pathInSource,
  profilesAsked,
  recordFacts,
  verdictsOf,
} from "./judge-drawn.ts";
export { readAloud } from "./read-aloud.ts";
