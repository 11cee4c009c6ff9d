// Observability: what happens in the service → numbers for an operator's monitoring. Never a payload, key or password.
export { logDestination } from "./log-destination.ts";
export { loggedError } from "./logged-error.ts";
export { createMetrics, type MetricSources, type Metrics, type RenderPhase } from "./metrics.ts";
export {
  startTracing,
  type TraceCarrier,
  type Tracing,
  traceCarrier,
  traced,
  tracedCall,
  tracedJob,
} from "./tracing.ts";
