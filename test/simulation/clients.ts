// Clients as the documentation tells them to be: what is answered 429, 503 or 504, or not at all, is sent again with
// the same key; a job is asked for until it has ended; a stored file is downloaded; and where the download says that
// the file is gone, the request is sent again with its key, which makes the file again.
import type { Plan, Wish } from "./plan.ts";
import type { Answer, Question, Site } from "./site.ts";
import type { World } from "./world.ts";

/** What came of a wish. */
export interface Granted {
  readonly client: number;
  readonly wish: Wish;
  /** Every answer that brought a file of the wish. */
  readonly files: AnsweredFile[];
  /** Renders that the client was told of, files and jobs alike. */
  readonly told: Set<string>;
  /** Those that it may download for as long as the plan keeps files. */
  readonly stored: Set<string>;
  /** Answers that no client is to see, in words. */
  readonly wrong: string[];
  /** Codes of the errors that it was answered with, and `lost` where there was no answer. */
  readonly refusals: string[];
  isDone: boolean;
}

/** A file as a client got it. */
interface AnsweredFile {
  readonly renderId: string;
  readonly bytes: Uint8Array;
  readonly question: Question["kind"];
  /** The step of the run after which it was asked for. */
  readonly askedStep: number;
}

/** Answers after which the same request is sent again. */
const PASSING: ReadonlySet<string> = new Set(["unavailable", "render_budget_exceeded", "rate_limited"]);

/** A client gives a request up at this time, which is above all budgets of the service, and sends it again. */
const PATIENCE_MS = 60_000;

const PAUSE_MS = 1_000;
const PAUSE_MS_MAX = 60_000;
const TRIES_MAX = 400;

/** A file that was made again vanishes again in few runs, and in none of them more often than there are faults. */
const VANISHED_MAX = 10;

/** What the download of a file says that the store has lost for good. */
const GONE = /^The stored file is gone\. Its request makes it again/;

/** Has the clients of a plan ask, and answers what came of each wish; full when the promise is kept. */
export function clientsOf(world: World, site: Site, plan: Plan): { granted: readonly Granted[]; done: Promise<void> } {
  const granted: Granted[] = plan.clients.flatMap((wishes, client) =>
    wishes.map((wish): Granted => {
      const empty = { files: [], told: new Set<string>(), stored: new Set<string>(), wrong: [], refusals: [] };
      return { client, wish, ...empty, isDone: false };
    }),
  );
  const visiting = plan.clients.map(async (_, client) => {
    for (const grant of granted.filter((each) => each.client === client)) await new Visit(world, site, grant).make();
  });
  return { granted, done: Promise.all(visiting).then(() => undefined) };
}

/** One wish on its way. */
class Visit {
  readonly #world: World;
  readonly #site: Site;
  readonly #grant: Granted;
  #askedStep = 0;

  constructor(world: World, site: Site, grant: Granted) {
    this.#world = world;
    this.#site = site;
    this.#grant = grant;
  }

  async make(): Promise<void> {
    if ((await this.#render()) === null) return;
    for (const renderId of this.#grant.stored) await this.#download(renderId);
    this.#grant.isDone = true;
  }

  /** The render that answered the request, once its job has ended well; null where that is not so. */
  async #render(): Promise<string | null> {
    const { wish, told, stored, files } = this.#grant;
    const answer = await this.#answered({ kind: "render", wish });
    if (answer === null || !("renderId" in answer)) return null;
    const { renderId } = answer;
    told.add(renderId);
    if (answer.kind === "file") {
      files.push({ ...answer, question: "render", askedStep: this.#askedStep });
      // A replayed answer may be of a render that another request asked for, which stored nothing.
      if (wish.stored && wish.way === "waiting" && !answer.isReplayed) stored.add(renderId);
      return renderId;
    }
    stored.add(renderId);
    return (await this.#awaitJob(renderId)) ? renderId : null;
  }

  async #awaitJob(renderId: string): Promise<boolean> {
    for (let round = 0; round < TRIES_MAX; round += 1) {
      const answer = await this.#answered({ kind: "status", renderId });
      if (answer?.kind !== "status") return false;
      if (answer.status === "succeeded") return true;
      if (answer.status !== "queued" && answer.status !== "rendering") {
        this.#grant.wrong.push(`the accepted job was ${answer.status}`);
        return false;
      }
      await this.#world.pause(null, pauseMs(round));
    }
    this.#grant.wrong.push("the accepted job never ended");
    return false;
  }

  async #download(renderId: string): Promise<void> {
    const { files, wish, wrong } = this.#grant;
    for (let vanished = 0; vanished < VANISHED_MAX; vanished += 1) {
      const answer = await this.#answered({ kind: "file", renderId });
      if (answer?.kind === "file") files.push({ ...answer, question: "file", askedStep: this.#askedStep });
      if (answer?.kind !== "gone") return;
      // Without a key the file stays gone; so it does where the key belongs to another render by now.
      if (wish.key === null || (await this.#render()) !== renderId) return;
    }
    wrong.push(`the file of ${renderId} was never made again`);
  }

  /** The answer of a question that is asked until there is one; null where there is none, or a wrong one. */
  async #answered(question: Question): Promise<Exclude<Answer, { kind: "error" }> | { kind: "gone" } | null> {
    const { refusals, wrong } = this.#grant;
    for (let round = 0; round < TRIES_MAX; round += 1) {
      this.#askedStep = this.#world.steps;
      const patience = this.#world.pause(null, PATIENCE_MS).then(() => null);
      const answer = await Promise.race([this.#site.ask(question), patience]);
      if (answer !== null && answer.kind !== "error") return answer;
      refusals.push(answer?.code ?? "lost");
      if (answer !== null && this.#isTrulyGone(question, answer)) return { kind: "gone" };
      if (answer !== null && !PASSING.has(answer.code)) {
        wrong.push(`${question.kind}: ${answer.code}: ${answer.sentence}`);
        return null;
      }
      await this.#world.pause(null, pauseMs(round));
    }
    wrong.push(`${question.kind}: never answered`);
    return null;
  }

  /** Whether an error says of a file that it is gone, and it has vanished. */
  #isTrulyGone(question: Question, { code, sentence }: Extract<Answer, { kind: "error" }>): boolean {
    if (question.kind !== "file" || code !== "internal" || !GONE.test(sentence)) return false;
    return this.#site.files.everGone.has(question.renderId);
  }
}

function pauseMs(round: number): number {
  return Math.min(PAUSE_MS * 2 ** round, PAUSE_MS_MAX);
}
