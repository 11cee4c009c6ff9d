import { type Attributes, context, propagation, SpanKind, SpanStatusCode, trace } from "@opentelemetry/api";

/** Where spans go. */
export interface TracingOptions {
  /** The collector's address for traces over OTLP/HTTP, such as `http://collector:4318/v1/traces`. */
  readonly url: string;
  readonly version: string;
}

/** Ends tracing: what has been gathered is still sent. */
export interface Tracing {
  stop(): Promise<void>;
}

const NAME = "platen";

/** A collector that is away must not hold up a shutdown. */
const STOP_MS_MAX = 5_000;

/**
 * Sends spans to a collector, in batches beside the requests. The libraries are loaded only here: an installation
 * without a collector pays nothing, and spans that nobody collects are not made.
 */
export async function startTracing({ url, version }: TracingOptions): Promise<Tracing> {
  const [{ BatchSpanProcessor, TracerProvider }, { OTLPTraceExporter }, hooks, core, { resourceFromAttributes }] =
    await Promise.all([
      import("@opentelemetry/sdk-trace"),
      import("@opentelemetry/exporter-trace-otlp-http"),
      import("@opentelemetry/context-async-hooks"),
      import("@opentelemetry/core"),
      import("@opentelemetry/resources"),
    ]);
  const exporter = new OTLPTraceExporter({ url });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ "service.name": NAME, "service.version": version }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new core.W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return {
    async stop() {
      const late = new Promise((resolve) => setTimeout(resolve, STOP_MS_MAX).unref());
      await Promise.race([provider.shutdown().catch(() => undefined), late]);
      trace.disable();
      propagation.disable();
      context.disable();
    },
  };
}

/** Facts of a span: identifiers and counts, never a payload, key or password. */
export type SpanFacts = Attributes;

/** Runs a call from outside in a span, a child of the caller's own where its headers name one (W3C Trace Context). */
export function tracedCall<Value>(
  headers: Headers,
  name: string,
  facts: SpanFacts,
  work: () => Promise<Value>,
): Promise<Value> {
  const caller = propagation.extract(context.active(), headers, {
    get: (carrier, key) => carrier.get(key) ?? undefined,
    keys: (carrier) => [...carrier.keys()],
  });
  return context.with(caller, () => inSpan(name, SpanKind.SERVER, facts, work));
}

/** The span that the caller is in, as it travels beside work that is done later (W3C Trace Context); often empty. */
export type TraceCarrier = Readonly<Record<string, string>>;

/** Where a trace goes on from here. Nothing of what the caller sent is in it but the identifiers of its trace. */
export function traceCarrier(): TraceCarrier {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

/** Does work of a queue in a span that is a child of the one in which it was asked for, in whatever process. */
export function tracedJob<Value>(
  carrier: TraceCarrier,
  name: string,
  facts: SpanFacts,
  work: () => Promise<Value>,
): Promise<Value> {
  const asked = propagation.extract(context.active(), carrier);
  return context.with(asked, () => inSpan(name, SpanKind.CONSUMER, facts, work));
}

/** Runs a part of a call in a span of its own. */
export function traced<Value>(name: string, facts: SpanFacts, work: () => Promise<Value>): Promise<Value> {
  return inSpan(name, SpanKind.INTERNAL, facts, work);
}

function inSpan<Value>(name: string, kind: SpanKind, facts: SpanFacts, work: () => Promise<Value>): Promise<Value> {
  return trace.getTracer(NAME).startActiveSpan(name, { kind, attributes: facts }, async (span) => {
    try {
      return await work();
    } catch (error) {
      // The message of an error can repeat what a caller sent; its kind can't.
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : "error" });
      throw error;
    } finally {
      span.end();
    }
  });
}
