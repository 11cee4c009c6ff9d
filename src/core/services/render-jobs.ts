import { ThreadDiedError } from "../engine/index.ts";
import { errorAnswerOf, platenError } from "../methods/index.ts";
import { type TraceCarrier, traceCarrier, tracedJob } from "../observability/index.ts";
import type { BegunRender, Render, RenderError, RenderFindings, RenderJob } from "../persistence/index.ts";
import { planNamed, queuedUntil, retainedUntil } from "../tenancy/index.ts";
import { briefly } from "./brief-waits.ts";
import { computedInTurn, countingFailure } from "./computing.ts";
import type { ServiceDependencies } from "./dependencies.ts";
import { asAnswerable } from "./failures.ts";
import { refuseOverRecordRate } from "./rates.ts";
import { judgedRefusal, refusalOf, startRefusal } from "./refusals.ts";
import { keptFindings } from "./render-findings.ts";
import {
  afterLostAnswer,
  drawingRefusal,
  engineRequest,
  keepFile,
  type RenderingRequest,
  recordedError,
  renderStart,
  STORING_MS_MAX,
  SYNCHRONOUS_BUDGET_MS,
  tellEnd,
  tellSuccess,
  timed,
} from "./rendering.ts";

/** A render that nobody waits for may take so long. */
export const JOB_BUDGET_MS = 5 * 60_000;

/**
 * A job that has joined a render which somebody waits for is handed out so much later at the soonest: most such renders
 * have succeeded by then, and of the others nearly all whose process is gone have been handed over to the queue.
 */
const JOINED_DELAY_SECONDS = 10;

/** A render that was begun so often, and each time ended with its process or by a fault of the service, is given up. */
export const JOB_TRIES_MAX = 6;

/** What to render later. */
export type JobRequest = Omit<RenderingRequest, "keepUntil" | "password" | "fields">;

/** The request whose job joins a running render. */
export type JoiningRequest = Omit<JobRequest, "canvas" | "keyHash" | "fileName">;

/** One try of a job, as the queue hands it out. */
export interface JobTry {
  readonly renderId: string;
  /** The trace of the request that the job was taken on with. */
  readonly trace: TraceCarrier;
}

/** Renders that their callers do not wait for: taken on here, rendered wherever a worker takes them. */
export class RenderJobs {
  readonly #dependencies: ServiceDependencies;
  readonly #budgetMs: number;

  constructor(dependencies: ServiceDependencies) {
    this.#dependencies = dependencies;
    this.#budgetMs = dependencies.jobBudgetMs ?? JOB_BUDGET_MS;
  }

