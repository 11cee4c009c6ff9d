// Business profiles in a thread of their own, asked and waited for: a rule that never ends, or fills its memory, costs
// its own finding and leaves the check to go on.
import { setFlagsFromString } from "node:v8";
import { judgementOf } from "../../diagnostics/index.ts";
import {
  type Exported,
  type ExporterDescription,
  type Exporting,
  exportFailure,
  type Judging,
  type ProfileDescription,
  type ProfileVerdict,
  plainFacts,
  ruleFailure,
  unjudgedBy,
} from "../../profiles/index.ts";
import { type AskedThreadData, AwaitedThread, overdrawnWords, timeAllowance } from "../threads/index.ts";
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

/** What a thread that was told to stop may take. */
const STOP_MS = 20;

const BYTES_PER_MIB = 1024 * 1024;

/** A thread that ends while no rule is under way is tried again once: it may not be the plugins' doing. */
const TRIES = 2;

/** A profile with so many rules that had to be stopped is broken as a whole, and its other rules are not tried. */
const STOPS_OF_PROFILE_MAX = 4;

/** After so many stops a check has taken most of its time; profiles that come later are not tried. */
const STOPS_MAX = 8;

/** Cells of the memory that both threads see: rules begun, and the one under way. */
export const BEGUN = 0;
export const RULE = 1;
const CELLS = 2;
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
export interface ProfileThreadData extends AskedThreadData {
  readonly plugins: readonly string[];
  readonly cells: Int32Array<SharedArrayBuffer>;
}

/** A rule that is left out (`jp.receipt/recipient`), and why, as the second half of a sentence on its profile. */
interface LeftRule {
  readonly rule: string;
  readonly reason: string;
}

export interface JudgeTask {
  readonly kind: "judge";
  readonly judging: Judging;
  readonly left: readonly LeftRule[];
}

/** What the thread is asked, and what it answers. */
export type ProfileTask = JudgeTask | { readonly kind: "export"; readonly exporting: Exporting };
export type ProfileReply =
  | ({ readonly kind: "ready" } & Installed)
  | { readonly kind: "unusable"; readonly sentence: string }
  | { readonly kind: "judged"; readonly verdicts: readonly ProfileVerdict[] }
  | { readonly kind: "exported"; readonly exported: Exported }
  /** A task came to nothing, and the thread goes on. */
  | { readonly kind: "failed"; readonly how: string };

interface Installed {
  readonly installed: readonly ProfileDescription[];
  readonly exporters: readonly ExporterDescription[];
}

/** All rules in the order in which they are asked. */
export function rulesOf(profiles: readonly ProfileDescription[]): readonly string[] {
  return profiles.flatMap(({ name, rules }) => rules.map((rule) => `${name}/${rule.id}`));
}

/** The profiles of the plugin modules at these addresses. The thread starts when they are first asked for. */
export function profilesAt(
  addresses: readonly string[],
  limits: RuleLimits = RULE_LIMITS,
  script: URL = SCRIPT,
): ProfileJudge {
  let thread: ProfileThread | null = null;
  let loaded: Installed = { installed: [], exporters: [] };
  const running = (): ProfileThread => {
    if (thread?.hasEnded === false) return thread;
    thread = new ProfileThread(addresses, limits, script);
    loaded = thread.loaded;
    return thread;
  };
  const known = (): Installed => {
    if (addresses.length > 0 && thread === null) running();
    return loaded;
  };
  return {
    installed: () => known().installed,
    judge: (judging) => judgedBy(judging, running, () => loaded.installed),
    ready: async () => {},
    begin(judging) {
      const plain = { ...judging, records: judging.records.map(plainFacts) };
      const begun = asked(running, (one) => one.begin({ kind: "judge", judging: plain, left: [] }));
      if (begun.kind === "stopped") return () => judgedBy(plain, running, () => loaded.installed, begun);
      return () => judgedBy(plain, running, () => loaded.installed, begun.outcome());
    },
    judgesHere: () => false,
    mayGlance: () => false,
    areSettled: () => false,
    exporters: () => known().exporters,
    write(exporting) {
      const outcome = asked(running, (one) => one.write({ kind: "export", exporting }));
      if (outcome.kind === "exported") return outcome.exported;
      const { span } = exporting.declared.document;
      return { text: null, diagnostics: [exportFailure(exporting.format, outcome.how, span)] };
    },
  };
}

/**
 * Throws `PluginError` where these modules can't be loaded, or not in time: this thread would wait without end for one
 * that loops as it registers.
 */
