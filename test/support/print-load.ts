// Clients that print without a pause and keep what they were promised.
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ClusterTenant } from "./cluster.ts";

/** A file that a client got in its hands and that was to be kept. */
export interface PromisedFile {
  readonly renderId: string;
  readonly sha256: string;
}

export interface PrintLoad {
  /** Renders that were answered with their bytes, and kept. */
  readonly files: PromisedFile[];
  /** Renders that were taken on. */
  readonly jobs: Set<string>;
  /** Answers by status, and `connection` where there was none. */
  readonly outcomes: Map<string, number>;
  /** Stops sending, and waits for what is under way. */
  stop(): Promise<void>;
}

export interface PrintLoadOptions {
  readonly tenant: ClusterTenant;
  /** The addresses at this moment; each print takes the next one. */
  readonly addresses: () => readonly string[];
  readonly clients: number;
  /** How many of a client's prints are asynchronous: every n-th. */
  readonly everyNthIsJob: number;
  /** Records of an asynchronous print. */
  readonly jobRecords: number;
}

/** How long a client waits before it tries a print again: a busy program would be no test of anything else. */
const PAUSE_MS = 150;

/** Prints from several clients until stopped; each repeats a print by its idempotency key until it is acknowledged. */
export function startPrintLoad(options: PrintLoadOptions): PrintLoad {
  const files: PromisedFile[] = [];
  const jobs = new Set<string>();
  const outcomes = new Map<string, number>();
  let stopped = false;
  let printed = 0;
  const printOne = async (): Promise<void> => {
    printed += 1;
    const isJob = printed % options.everyNthIsJob === 0;
    const key = `print-${printed}`;
    for (let attempt = printed; ; attempt += 1) {
      const addresses = options.addresses();
      const answer = await send(addresses[attempt % addresses.length] ?? "", key, isJob, options);
      outcomes.set(answer.outcome, (outcomes.get(answer.outcome) ?? 0) + 1);
      if (answer.file !== undefined) files.push(answer.file);
      if (answer.job !== undefined) jobs.add(answer.job);
      if (answer.file !== undefined || answer.job !== undefined) return;
      await sleep(PAUSE_MS);
    }
  };
  const client = async (): Promise<void> => {
    while (!stopped) await printOne();
  };
  const clients = Array.from({ length: options.clients }, client);
  return {
    files,
    jobs,
    outcomes,
    async stop() {
      stopped = true;
      await Promise.all(clients);
    },
  };
}

interface Acknowledgement {
  readonly outcome: string;
  readonly file?: PromisedFile;
  readonly job?: string;
}

async function send(
  baseUrl: string,
  key: string,
  isJob: boolean,
  { tenant, jobRecords }: PrintLoadOptions,
): Promise<Acknowledgement> {
  const records = Array.from({ length: jobRecords }, () => tenant.payload).join(",");
  const body = isJob ? `{"dataList":[${records}]}` : `{"data":${tenant.payload},"options":{"store":true}}`;
  try {
    const answer = await fetch(`${baseUrl}/v1/canvases/${tenant.canvasId}/pdf`, {
      method: "POST",
      headers: {
        "x-api-key": tenant.key,
        "content-type": "application/json",
        "idempotency-key": key,
        // A connection of its own for each print, as behind a balancer that keeps none.
        connection: "close",
        ...(isJob ? { prefer: "respond-async" } : {}),
      },
      body,
    });
    const bytes = new Uint8Array(await answer.arrayBuffer());
    const outcome = String(answer.status);
    if (answer.status === 202) {
      const { id } = JSON.parse(new TextDecoder().decode(bytes)) as { id: string };
      return { outcome, job: id };
    }
    if (answer.status !== 200) return { outcome };
    const sha256 = createHash("sha256").update(bytes).digest("hex");
    return { outcome, file: { renderId: answer.headers.get("x-service-render-id") ?? "", sha256 } };
  } catch {
    return { outcome: "connection" };
  }
}
