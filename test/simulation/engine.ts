// An engine behind the product's port that draws in no time: bytes that depend on the form and the data alone.
import { PoolBusyError, RenderBudgetError, type RenderRequest } from "../../src/core/engine/index.ts";
import { receiptOf } from "../../src/core/engine/messages/receipt.ts";
import type { ServiceDependencies } from "../../src/core/services/index.ts";
import { sha256Of } from "./sha256.ts";
import type { Process, World } from "./world.ts";

/** The payload of a number: the number of its records is its own plus one. */
export function payloadOf(number: number): Uint8Array {
  return new TextEncoder().encode(JSON.stringify({ number }));
}

export function recordsOf(number: number): number {
  return number + 1;
}

/** What the engine makes of a payload. */
export function fileOf(payload: Uint8Array): Uint8Array {
  return new TextEncoder().encode(`%PDF-2.0 simulated ${sha256Of(payload)}`);
}

const BUDGET_STEP_MS = 10_000;

const busy = (): Error => new PoolBusyError("every thread is busy");

/** The engine as a process sees it. */
export function engineSeenBy(world: World, process: Process): ServiceDependencies["engine"] {
  const work = (name: string): Promise<void> =>
    world.call(process, { port: "engine", name, perform: async () => undefined, lost: busy });
  return {
    ...OTHERS,
    async judge(request) {
      await work("engine.judge");
      return { kind: "good", records: recordsIn(request.payload) };
    },
    async render(request, admit, { budgetMs }) {
      let isOver = false;
      let isDrawn = false;
      const drawn = async () => {
        await work("engine.lay out");
        // Whoever was stopped asks for nothing more.
        if (isOver) return new Promise<never>(() => undefined);
        await admit(recordsIn(request.payload));
        await work("engine.draw");
        return renderedAnswer(request);
      };
      // The budget is time in which the process runs: a pause of it costs one step.
      const stopped = async (): Promise<never> => {
        for (let leftMs = budgetMs; leftMs > 0; leftMs -= BUDGET_STEP_MS) {
          await world.pause(process, Math.min(BUDGET_STEP_MS, leftMs));
          if (isDrawn) return new Promise<never>(() => undefined);
        }
        isOver = true;
        throw new RenderBudgetError("the budget is spent", budgetMs, null);
      };
      const drawing = drawn().finally(() => {
        isDrawn = true;
      });
      return Promise.race([drawing, stopped()]);
    },
  };
}

const OTHERS: Omit<ServiceDependencies["engine"], "judge" | "render"> = {
  check: refuse,
  checkTold: refuse,
  export: refuse,
  pageImages: refuse,
  profiles: refuse,
  known: refuse,
  spliceRows: refuse,
};

function refuse(): never {
  throw new Error("this is no part of the simulation");
}

function recordsIn(payload: Uint8Array | null): number {
  const { number }: { readonly number: number } = JSON.parse(new TextDecoder().decode(payload ?? undefined));
  return recordsOf(number);
}

function renderedAnswer(request: RenderRequest) {
  const payload = request.payload ?? new Uint8Array();
  const bytes = fileOf(payload);
  const sha256 = sha256Of(bytes);
  const records = recordsIn(payload);
  const receipt = receiptOf(request, sha256, "none");
  return { kind: "rendered", bytes, sha256, pages: records, records, receipt, diagnostics: [] } as const;
}
