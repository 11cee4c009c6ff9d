// Business profiles in a thread of their own, asked and waited for: a rule that never ends, or fills its memory, costs
// its own finding and leaves the check to go on.
import { setFlagsFromString } from "node:v8";
import { type MessagePort, receiveMessageOnPort, type Worker } from "node:worker_threads";
import type { Diagnostic } from "../diagnostics/index.ts";
import {
  type Exported,
  type ExporterDescription,
  type Exporting,
  exportFailure,
  type Judging,
  type ProfileDescription,
  ruleFailure,
} from "../profiles/index.ts";
import { startAwaitedThread } from "./awaited-thread.ts";
import { PluginError } from "./plugins.ts";
import type { ProfileJudge } from "./profiles.ts";

/** What rules may use. Tests lower it. */
export interface RuleLimits {
  /** For one rule on one form. */
  readonly ruleMs: number;
  /** That the process may grow by while it runs, in MiB. */
  readonly memoryMib: number;
}

/** A rule reads some thousand values; a busy machine may take its time with that. */
const RULE_LIMITS: RuleLimits = { ruleMs: 2_000, memoryMib: 256 };

/**
 * The thread's own limit lies far above, because Node.js may end the process, or never the thread, where a thread
 * reaches it: a rule is stopped before.
 */
const THREAD_MEMORY_MIB = 4_096;

/** Loading modules takes a tenth of a second; past this a plugin hangs. */
const LOAD_MS = 20_000;

/** How often a wait looks whether a rule goes on, and what it takes. */
const LOOK_MS = 20;

const BYTES_PER_MIB = 1024 * 1024;

/** A profile with more failing rules than this is broken as a whole. */
const FAILURES_MAX = 4;

/** Cells of the memory that both threads see: how many answers there were, rules begun, and the one under way. */
export const ANSWERS = 0;
export const BEGUN = 1;
export const RULE = 2;
const CELLS = 3;
/** No rule is under way. */
export const NO_RULE = -1;

/**
 * V8's last optimization leaves loops whose calls are all built in without a place to be stopped, so that such a loop
 * of a rule would outlive its thread. It waits while rules run, for all threads; they take some milliseconds, and what
 * is optimized stays so: renders beside a thread that flips it for 2 ms every 18 ms take as long as without.
 *
 * A child process would need no such flag, but a check answers at once: only memory that threads share lets it wait,
 * so each rendering thread would need a thread of its own to talk with its child, and 45 MiB more for the child.
 */
export const STOPPABLE = "--no-turbofan";
export const OPTIMIZED = "--turbofan";

/** What the thread is started with. */
export interface ProfileThreadData {
  readonly plugins: readonly string[];
  readonly cells: Int32Array<SharedArrayBuffer>;
  readonly port: MessagePort;
}

/** What the thread is asked, and what it answers. */
export type ProfileTask =
  | {
      readonly kind: "judge";
      readonly judging: Judging;
      /** Rules that are left out: `jp.receipt/recipient`. */
      readonly skipped: readonly string[];
    }
  | { readonly kind: "export"; readonly exporting: Exporting };
export type ProfileReply =
  | {
      readonly kind: "ready";
      readonly installed: readonly ProfileDescription[];
      readonly exporters: readonly ExporterDescription[];
    }
  | { readonly kind: "unusable"; readonly sentence: string }
  | { readonly kind: "judged"; readonly diagnostics: readonly Diagnostic[] }
  | { readonly kind: "exported"; readonly exported: Exported };

/** The profiles of the plugin modules at these addresses. The thread starts when they are first asked for. */
export function profilesAt(addresses: readonly string[], limits: RuleLimits = RULE_LIMITS): ProfileJudge {
  let thread: ProfileThread | null = null;
  const running = (): ProfileThread => {
    thread ??= new ProfileThread(addresses, limits);
    return thread;
  };
  return {
    installed: () => (addresses.length === 0 ? [] : running().installed),
    judge(judging) {
      const found: Diagnostic[] = [];
      const skipped: string[] = [];
      for (;;) {
        const outcome = running().judge({ kind: "judge", judging, skipped });
        if (outcome.kind === "judged") return [...outcome.diagnostics, ...found];
        // A stopped thread is gone; the next question starts another.
        thread = null;
        const { rule } = outcome;
        found.push(ruleFailure(rule ?? "of a profile", outcome.how, judging.declared.document.span));
        if (rule === null || skipped.push(rule) >= FAILURES_MAX) return found;
      }
    },
    exporters: () => (addresses.length === 0 ? [] : running().exporters),
    write(exporting) {
      const outcome = running().write({ kind: "export", exporting });
      if (outcome.kind === "exported") return outcome.exported;
      thread = null;
      const { span } = exporting.declared.document;
      return { text: null, diagnostics: [exportFailure(exporting.format, outcome.how, span)] };
    },
  };
}

