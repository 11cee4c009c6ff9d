import { type Violation, violationMessage } from "../contract/index.ts";
import type { Diagnostic } from "../diagnostics/index.ts";
import {
  type AdmitRecords,
  ENGINE_VERSION,
  type RenderAnswer,
  RenderBudgetError,
  type RenderRequest,
} from "../engine/index.ts";
import { type ErrorFacts, errorAnswerOf, platenError } from "../methods/index.ts";
import type { Canvas, Render } from "../persistence/index.ts";
import { newId, usagePeriodAt } from "../tenancy/index.ts";
import type { TenantCaller } from "./caller.ts";
import type { ServiceDependencies } from "./dependencies.ts";
import { safeFileName } from "./file-name.ts";

/** A synchronous render is stopped at this time (interface specification, "Limits"). */
export const SYNCHRONOUS_BUDGET_MS = 25_000;

/** Storing and recording a finished file takes no longer than this; past it, its process counts as gone. */
const STORING_MS_MAX = 25_000;

/** What to render for whom. */
export interface RenderingRequest {
  readonly caller: TenantCaller;
  readonly canvas: Canvas;
  readonly payload: Uint8Array | null;
  readonly createdAt: string;
  /** Until when the file can be downloaded; null where it is not stored. */
  readonly keepUntil: Date | null;
  readonly fileName: string;
  /** The table of fields that a refusal of the data repeats, for tools; left out elsewhere. */
  readonly fields?: DocumentFields;
}

type DocumentFields = NonNullable<ErrorFacts["fields"]>;

export interface RenderedFile {
  readonly render: Render;
  readonly bytes: Uint8Array;
  readonly sha256: string;
  readonly pages: number;
  readonly records: number;
}

/**
 * The one way from a request to a file, whatever door it came through: contract, quota, drawing, storing, charging.
 * Records are reserved before drawing and charged when the file is there; a failure releases them.
 */
export class Rendering {
  readonly #dependencies: ServiceDependencies;

  readonly #budgetMs: number;

  constructor(dependencies: ServiceDependencies) {
    this.#dependencies = dependencies;
    this.#budgetMs = dependencies.renderBudgetMs ?? SYNCHRONOUS_BUDGET_MS;
  }

  /** Renders, or throws the refusal: contract violation, quota, size. */
  async render(request: RenderingRequest): Promise<RenderedFile> {
    const id = newId("rnd");
    let starting: Promise<void> | null = null;
    try {
      const { contentHash, compiled } = await this.#dependencies.contents.of(request.canvas);
      const job = {
        canvasHash: contentHash,
        canvasJson: compiled,
        payload: request.payload,
        renderer: "pdf",
        options: { createdAt: request.createdAt },
      };
      const start = (records: number): Promise<void> => {
        starting = this.#start(id, request, records);
        return starting;
      };
      const answer = await this.#draw(job, start);
      const file = fileOf(answer, request);
      refuseOversized(file, request.caller);
      return await this.#finish(id, request, file);
    } catch (thrown) {
      await this.#undo(id, request, starting, thrown);
      throw thrown;
    }
  }

  async #draw(job: RenderRequest, start: AdmitRecords): Promise<RenderAnswer> {
    try {
      return await this.#dependencies.engine.render(job, start, this.#budgetMs);
    } catch (error) {
      if (!(error instanceof RenderBudgetError)) throw error;
      throw budgetExceeded(this.#budgetMs, error);
    }
  }