export function tryPlugins(addresses: readonly string[], loadMs = LOAD_MS): void {
  new ProfileThread(addresses, RULE_LIMITS, SCRIPT, loadMs).stop();
}

/**
 * Asks until there is an answer: without the rules that had to be stopped, and again where a thread was lost. `first`
 * is what came of a question that was asked before.
 */
function judgedBy(
  judging: Judging,
  running: () => ProfileThread,
  installed: () => readonly ProfileDescription[],
  first?: Judged,
): readonly ProfileVerdict[] {
  const stopped: LeftRule[] = [];
  let before = first?.kind === "overtaken" ? undefined : first;
  for (let lost = 0; ; ) {
    const left = [...stopped, ...notTried(installed(), stopped)];
    const outcome = before ?? asked(running, (thread) => thread.judge({ kind: "judge", judging, left }));
    before = undefined;
    if (outcome.kind === "judged") return outcome.verdicts;
    if (outcome.kind === "overtaken") continue;
    const { rule, how } = outcome;
    if (rule !== null && stopped.length < STOPS_MAX && !stopped.some((one) => one.rule === rule)) {
      stopped.push({ rule, reason: ruleFailure(rule.slice(rule.indexOf("/") + 1), how) });
    } else if (++lost >= TRIES) {
      const { span } = judging.declared.document;
      const failure = (profile: string) => unjudgedBy(profile, `the thread of profiles failed, ${how}`, span);
      return judging.profiles.map((profile) => ({ profile, ...judgementOf([], [failure(profile)]) }));
    }
  }
}

/** What is not worth another try after the rules that had to be stopped. */
function notTried(profiles: readonly ProfileDescription[], stopped: readonly LeftRule[]): readonly LeftRule[] {
  const last = stopped.at(-1);
  if (last === undefined) return [];
  const all = rulesOf(profiles);
  const isLast = stopped.length >= STOPS_MAX;
  return all.flatMap((rule, at) => {
    const ofProfile = stopped.filter((one) => profileOf(one.rule) === profileOf(rule));
    const isBroken = ofProfile.length >= STOPS_OF_PROFILE_MAX;
    const isBehind = at > Math.max(...(isBroken ? ofProfile : [last]).map((one) => all.indexOf(one.rule)));
    if (!isBehind || !(isBroken || isLast)) return [];
    const reason = isBroken
      ? `${ofProfile.length} of its rules had to be stopped, and those behind them were not tried`
      : `${stopped.length} rules had to be stopped, and those behind them were not tried`;
    return [{ rule, reason }];
  });
}

function profileOf(rule: string): string {
  return rule.slice(0, rule.indexOf("/"));
}

/** Why a wait ended without an answer, as a message tells it; the rule that was under way, if one was. */
interface Stopped {
  readonly kind: "stopped";
  readonly how: string;
  readonly rule: string | null;
}

/** What comes of a form that was to be judged. */
type Judged =
  | Reply<"judged">
  | Stopped
  /** The thread was stopped at a form before. */
  | { readonly kind: "overtaken" };

/** A question that was sent; null until it is answered. */
interface Sent {
  outcome: ProfileReply | Stopped | { readonly kind: "overtaken" } | null;
}

const ENDED_ITS_THREAD = "it ended its thread";

/** A form on its way to the thread and back. */
interface Begun {
  readonly kind: "begun";
  /** Waits for it. */
  outcome(): Judged;
}

/** Where plugins can't be loaded any more, that is what stopped it. */
function asked<Answer>(running: () => ProfileThread, ask: (thread: ProfileThread) => Answer): Answer | Stopped {
  try {
    return ask(running());
  } catch (error) {
    if (error instanceof PluginError) return { kind: "stopped", how: error.message, rule: null };
    throw error;
  }
}

type Reply<Kind extends ProfileReply["kind"]> = Extract<ProfileReply, { readonly kind: Kind }>;

const SCRIPT = new URL(`./profile-worker.${import.meta.url.endsWith(".ts") ? "ts" : "js"}`, import.meta.url);

/** One thread. Its methods answer when the thread has; the caller's thread waits. */
class ProfileThread {
  readonly loaded: Installed;
  readonly #thread: AwaitedThread<ProfileTask, ProfileReply>;
  readonly #cells: Int32Array<SharedArrayBuffer> = new Int32Array(new SharedArrayBuffer(CELLS * 4)).fill(NO_RULE);
  readonly #limits: RuleLimits;
  /** Forms that were sent, in their order, and what came of each. */
  readonly #sent: Sent[] = [];

