// Contract: payload bytes → lossless values, or every place where they break what the template declares.
export {
  checkPattern, type PayloadReading, readPayload, type Violation, type ViolationRule, violationMessage,
} from "./read-payload.ts";
