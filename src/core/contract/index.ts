// Contract: payload bytes → lossless values, or every place where they break what the template declares.
export { type JsonReading, type Malformed, readJson, readJsonThoroughly } from "./json.ts";
export { type JudgeOptions, VIOLATIONS_MAX } from "./judge.ts";
export { type NearMissList, nested } from "./near-miss.ts";
export {
  type PayloadListReading,
  type PayloadReading,
  pathInList,
  readPayload,
  readPayloadList,
} from "./read-payload.ts";
export { type TopLevelMember, topLevelMembers } from "./top-level-members.ts";
export {
  describeReceived,
  truncatedViolation,
  type Violation,
  type ViolationRule,
  violationMessage,
} from "./violation.ts";