  async #start(id: string, request: RenderingRequest, records: number): Promise<void> {
    const { caller, canvas } = request;
    const createdAt = this.#dependencies.now();
    const started = await this.#dependencies.database.renders.start({
      id,
      organizationId: canvas.organizationId,
      workspaceId: canvas.workspaceId,
      canvasId: canvas.id,
      canvasVersion: canvas.version,
      requestedBy:
        caller.principal.kind === "key" ? { keyId: caller.principal.keyId } : { personId: caller.principal.personId },
      records,
      recordLimit: caller.plan.recordsPerMonth,
      period: usagePeriodAt(createdAt).period,
      engineVersion: ENGINE_VERSION,
      fileName: safeFileName(request.fileName),
      createdAt,
      deadlineAt: new Date(createdAt.getTime() + 2 * this.#budgetMs + STORING_MS_MAX),
    });
    if (!started.ok) {
      throw quotaExceeded(caller, records, createdAt);
    }
  }

  async #finish(id: string, request: RenderingRequest, file: Rendered): Promise<RenderedFile> {
    const { database, store, now } = this.#dependencies;
    // The bytes are kept before the render is called a success: an acknowledged render is always there.
    if (request.keepUntil !== null) await store.put(id, file.bytes);
    const render = await database.renders.succeed({
      id,
      pages: file.pages,
      bytes: file.bytes.length,
      sha256: file.sha256,
      finishedAt: now(),
      storedUntil: request.keepUntil,
    });
    if (render === null) throw budgetExceeded(this.#budgetMs, new Error(`${id} was no longer under way at its end`));
    return { render, bytes: file.bytes, sha256: file.sha256, pages: file.pages, records: file.records };
  }

  /**
   * Releases what was reserved and removes what was stored. A render can be stopped while its reservation is still on
   * its way to the database, so that is waited for: a reservation that nobody releases would spend the quota.
   */
  async #undo(id: string, request: RenderingRequest, starting: Promise<void> | null, thrown: unknown): Promise<void> {
    const { database, log, now, store } = this.#dependencies;
    const { requestId } = request.caller;
    const isReserved = starting !== null && (await starting.then(() => true).catch(() => false));
    if (!isReserved) return;
    const { code, detail } = errorAnswerOf(thrown, requestId);
    const error = { code, message: detail.error, requestId };
    try {
      await database.renders.fail({ id, error, finishedAt: now() });
      if (request.keepUntil !== null) await store.delete(id);
    } catch (err) {
      // The refusal itself matters more to the caller; the abandoned reservation is released at its deadline.
      log.error({ requestId, renderId: id, err }, "a failed render could not be recorded");
    }
  }
}

/**
 * Of one record nothing is left; of several, fewer may be left than were asked for. Either way the whole request is
 * refused: half a batch is no document.
 */
function quotaExceeded({ plan }: TenantCaller, records: number, at: Date): Error {
  const next = usagePeriodAt(at).end.toISOString().slice(0, "2026-12-01".length);
  const asked = records === 1 ? "none is left" : `fewer than the ${records} of this request are left`;
  const sentence = `The plan (${plan.name}) has ${plan.recordsPerMonth} records a month, and ${asked}.`;
  return platenError("quota_exceeded", `${sentence} Wait until ${next} (UTC), or choose a larger plan.`);
}

function budgetExceeded(budgetMs: number, cause: unknown): Error {
  const sentence = `The render took longer than ${budgetMs / 1000} seconds and was stopped; nothing was charged.`;
  return platenError("render_budget_exceeded", `${sentence} Send less data at a time.`, { cause });
}

type Rendered = Extract<RenderAnswer, { kind: "rendered" }>;

function fileOf(answer: RenderAnswer, request: RenderingRequest): Rendered {
  switch (answer.kind) {
    case "rendered":
      return answer;
    case "malformed":
      throw platenError("invalid_argument", answer.message);
    case "violations":
      throw contractViolation(answer.violations, request);
    case "refused":
      throw contractViolation(answer.diagnostics.map(uncomputable), request);
  }
}

/**
 * A value of the form that this data makes impossible to compute is a fault of the data, at the record that the
 * finding is about; without one it is the data as a whole.
 */
function uncomputable({ dataPath = "", message }: Diagnostic): Violation {
  return { path: dataPath, rule: "computable", expected: message, received: "", example: null };
}

/** The refusal of a payload that does not satisfy the template's declarations. */
function contractViolation(violations: readonly Violation[], request: RenderingRequest): Error {
  return platenError("data_contract_violation", violationMessage(violations), {
    details: violations.map((violation) => ({
      path: violation.path,
      rule: violation.rule,
      expected: violation.expected,
      ...(violation.received === "" ? {} : { received: violation.received }),
      ...(violation.example === null ? {} : { example: violation.example }),
    })),
    ...(request.fields === undefined ? {} : { fields: request.fields }),
  });
}

/** A file over the plan's size or page cap is refused; trying again does not help. */
function refuseOversized(file: Rendered, caller: TenantCaller): void {
  const { outputBytesMax, pagesMax, name } = caller.plan;
  if (file.pages > pagesMax) {
    throw platenError(
      "too_large",
      `The document has ${file.pages} pages; the plan (${name}) allows ${pagesMax}. Send less data.`,
    );
  }
  if (file.bytes.length > outputBytesMax) {
    const sentence = `The file has ${file.bytes.length} bytes; the plan (${name}) allows ${outputBytesMax}.`;
    throw platenError("too_large", `${sentence} Send less data.`);
  }
}
