import type { Diagnostic } from "../diagnostics/index.ts";
import {
  type AdmitRecords,
  ENGINE_VERSION,
  MachineBusyError,
  PoolBusyError,
  type RenderAnswer,
  RenderBudgetError,
  type RenderRequest,
  receiptText,
  ThreadMemoryError,
} from "../engine/index.ts";
import { errorAnswerOf } from "../methods/index.ts";
import { type RenderPhase, traced } from "../observability/index.ts";
import {
  type Canvas,
  isDatabaseUnavailable,
  type Render,
  type RenderError,
  type RenderFindings,
  type RenderStart,
} from "../persistence/index.ts";
import { queuedUntil, retainedUntil, usagePeriodAt } from "../tenancy/index.ts";
import { briefly } from "./brief-waits.ts";
import type { TenantCaller } from "./caller.ts";
import { computedRender, poolBusy } from "./computing.ts";
import type { ServiceDependencies } from "./dependencies.ts";
import { asAnswerable } from "./failures.ts";
import { safeFileName } from "./file-name.ts";
import { LateStarts } from "./late-starts.ts";
import type { Leases } from "./leases.ts";
import { refuseOverRecordRate } from "./rates.ts";
import {
  budgetExceeded,
  type DocumentFields,
  databaseLate,
  judgedRefusal,
  leaseLost,
  memoryExceeded,
  refusalOf,
  startRefusal,
} from "./refusals.ts";
import { keptFindings } from "./render-findings.ts";

/** A synchronous render is stopped at this time. */
export const SYNCHRONOUS_BUDGET_MS = 25_000;

/** Storing and recording a finished file takes no longer than this; past it, its process counts as gone. */
export const STORING_MS_MAX = 25_000;

/** What to render for whom. */
export interface RenderingRequest {
  readonly caller: TenantCaller;
  readonly canvas: Canvas;
  readonly payload: Uint8Array | null;
  /** The payload is an array with one object for each document. */
  readonly isList: boolean;
  readonly createdAt: string;
  /** Until when the file can be downloaded; null where it is not stored. */
  readonly keepUntil: Date | null;
  /** Until when the file answers repeated requests; null where the request had no key. */
  readonly replayUntil: Date | null;
  /** SHA-256 of the request's key, which has to be held for the render when it begins; left out, it had none. */
  readonly keyHash?: Uint8Array;
  readonly fileName: string;
  /** No file is made whose content does not fit. */
  readonly refusesMisfit: boolean;
  /** Opens the file, where the template's policy takes one. It is on its way to the engine and nowhere else. */
  readonly password?: string;
  /** The table of fields that a refusal of the data repeats, for tools; left out elsewhere. */
  readonly fields?: DocumentFields;
}

export interface RenderedFile {
  readonly render: Render;
  readonly bytes: Uint8Array;
  /** What was found of it. */
  readonly found: readonly Diagnostic[];
}

/** A database that takes so long for its word on a beginning render is late; it takes a few milliseconds. */
const DATABASE_LATE_MS = 100;

/**
 * The one way from a request to a file that its caller waits for: contract, quota, drawing, storing, charging. Records
 * are reserved before drawing and charged when the file is there; a failure releases them.
 */
export class Rendering {
  readonly #dependencies: ServiceDependencies;

  readonly #leases: Leases;

  readonly #lateStarts: LateStarts;

  readonly #budgetMs: number;

  constructor(dependencies: ServiceDependencies, leases: Leases) {
    this.#dependencies = dependencies;
    this.#leases = leases;
    this.#lateStarts = new LateStarts(dependencies);
    this.#budgetMs = dependencies.renderBudgetMs ?? SYNCHRONOUS_BUDGET_MS;
  }

  /** Renders under the identifier `id`, or throws the refusal: contract violation, quota, size. */
  render(id: string, request: RenderingRequest): Promise<RenderedFile> {
    return this.#leases.during({ renderId: id }, () => this.#render(id, request));
  }

