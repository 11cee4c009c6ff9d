import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";

/** The parts of a render's time: waiting for a thread and drawing, keeping the bytes, and recording. */
export type RenderPhase = "draw" | "store" | "record";

/** Where the numbers come from that are read when they are asked for. */
export interface MetricSources {
  /** The most worker threads of this process, those that are busy, and tasks that wait for one. */
  readonly pool: () => { readonly threads: number; readonly busy: number; readonly waiting: number };
  /** Renders that wait in the queue, of all processes; null where it can't be read at the moment. */
  readonly queued: () => Promise<number | null>;
}

/** What the service tells, and the page that monitoring reads. */
export interface Metrics {
  /** One call of a method has ended; `code` is `ok` or one of the closed list of error codes. */
  callEnded(call: { readonly method: string; readonly code: string; readonly seconds: number }): void;
  /** One render has ended; `outcome` is `succeeded` or the code of its failure. */
  renderEnded(render: { readonly outcome: string; readonly records: number; readonly pages: number }): void;
  phaseEnded(phase: RenderPhase, seconds: number): void;
  /** A cache was asked. */
  cacheAsked(cache: string, isHit: boolean): void;
  /** The Prometheus text format, version 0.0.4. */
  page(): Promise<{ readonly contentType: string; readonly text: string }>;
}

/** From a warm one-page render to the synchronous budget. */
const SECONDS_BUCKETS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 25];

/** Metrics in a registry of their own, with those of the process and its event loop. */
export function createMetrics({ pool, queued }: MetricSources): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const calls = new Histogram({
    name: "platen_call_seconds",
    help: "Time of calls by method and outcome code.",
    labelNames: ["method", "code"],
    buckets: SECONDS_BUCKETS,
    registers,
  });
  const renders = counter("platen_renders_total", "Renders that ended, by outcome.", ["outcome"], registers);
  const records = counter("platen_records_total", "Records of renders that succeeded.", [], registers);
  const pages = counter("platen_pages_total", "Pages of renders that succeeded.", [], registers);
  const caches = counter("platen_cache_requests_total", "Questions to a cache.", ["cache", "result"], registers);
  const phases = new Histogram({
    name: "platen_render_phase_seconds",
    help: "Time of the phases of renders.",
    labelNames: ["phase"],
    buckets: SECONDS_BUCKETS,
    registers,
  });
  readOnDemand(registers, pool, queued);
  return {
    callEnded: ({ method, code, seconds }) => calls.observe({ method, code }, seconds),
    renderEnded(render) {
      renders.inc({ outcome: render.outcome });
      if (render.outcome !== "succeeded") return;
      records.inc(render.records);
      pages.inc(render.pages);
    },
    phaseEnded: (phase, seconds) => phases.observe({ phase }, seconds),
    cacheAsked: (cache, isHit) => caches.inc({ cache, result: isHit ? "hit" : "miss" }),
    page: async () => ({ contentType: registry.contentType, text: await registry.metrics() }),
  };
}

function counter<Label extends string>(
  name: string,
  help: string,
  labelNames: readonly Label[],
  registers: Registry[],
): Counter<Label> {
  return new Counter({ name, help, labelNames: [...labelNames], registers });
}

/** Gauges that are set as they are read. */
function readOnDemand(registers: Registry[], pool: MetricSources["pool"], queued: MetricSources["queued"]): void {
  const gauge = (name: string, help: string, read: () => Promise<number | null> | number): void => {
    new Gauge({
      name,
      help,
      registers,
      async collect() {
        const value = await read();
        if (value === null) this.remove();
        else this.set(value);
      },
    });
  };
  gauge("platen_pool_threads", "Worker threads of this process.", () => pool().threads);
  gauge("platen_pool_busy_threads", "Worker threads that are rendering.", () => pool().busy);
  gauge("platen_pool_waiting_tasks", "Tasks that wait for a worker thread.", () => pool().waiting);
  gauge("platen_queue_depth", "Renders that wait in the queue, of all processes.", queued);
}
