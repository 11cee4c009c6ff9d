// Contract: payload bytes → lossless values, or every place where they break what the template declares.
export { ARRAY_MAX } from "./contract-tree.ts";
export { type JsonReading, type Malformed, readJson, readJsonBytes } from "./json.ts";
export { type Judgement, type JudgeOptions, judgePayload, VIOLATIONS_MAX } from "./judge.ts";
export { checkPattern } from "./pattern.ts";
export { type PayloadReading, readPayload } from "./read-payload.ts";
export { type Violation, type ViolationRule, violationMessage } from "./violation.ts";
