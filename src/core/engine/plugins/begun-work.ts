// What a plugin's rule begins that goes on after its check: no rule that is in order does.
import { type AsyncHook, createHook } from "node:async_hooks";
import { inspect } from "node:util";

/** Resources of Node.js that outlive the call that made them, and what people call them. */
const GOING_ON: readonly (readonly [RegExp, string])[] = [
  [/^PROMISE$/, "a promise"],
  [/^(?:Timeout|Immediate)$/, "a timer"],
  [/^(?:Microtask|TickObject)$/, "a task for later"],
  [/^FSREQ|WRAP$|^HTTP|^MESSAGEPORT$|^WORKER$/, "input or output"],
];

/** A rule that begins more is not looked at for whether all of it has ended. */
const LOOKED_AT_MAX = 1_000;

/** As much of a promise as says in which state it is; nothing of a rule's own runs for it. */
const STATE_ALONE = { depth: 0, customInspect: false, maxArrayLength: 0, maxStringLength: 0 } as const;

interface Begun {
  readonly what: string;
  readonly type: string;
  readonly resource: object;
}

/** Notes what is begun, from `begin` until it is asked what of it goes on. Made before any plugin is loaded. */
export class BegunWork {
  readonly #hook: AsyncHook;
  readonly #stop = { Timeout: clearTimeout, Immediate: clearImmediate } as Readonly<
    Record<"Timeout" | "Immediate", (timer: never) => void>
  >;
  readonly #inspect = inspect;
  #begun: Begun[] = [];

  constructor() {
    this.#hook = createHook({
      init: (_id, type, _trigger, resource) => {
        const what = GOING_ON.find(([pattern]) => pattern.test(type))?.[1];
        if (what !== undefined && this.#begun.length <= LOOKED_AT_MAX) this.#begun.push({ what, type, resource });
      },
    });
  }

  enable(): void {
    this.#hook.enable();
  }

  disable(): void {
    this.#hook.disable();
    this.#begun = [];
  }

  begin(): void {
    this.#begun = [];
  }

  /** What goes on, in the order that it was begun; null where all of it has ended. */
  goesOn(): string | null {
    const begun = this.#begun;
    this.#begun = [];
    if (begun.length > LOOKED_AT_MAX) return begun[0]?.what ?? null;
    return begun.find((one) => !this.#hasEnded(one))?.what ?? null;
  }

  /** A timer that was cancelled, and a promise that is kept: whoever waits for it has made a promise of their own. */
  #hasEnded({ type, resource }: Begun): boolean {
    if (type === "Timeout" || type === "Immediate") {
      const isCancelled = "_destroyed" in resource && resource._destroyed === true;
      // Whoever says so of a timer that still runs has none afterwards.
      if (isCancelled) this.#stop[type](resource as never);
      return isCancelled;
    }
    if (type !== "PROMISE") return false;
    return !/<(?:pending|rejected)>/.test(this.#inspect(resource, STATE_ALONE));
  }
}
