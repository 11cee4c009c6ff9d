// Names: what a name means where it stands, which name was meant, and findings about it.
export { declaredMember } from "./declared-lists.ts";
export { advice, around, type Findings, finding, insert, newFindings, replace, safe, suggestion } from "./findings.ts";
export {
  factKey,
  type NameScope,
  type NodeObserver,
  narrow,
  type OpenedRecord,
  openRecord,
  openShape,
  presentWhen,
  RESERVED_NAMES,
  type RecordsNear,
  rootScope,
  type SourceRecord,
  sourceShape,
  withFacts,
  withPageNames,
} from "./names.ts";
export { nearest } from "./nearest.ts";
export { readWord } from "./words.ts";
