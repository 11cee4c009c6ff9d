import { queueOptionsSymbol } from "piscina";

/** A waiting task, as the pool's library hands it over. */
interface WaitingTask {
  readonly [queueOptionsSymbol]: object | null;
}

/** What tells the queue whose turn a task takes: `run({ ...task, [queueOptionsSymbol]: queueOptionsOf("org_…") })`. */
export function queueOptionsOf(tenant: string): { readonly tenant: string } {
  return { tenant };
}

/**
 * Tasks that wait for a thread, one of each tenant in turn: whoever sends a thousand tasks at once waits for their own,
 * and delays everybody else by one task at most. Tasks of one tenant keep their order.
 */
export class FairTaskQueue {
  /** Tenants in the order of their turns; none is here without a task. */
  #waiting = new Map<string, WaitingTask[]>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  push(task: WaitingTask): void {
    const tenant = tenantOf(task);
    const tasks = this.#waiting.get(tenant);
    if (tasks === undefined) this.#waiting.set(tenant, [task]);
    else tasks.push(task);
    this.#size += 1;
  }

  /** Puts a task back that was taken too early: it is the next one again. */
  unshift(task: WaitingTask): void {
    const tenant = tenantOf(task);
    const tasks = [task, ...(this.#waiting.get(tenant) ?? [])];
    this.#waiting.delete(tenant);
    this.#waiting = new Map([[tenant, tasks], ...this.#waiting]);
    this.#size += 1;
  }

  shift(): WaitingTask | null {
    const [first] = this.#waiting;
    if (first === undefined) return null;
    const [tenant, [task, ...rest]] = first;
    this.#waiting.delete(tenant);
    if (task === undefined) return null;
    if (rest.length > 0) this.#waiting.set(tenant, rest);
    this.#size -= 1;
    return task;
  }

  remove(task: WaitingTask): void {
    const tenant = tenantOf(task);
    const tasks = this.#waiting.get(tenant) ?? [];
    const rest = tasks.filter((candidate) => candidate !== task);
    this.#size -= tasks.length - rest.length;
    if (rest.length > 0) this.#waiting.set(tenant, rest);
    else this.#waiting.delete(tenant);
  }
}

function tenantOf(task: WaitingTask): string {
  const options = task[queueOptionsSymbol];
  const tenant = options !== null && "tenant" in options ? options.tenant : undefined;
  return typeof tenant === "string" ? tenant : "";
}