  constructor(addresses: readonly string[], limits: RuleLimits, script: URL, loadMs = LOAD_MS) {
    const resourceLimits = { maxOldGenerationSizeMb: THREAD_MEMORY_MIB };
    this.#thread = new AwaitedThread(script, { plugins: addresses, cells: this.#cells }, resourceLimits);
    this.#limits = limits;
    const first = this.#thread.next(this.#given({ ruleMs: loadMs, memoryMib: Number.POSITIVE_INFINITY }));
    if (first.kind === "answered" && first.reply.kind === "ready") {
      this.loaded = first.reply;
      return;
    }
    this.stop();
    if (first.kind === "answered" && first.reply.kind === "unusable") throw new PluginError(first.reply.sentence);
    const what = first.kind === "given-up" ? first.why : ENDED_ITS_THREAD;
    throw new PluginError(`a plugin cannot be loaded, ${what}: ${addresses.join(", ")}`);
  }

  get hasEnded(): boolean {
    return this.#thread.hasEnded;
  }

  /** What was found, or which rule had to be stopped (null: none was under way). The thread is gone then. */
  judge(task: JudgeTask): Judged {
    return this.begin(task).outcome();
  }

  /** Sends a form, so that the caller may go on while its rules run. */
  begin(task: JudgeTask): Begun {
    const sent = this.#send(task);
    return {
      kind: "begun",
      outcome: () => {
        const reply = this.#outcomeOf(sent);
        const isOutcome = reply.kind === "judged" || reply.kind === "stopped" || reply.kind === "overtaken";
        return isOutcome ? reply : this.#stopped(strange(reply));
      },
    };
  }

  /** What was written, or why it had to be stopped. The thread is gone then. */
  write(task: ProfileTask): Reply<"exported"> | Stopped {
    const reply = this.#outcomeOf(this.#send(task));
    if (reply.kind === "exported" || reply.kind === "stopped") return reply;
    return this.#stopped(reply.kind === "overtaken" ? ENDED_ITS_THREAD : strange(reply));
  }

  #send(task: ProfileTask): Sent {
    const sent: Sent = { outcome: this.hasEnded ? this.#stopped(ENDED_ITS_THREAD) : null };
    if (sent.outcome === null) {
      this.#thread.begin(task);
      this.#sent.push(sent);
    }
    return sent;
  }

  /** Answers come in the order of the questions. */
  #outcomeOf(sent: Sent): NonNullable<Sent["outcome"]> {
    while (sent.outcome === null) {
      const next = this.#sent.shift();
      const answer = this.#thread.next(this.#given(this.#limits));
      if (answer.kind !== "answered") {
        const stopped = this.#stopped(answer.kind === "ended" ? ENDED_ITS_THREAD : answer.why);
        for (const later of this.#sent.splice(0)) later.outcome = { kind: "overtaken" };
        if (next !== undefined) next.outcome = stopped;
      } else if (next !== undefined) next.outcome = answer.reply;
    }
    return sent.outcome;
  }

  #stopped(how: string): Stopped {
    const rule = rulesOf(this.loaded.installed)[Atomics.load(this.#cells, RULE)] ?? null;
    this.stop();
    return { kind: "stopped", how, rule };
  }

  /** Gives a wait up where one rule takes more than the limits allow. */
  #given({ ruleMs, memoryMib }: RuleLimits): () => string | null {
    let begun = Atomics.load(this.#cells, BEGUN);
    let allowance = timeAllowance(ruleMs);
    let before = process.memoryUsage.rss();
    return () => {
      const now = Atomics.load(this.#cells, BEGUN);
      if (now !== begun) {
        [begun, allowance, before] = [now, timeAllowance(ruleMs), process.memoryUsage.rss()];
        return null;
      }
      // Other threads may fill memory too, but no rule that is in order runs while they fill so much.
      const isVast = process.memoryUsage.rss() - before > memoryMib * BYTES_PER_MIB;
      if (isVast) return `it filled more than ${memoryMib} MiB`;
      const overdrawn = allowance();
      return overdrawn === null ? null : `it ${overdrawnWords(ruleMs, overdrawn)}`;
    };
  }

  stop(): void {
    this.#thread.stop();
    // By now the thread was told to stop.
    Atomics.wait(this.#cells, RULE, Atomics.load(this.#cells, RULE), STOP_MS);
    setFlagsFromString(OPTIMIZED);
  }
}

function strange(reply: ProfileReply): string {
  return reply.kind === "failed" ? reply.how : "its thread answered something else";
}
