// Admin door: readiness and metrics, for the operator's own network.
export { type AdminOptions, adminHandler, type Readiness, readinessHandler } from "./handler.ts";
export { livenessOf } from "./liveness.ts";
