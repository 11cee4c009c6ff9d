/**
 * Turns HTTP requests under `/v1` into calls of the services, and their answers into HTTP answers, as the definition's
 * `google.api.http` rules and field options say. It holds no rule of its own.
 */
export { type RestOptions, restHandler } from "./rest-handler.ts";