  async #render(id: string, request: RenderingRequest): Promise<RenderedFile> {
    let starting: Promise<Render> | null = null;
    let findings: RenderFindings | undefined;
    let isRefused = false;
    const cameMs = this.#dependencies.now().getTime();
    try {
      const job = await engineRequest(this.#dependencies, request);
      let started: Render | undefined;
      let askedMs = Number.POSITIVE_INFINITY;
      const start = async (records: number): Promise<void> => {
        askedMs = performance.now();
        started = await this.#lateStarts.during(cameMs, () => {
          starting = this.#start(id, request, records);
          return starting;
        });
      };
      const isWaiting = (): boolean => started === undefined && performance.now() - askedMs >= DATABASE_LATE_MS;
      const answer = await this.#draw(job, start, request.caller, isWaiting);
      isRefused = answer.kind !== "rendered";
      if (answer.kind === "misfit" || answer.kind === "refused") {
        const { source } = await this.#dependencies.contents.of(request.canvas);
        findings = keptFindings(source, answer.diagnostics, this.#retainedUntil(request));
        throw judgedRefusal(source, answer, request.fields);
      }
      if (answer.kind !== "rendered") throw refusalOf(answer, request.caller.plan, request.fields);
      return await this.#finish(id, request, answer, started);
    } catch (thrown) {
      const undoing = { starting, isRefused, ...(findings === undefined ? {} : { findings }) };
      await briefly(this.#dependencies, this.#undo(id, request, undoing, thrown));
      throw thrown;
    }
  }

  #retainedUntil({ caller }: RenderingRequest): Date {
    return retainedUntil(caller.plan, this.#dependencies.now());
  }

