// Threads whose caller waits for each answer, without a turn of its own event loop: both sides.
import { getCompileCacheDir } from "node:module";
import { dirname } from "node:path";
import {
  MessageChannel,
  type MessagePort,
  type ResourceLimits,
  receiveMessageOnPort,
  Worker,
} from "node:worker_threads";
import { awaitingWork } from "./awaited-work.ts";

/** Cells of the memory that both threads see: how many answers there were, and whether the thread has ended. */
const ANSWERS = 0;
const ENDED = 1;
const CELLS = 2;

/** How often a wait looks around, unless it is told otherwise. */
const LOOK_MS = 20;

/** What every such thread is started with. */
export interface AskedThreadData {
  readonly answers: Int32Array<SharedArrayBuffer>;
  readonly port: MessagePort;
}

/** What comes of a question: there is no way to answer nothing. */
export type Awaited<Reply> =
  | { readonly kind: "answered"; readonly reply: Reply }
  /** The thread is gone, by its own doing or by the machine's. */
  | { readonly kind: "ended" }
  /** The caller waits no longer. */
  | { readonly kind: "given-up"; readonly why: string };

/**
 * A module in a thread that reads no settings and keeps no process alive. Its caller waits for each answer, and notices
 * at once where the thread ends instead.
 */
export class AwaitedThread<Question, Reply> {
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #answers: Int32Array<SharedArrayBuffer> = new Int32Array(new SharedArrayBuffer(CELLS * 4));
  #seen = 0;

  /** `data` is what the thread is started with beside `AskedThreadData`. */
  constructor(script: URL, data: object = {}, resourceLimits: ResourceLimits = {}) {
    const { port1, port2 } = new MessageChannel();
    const asked: AskedThreadData = { answers: this.#answers, port: port2 };
    this.#port = port1;
    this.#worker = new Worker(script, {
      workerData: { ...data, ...asked },
      transferList: [port2],
      resourceLimits,
      env: compiledCode(),
    });
    // A thread that dies is noticed where it is asked.
    const ended = () => Atomics.store(this.#answers, ENDED, 1);
    this.#worker.on("error", ended).on("exit", ended);
    this.#worker.unref();
    this.#port.unref();
  }

  /** Asks, and waits for the answer. */
  ask(question: Question, given: () => string | null): Awaited<Reply> {
    if (this.hasEnded) return { kind: "ended" };
    this.begin(question);
    return this.next(given);
  }

  /** Asks; the answer is the next one after those of questions before. */
  begin(question: Question): void {
    this.#port.postMessage(question);
  }

  /** Waits for the next answer; `given` is asked every now and then why not to wait any longer. */
  next(given: () => string | null): Awaited<Reply> {
    for (;;) {
      awaitingWork(() => void Atomics.wait(this.#answers, ANSWERS, this.#seen, LOOK_MS));
      if (Atomics.load(this.#answers, ANSWERS) !== this.#seen) {
        this.#seen += 1;
        const received: { readonly message: Reply } | undefined = receiveMessageOnPort(this.#port);
        return received === undefined ? { kind: "ended" } : { kind: "answered", reply: received.message };
      }
      if (this.hasEnded) return { kind: "ended" };
      const why = given();
      if (why !== null) return { kind: "given-up", why };
    }
  }

  get hasEnded(): boolean {
    return Atomics.load(this.#answers, ENDED) === 1;
  }

  stop(): void {
    Atomics.store(this.#answers, ENDED, 1);
    this.#port.close();
    void this.#worker.terminate();
  }
}

/** All that a thread reads of the environment: where Node.js keeps compiled code, if this process keeps any. */
function compiledCode(): Readonly<Record<string, string>> {
  // Its folder is one of this version of Node.js within that which was asked for.
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

/**
 * Within such a thread: answers questions one after another, by `failed` where that throws or what came of it cannot
 * travel. The answer is a way to say something without having been asked. Whoever waits is woken when it is there.
 */
export function answerQuestions<Question, Reply>(
  { answers, port }: AskedThreadData,
  answerOf: (question: Question) => Reply,
  failed: (error: unknown) => Reply,
): (reply: Reply) => void {
  const answer = (reply: Reply): void => {
    port.postMessage(reply);
    Atomics.add(answers, ANSWERS, 1);
    Atomics.notify(answers, ANSWERS);
  };
  port.on("message", (question: Question) => {
    try {
      answer(answerOf(question));
    } catch (error) {
      answer(failed(error));
    }
  });
  return answer;
}

/** Within such a thread, before anything else: tells whoever waits where the thread ends, and hides all settings. */
export function tellEnd({ answers }: AskedThreadData): void {
  // Node.js has read it before the first module was loaded (`compiledCode`); plugins see no variable.
  delete process.env["NODE_COMPILE_CACHE"];
  process.on("exit", () => {
    Atomics.store(answers, ENDED, 1);
    Atomics.notify(answers, ANSWERS);
  });
}
