import { MessageChannel, type MessagePort, type ResourceLimits, Worker } from "node:worker_threads";

/** A thread that answers over a port, and whose caller's thread waits for each answer. */
export interface AwaitedThread {
  readonly worker: Worker;
  readonly port: MessagePort;
}

/**
 * Starts a module in a thread that reads no settings, prints nothing, and keeps no process alive. `dataOf` makes what
 * the thread is started with from its end of the port.
 */
export function startAwaitedThread(
  script: URL,
  dataOf: (port: MessagePort) => object,
  resourceLimits: ResourceLimits = {},
): AwaitedThread {
  const { port1: port, port2 } = new MessageChannel();
  const worker = new Worker(script, {
    workerData: dataOf(port2),
    transferList: [port2],
    resourceLimits,
    env: {},
    stdout: true,
    stderr: true,
  });
  // A thread that dies is noticed where it is waited for.
  worker.on("error", () => undefined);
  worker.unref();
  port.unref();
  return { worker, port };
}