  /** `isWaiting` tells whether the database was asked long ago if the render may begin: time is up by its doing. */
  async #draw(
    job: RenderRequest,
    start: AdmitRecords,
    { scope, plan }: TenantCaller,
    isWaiting: () => boolean,
  ): Promise<RenderAnswer> {
    const { engine, rates } = this.#dependencies;
    const { organizationId } = scope;
    try {
      const terms = { budgetMs: this.#budgetMs, tenant: organizationId };
      return await timed(this.#dependencies, "draw", () =>
        computedRender(rates, { organizationId, plan }, () => engine.render(job, start, terms)),
      );
    } catch (error) {
      const isStopped = error instanceof RenderBudgetError || error instanceof MachineBusyError;
      if (isStopped && isWaiting()) throw databaseLate(this.#budgetMs, error);
      throw drawingRefusal(error, this.#budgetMs, false);
    }
  }

  async #start(id: string, request: RenderingRequest, records: number): Promise<Render> {
    const giveBack = await refuseOverRecordRate(this.#dependencies.rates, request.caller, records);
    const createdAt = this.#dependencies.now();
    const start = renderStart(id, request, { records, createdAt, deadlineAt: this.#leases.until });
    const started = await this.#dependencies.database.renders.start(start);
    if (started.ok) return started.value;
    await giveBack();
    throw startRefusal(started.reason, request.caller.plan, records, createdAt);
  }

  async #finish(
    id: string,
    request: RenderingRequest,
    file: Rendered,
    started: Render | undefined,
  ): Promise<RenderedFile> {
    const { source } = await this.#dependencies.contents.of(request.canvas);
    const findings = keptFindings(source, file.diagnostics, this.#retainedUntil(request));
    const render = await keepFile(this.#dependencies, id, { ...file, findings }, request, started);
    if (render !== null) {
      tellSuccess(this.#dependencies, request.caller.requestId, render);
      return { render, bytes: file.bytes, found: file.diagnostics };
    }
    throw leaseLost(new Error(`${id} was no longer under way at its end`));
  }

  /**
   * Releases what was reserved and removes what was stored. A render that a job has joined goes to the queue instead,
   * unless its content was refused: whoever was told of a job gets its file. A render can be stopped while its
   * reservation is still on its way to the database, so that is waited for: a reservation that nobody releases would
   * spend the quota.
   */
  async #undo(
    id: string,
    request: RenderingRequest,
    { starting, isRefused, ...found }: Undoing,
    thrown: unknown,
  ): Promise<void> {
    const { database, log, now, store } = this.#dependencies;
    const { requestId, scope } = request.caller;
    const { organizationId } = scope;
    const { code: outcome } = recordedError(thrown, requestId);
    const names = { requestId, organizationId, renderId: starting === null ? null : id };
    tellEnd(this.#dependencies, names, { outcome, records: 0, pages: 0 });
    // A reservation whose answer was lost may have come through.
    const mayBeReserved = starting !== null && (await starting.then(() => true).catch(isDatabaseUnavailable));
    if (!mayBeReserved) return;
    try {
      const failure = { id, error: recordedError(thrown, requestId), finishedAt: now(), ...found };
      await database.renders.failOrHandOver(failure, isRefused ? null : queuedUntil(now()));
      // Where a success was recorded and its answer lost, the bytes are that render's and stay.
      const isOrphan = isKept(request) && (await database.renders.withoutBytes([id])).length > 0;
      if (isOrphan) await store.delete(id);
    } catch (err) {
      // The refusal itself matters more to the caller; the abandoned reservation is released when its lease is over.
      log.error({ requestId, organizationId, renderId: id, err }, "a failed render could not be recorded");
    }
  }
}

/** How far a render had come that failed. */
interface Undoing {
  /** Null where it had not asked to begin. */
  readonly starting: Promise<Render> | null;
  /** Its content was refused: another try ends as this one. */
  readonly isRefused: boolean;
  readonly findings?: RenderFindings;
}

type Rendered = Extract<RenderAnswer, { kind: "rendered" }>;

/** For how long a file is kept, and for what. */
type Keeping = Pick<RenderingRequest, "keepUntil" | "replayUntil">;

function isKept({ keepUntil, replayUntil }: Keeping): boolean {
  return keepUntil !== null || replayUntil !== null;
}

/** What the engine is asked, with the caps of the caller's plan. */
export async function engineRequest(
  { contents }: ServiceDependencies,
  request: Pick<RenderingRequest, "canvas" | "payload" | "isList" | "createdAt" | "password"> & {
    readonly refusesMisfit?: boolean;
    readonly caller: Pick<TenantCaller, "plan">;
  },
): Promise<RenderRequest> {
  const { contentHash, compiledBytes, source, summary } = await contents.of(request.canvas);
  const { pagesMax, outputBytesMax } = request.caller.plan;
  return {
    canvasHash: contentHash,
    canvasJson: compiledBytes,
    payload: request.payload,
    isList: request.isList,
    renderer: "pdf",
    ...(summary.profiles.length === 0 ? {} : { source }),
    refusesMisfit: request.refusesMisfit ?? false,
    options: {
      createdAt: request.createdAt,
      collatedTitle: request.canvas.title,
      limits: { pagesMax, bytesMax: outputBytesMax },
      ...(request.password === undefined ? {} : { password: request.password }),
    },
  };
}

/** The record with which a render begins. */
export function renderStart(
  id: string,
  { caller, canvas, fileName, keyHash }: Pick<RenderingRequest, "caller" | "canvas" | "fileName" | "keyHash">,
  facts: Pick<RenderStart, "records" | "createdAt" | "deadlineAt">,
): RenderStart {
  const { principal, plan } = caller;
  return {
    id,
    organizationId: canvas.organizationId,
    workspaceId: canvas.workspaceId,
    canvasId: canvas.id,
    canvasVersion: canvas.version,
    requestedBy: principal.kind === "key" ? { keyId: principal.keyId } : { personId: principal.personId },
    recordLimit: plan.recordsPerMonth,
    concurrentLimit: plan.concurrentRenders,
    period: usagePeriodAt(facts.createdAt).period,
    engineVersion: ENGINE_VERSION,
    fileName: safeFileName(fileName),
    ...(keyHash === undefined ? {} : { keyHash }),
    ...facts,
  };
}

/**
 * Keeps a finished file and charges for it. Null where the render was ended by somebody else meanwhile. `started` is
 * the render of a caller who waits; left out, it is a job's.
 */
export async function keepFile(
  dependencies: ServiceDependencies,
  id: string,
  { bytes, pages, sha256, receipt, findings }: Rendered & { readonly findings: RenderFindings },
  keeping: Keeping,
  started?: Render,
): Promise<Render | null> {
  const { database, store, now } = dependencies;
  // The bytes are kept before the render is called a success: an acknowledged render is always there.
  if (isKept(keeping)) await timed(dependencies, "store", () => store.put(id, bytes));
  const { keepUntil: storedUntil, replayUntil } = keeping;
  const success = {
    ...{ id, pages, bytes: bytes.length, sha256, receipt: receiptText(receipt) },
    ...{ finishedAt: now(), storedUntil, replayUntil, findings },
    ...(started === undefined ? {} : { started }),
  };
  return timed(dependencies, "record", () => database.renders.succeed(success)).catch(async (thrown: unknown) => {
    const looking = afterLostAnswer(dependencies, id, thrown);
    // Whoever waits repeats the request, and a repeat finds what became of it; a job has nobody to repeat it.
    const render = started === undefined ? await looking : await briefly(dependencies, looking);
    if (render?.status !== "succeeded") throw thrown;
    return render;
  });
}

/**
 * The render as it stands after a write of it was not answered: a connection may break between a commit and its answer,
 * and whoever is told of a failure then would ask, and pay, once more. Throws what was thrown where there is no render.
 */
export async function afterLostAnswer(
  { database, now }: ServiceDependencies,
  id: string,
  thrown: unknown,
): Promise<Render> {
  const render = isDatabaseUnavailable(thrown) ? await database.renders.findLinked(id, now()).catch(() => null) : null;
  if (render === null) throw thrown;
  return render;
}

/** Whose render it is, as logs name it. */
interface RenderNames {
  readonly requestId: string;
  readonly organizationId: string;
  /** Null where it was refused before it began. */
  readonly renderId: string | null;
}

/** Tells the log and monitoring how a render ended: who and how much, and nothing of what was drawn. */
export function tellEnd(
  { log, metrics }: ServiceDependencies,
  names: RenderNames,
  end: { readonly outcome: string; readonly records: number; readonly pages: number },
): void {
  metrics.renderEnded(end);
  log.info({ ...names, ...end }, "a render ended");
}

export function tellSuccess(dependencies: ServiceDependencies, requestId: string, render: Render): void {
  const { id: renderId, organizationId, records } = render;
  const pages = render.pages ?? 0;
  tellEnd(dependencies, { requestId, organizationId, renderId }, { outcome: "succeeded", records, pages });
}

/** Does one phase of a render in a span, and tells how long it took. */
export async function timed<Value>(
  { metrics }: ServiceDependencies,
  phase: RenderPhase,
  work: () => Promise<Value>,
): Promise<Value> {
  const startedMs = performance.now();
  try {
    return await traced(`render.${phase}`, {}, work);
  } finally {
    metrics.phaseEnded(phase, (performance.now() - startedMs) / 1000);
  }
}

/** What the engine's pool threw, as an error of the closed list where it is the request's doing. */
export function drawingRefusal(error: unknown, budgetMs: number, isJob: boolean): unknown {
  if (error instanceof RenderBudgetError) return budgetExceeded(budgetMs, isJob, error);
  if (error instanceof ThreadMemoryError) return memoryExceeded(error);
  if (error instanceof PoolBusyError) return poolBusy(error, budgetMs);
  return error;
}

/** What was thrown, as a render's record keeps it. */
export function recordedError(thrown: unknown, requestId: string): RenderError {
  const { code, detail } = errorAnswerOf(asAnswerable(thrown), requestId);
  return { code, message: detail.error, requestId };
}