  /**
   * Judges the data, reserves its records and queues the render, all or nothing: whoever is told of a job can rely on
   * it, whatever dies next.
   */
  async take(id: string, request: JobRequest): Promise<Render> {
    const records = await this.#judged(request);
    const { database, now, queue, rates } = this.#dependencies;
    const giveBack = await refuseOverRecordRate(rates, request.caller, records);
    const { caller } = request;
    const createdAt = now();
    const deadlineAt = queuedUntil(createdAt);
    const start = {
      ...renderStart(id, request, { records, createdAt, deadlineAt }),
      concurrentLimit: null,
    };
    const job = jobOf(id, request);
    const trace = traceCarrier();
    let isRefused = false;
    const taken = database.transaction(async (repositories) => {
      const queued = await repositories.renders.enqueue(start, job);
      if (!queued.ok) {
        isRefused = true;
        throw startRefusal(queued.reason, caller.plan, records, createdAt);
      }
      await queue.send(repositories.sql, { renderId: id, turn: queued.value.turn, trace });
      return queued.value.render;
    });
    const render = await taken.catch(async (thrown: unknown) => {
      if (isRefused) await giveBack();
      // A statement that took its time has kept the caller waiting. A repeat of the key finds what became of it.
      const render = await briefly(this.#dependencies, afterLostAnswer(this.#dependencies, id, thrown));
      if (render === null) throw thrown;
      return render;
    });
    queue.wake();
    return render;
  }

  /**
   * Has a job join the render of a request for the same file, which somebody waits for. That render has judged the data
   * and reserved its records; where it comes to nothing by no fault of the data, a worker draws it. False where it has
   * ended, so that there is nothing to join.
   */
  async join(render: Render, request: JoiningRequest): Promise<boolean> {
    const { database, now, queue } = this.#dependencies;
    const { id, organizationId } = render;
    const storedUntil = retainedUntil(request.caller.plan, now());
    const trace = traceCarrier();
    const isJoined =
      render.status === "rendering" &&
      (await database.transaction(async ({ renders, sql }) => {
        const turn = await renders.join(organizationId, jobOf(id, request), storedUntil);
        if (turn === null) return false;
        await queue.send(sql, { renderId: id, turn, delaySeconds: JOINED_DELAY_SECONDS, trace });
        return true;
      }));
    return isJoined || this.store(render, request.caller);
  }

  /** Has the file of a job be stored, whoever asked for it before. False where it has ended, or is no job. */
  store({ id }: Render, { plan }: JobRequest["caller"]): Promise<boolean> {
    const { database, now } = this.#dependencies;
    return database.renders.store(id, retainedUntil(plan, now()));
  }

  async #judged(request: JobRequest): Promise<number> {
    const { plan, scope } = request.caller;
    const { engine, rates } = this.#dependencies;
    const budgetMs = this.#dependencies.renderBudgetMs ?? SYNCHRONOUS_BUDGET_MS;
    const terms = { budgetMs, tenant: scope.organizationId };
    try {
      const asked = await engineRequest(this.#dependencies, request);
      const caller = { organizationId: scope.organizationId, plan };
      const judgement = await computedInTurn(rates, caller, budgetMs, () => engine.judge(asked, terms));
      if (judgement.kind !== "good") throw refusalOf(judgement, plan);
      return judgement.records;
    } catch (error) {
      throw drawingRefusal(error, budgetMs, false);
    }
  }

  /**
   * Renders a job. It may be tried by several workers, one after another or at once where one was thought dead: the
   * bytes are the same, and only the first end counts and charges. Throws where another try may help: for as long as a
   * database or store is away, and {@link JOB_TRIES_MAX} times where the service itself fails.
   */
  run(job: JobTry): Promise<void> {
    return tracedJob(job.trace, "render.job", { "platen.render_id": job.renderId }, () => this.#try(job.renderId));
  }

  async #try(renderId: string): Promise<void> {
    const { database, now } = this.#dependencies;
    const deadlineAt = new Date(now().getTime() + 2 * this.#budgetMs + STORING_MS_MAX);
    const begun = await database.renders.begin(renderId, deadlineAt);
    if (begun === null) return;
    if (begun === "waited_for") throw new Error(`somebody waits for ${renderId}; its job is not begun beside that`);
    if (begun.tries > JOB_TRIES_MAX) return this.#record(begun, ENDED_WITH_ITS_PROCESS);
    try {
      await this.#draw(begun);
    } catch (thrown) {
      const { code } = errorAnswerOf(asAnswerable(thrown), "");
      const isAway = code === "unavailable";
      if (isAway) await this.#putBack(begun);
      const mayPass = code === "internal" && !(thrown instanceof ThreadDiedError) && begun.tries < JOB_TRIES_MAX;
      if (isAway || mayPass) throw thrown;
      await this.#fail(begun, thrown instanceof ThreadDiedError ? endedItsThread(thrown) : thrown);
    }
  }

  /** Where the database is what is away, the try counts: the next one that begins ends that. */
  async #putBack({ render }: BegunRender): Promise<void> {
    const deadlineAt = queuedUntil(render.createdAt);
    await this.#dependencies.database.renders.putBack(render.id, deadlineAt).catch(() => undefined);
  }

  async #draw(begun: BegunRender): Promise<void> {
    const { job, render, plan: planName } = begun;
    const { contents, engine, now, plans, rates } = this.#dependencies;
    const plan = planNamed(plans, planName);
    const canvas = await contents.version(render.canvasId, render.canvasVersion);
    if (canvas === null) throw new Error(`version ${render.canvasVersion} of ${render.canvasId} is gone`);
    const { payload, isList, fileCreatedAt: createdAt, refusesMisfit } = job;
    const request = { caller: { plan }, canvas, payload, isList, createdAt, refusesMisfit };
    const asked = await engineRequest(this.#dependencies, request);
    const terms = { budgetMs: this.#budgetMs, tenant: render.organizationId };
    // Records were reserved when the job was taken on; the data has not changed since.
    const draw = () => countingFailure(rates, render.organizationId, () => engine.render(asked, async () => {}, terms));
    const answer = await timed(this.#dependencies, "draw", draw).catch((error: unknown) => {
      throw drawingRefusal(error, this.#budgetMs, true);
    });
    const keepUntil = retainedUntil(plan, now());
    if (answer.kind === "malformed" || answer.kind === "violations" || answer.kind === "too-large") {
      throw refusalOf(answer, plan);
    }
    const { source } = await contents.of(canvas);
    if (answer.kind !== "rendered") {
      const findings = keptFindings(source, answer.diagnostics, keepUntil);
      return this.#fail(begun, judgedRefusal(source, answer), findings);
    }
    const file = { ...answer, findings: keptFindings(source, answer.diagnostics, keepUntil) };
    const kept = await keepFile(this.#dependencies, job.renderId, file, { keepUntil, replayUntil: job.replayUntil });
    // Where another try has ended the render meanwhile, that end is the one that is told.
    if (kept !== null) tellSuccess(this.#dependencies, job.requestId, kept);
  }

  async #fail(begun: BegunRender, thrown: unknown, findings?: RenderFindings): Promise<void> {
    const { requestId, renderId } = begun.job;
    const error = recordedError(thrown, requestId);
    const names = { requestId, organizationId: begun.render.organizationId, renderId };
    if (error.code === "internal") this.#dependencies.log.error({ ...names, err: thrown }, "a job failed");
    await this.#record(begun, error, findings);
  }

  async #record(
    { job: { renderId, requestId }, render: { organizationId } }: BegunRender,
    { code, message }: Pick<RenderError, "code" | "message">,
    findings?: RenderFindings,
  ): Promise<void> {
    const { database, now } = this.#dependencies;
    const found = findings === undefined ? {} : { findings };
    const error = { code, message, requestId };
    const failed = await database.renders.fail({ id: renderId, error, finishedAt: now(), ...found });
    const names = { requestId, organizationId, renderId };
    if (failed !== null) tellEnd(this.#dependencies, names, { outcome: code, records: 0, pages: 0 });
  }
}

function jobOf(
  renderId: string,
  { caller, payload, isList, createdAt, replayUntil, refusesMisfit }: JoiningRequest,
): RenderJob {
  const { requestId } = caller;
  return { renderId, payload, isList, fileCreatedAt: createdAt, replayUntil, refusesMisfit, requestId };
}

/** What is said of a render that ended a thread, and another one when it was tried again. */
function endedItsThread(cause: ThreadDiedError): Error {
  const sentence = "The render was begun on two threads, and each time the thread that drew it ended";
  return platenError("internal", `${sentence}; nothing was charged. ${SMALLER_PARTS}`, { cause });
}

const SMALLER_PARTS = "Send it in smaller parts; if this lasts, tell whoever operates the service.";

/** What is said of a render that never came to an end of its own. */
const ENDED_WITH_ITS_PROCESS = {
  code: "internal",
  message:
    `The render was begun ${JOB_TRIES_MAX} times, and each time the process that drew it ended; nothing was charged. ` +
    SMALLER_PARTS,
};