/** Why a wait ended without an answer, as a message tells it. */
interface Stopped {
  readonly kind: "stopped";
  readonly how: string;
}

type Judged = Extract<ProfileReply, { readonly kind: "judged" }>;

/** One thread. Its methods answer when the thread has; the caller's thread waits. */
class ProfileThread {
  readonly installed: readonly ProfileDescription[];
  readonly exporters: readonly ExporterDescription[];
  readonly #worker: Worker;
  readonly #port: MessagePort;
  readonly #cells: Int32Array<SharedArrayBuffer> = new Int32Array(new SharedArrayBuffer(CELLS * 4));
  readonly #limits: RuleLimits;
  #answers = 0;

  constructor(addresses: readonly string[], limits: RuleLimits) {
    const extension = import.meta.url.endsWith(".ts") ? "ts" : "js";
    const script = new URL(`./profile-worker.${extension}`, import.meta.url);
    const dataOf = (port: MessagePort): ProfileThreadData => ({ plugins: addresses, cells: this.#cells, port });
    const resourceLimits = { maxOldGenerationSizeMb: THREAD_MEMORY_MIB };
    ({ worker: this.#worker, port: this.#port } = startAwaitedThread(script, dataOf, resourceLimits));
    this.#limits = limits;
    const reply = this.#wait({ ruleMs: LOAD_MS, memoryMib: Number.POSITIVE_INFINITY });
    if (reply.kind === "ready") {
      this.installed = reply.installed;
      this.exporters = reply.exporters;
      return;
    }
    this.#stop();
    const sentence = `the plugins were not loaded within ${LOAD_MS / 1000} s: ${addresses.join(", ")}`;
    throw new PluginError(reply.kind === "unusable" ? reply.sentence : sentence);
  }

  /** What was found, or which rule had to be stopped (null: none was under way). The thread is gone then. */
  judge(task: ProfileTask): Judged | (Stopped & { readonly rule: string | null }) {
    this.#port.postMessage(task);
    const reply = this.#wait(this.#limits);
    if (reply.kind === "judged") return reply;
    const at = Atomics.load(this.#cells, RULE);
    this.#stop();
    const rules = this.installed.flatMap(({ name, rules }) => rules.map((rule) => `${name}/${rule.id}`));
    const how = reply.kind === "stopped" ? reply.how : "its thread answered something else";
    return { kind: "stopped", how, rule: rules[at] ?? null };
  }

  /** What was written, or why it had to be stopped. The thread is gone then. */
  write(task: ProfileTask): Extract<ProfileReply, { readonly kind: "exported" }> | Stopped {
    this.#port.postMessage(task);
    const reply = this.#wait(this.#limits);
    if (reply.kind === "exported") return reply;
    this.#stop();
    return reply.kind === "stopped" ? reply : { kind: "stopped", how: "its thread answered something else" };
  }

  /** The next answer, unless one rule takes more than the limits allow. */
  #wait({ ruleMs, memoryMib }: RuleLimits): ProfileReply | Stopped {
    let begun = Atomics.load(this.#cells, BEGUN);
    let since = performance.now();
    let before = process.memoryUsage.rss();
    for (;;) {
      Atomics.wait(this.#cells, ANSWERS, this.#answers, LOOK_MS);
      if (Atomics.load(this.#cells, ANSWERS) !== this.#answers) return this.#received();
      const now = Atomics.load(this.#cells, BEGUN);
      if (now !== begun) {
        [begun, since, before] = [now, performance.now(), process.memoryUsage.rss()];
        continue;
      }
      // Other threads may fill memory too, but no rule that is in order runs while they fill so much.
      if (process.memoryUsage.rss() - before > memoryMib * BYTES_PER_MIB) {
        return { kind: "stopped", how: `it filled more than ${memoryMib} MiB` };
      }
      if (performance.now() - since > ruleMs) {
        return { kind: "stopped", how: `it did not end within ${ruleMs / 1000} s` };
      }
    }
  }

  #received(): ProfileReply | Stopped {
    this.#answers = Atomics.load(this.#cells, ANSWERS);
    const received: { readonly message: ProfileReply } | undefined = receiveMessageOnPort(this.#port);
    return received?.message ?? { kind: "stopped", how: "its thread answered nothing" };
  }

  #stop(): void {
    this.#port.close();
    void this.#worker.terminate();
    // By now the thread was told to stop.
    Atomics.wait(this.#cells, RULE, Atomics.load(this.#cells, RULE), LOOK_MS);
    setFlagsFromString(OPTIMIZED);
  }
}
