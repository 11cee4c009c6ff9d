// An installation as the operations guide has it: PostgreSQL, a bucket, two servers and two workers behind a balancer.
import { type Cluster, startCluster } from "../support/cluster.ts";
import type { RunningCommand } from "../support/command.ts";
import type { RunningService } from "../support/service.ts";
import { type Balancer, type BalancerName, NOTICE_SECONDS, startBalancer } from "./balancers.ts";
import { type SmallDisk, smallDisk } from "./small-disk.ts";

export class Site implements AsyncDisposable {
  readonly cluster: Cluster;
  readonly balancer: Balancer;
  /** Null where this user may mount none. */
  readonly disk: SmallDisk | null;
  readonly #apis: [RunningService, RunningService];
  readonly #workers: [RunningCommand, RunningCommand];
  /** All servers that ever ran, for what they wrote to their logs. */
  readonly #servers: RunningCommand[];

  private constructor(parts: {
    readonly cluster: Cluster;
    readonly balancer: Balancer;
    readonly disk: SmallDisk | null;
    readonly apis: [RunningService, RunningService];
    readonly workers: [RunningCommand, RunningCommand];
  }) {
    this.cluster = parts.cluster;
    this.balancer = parts.balancer;
    this.disk = parts.disk;
    this.#apis = parts.apis;
    this.#workers = parts.workers;
    this.#servers = parts.apis.map((api) => api.process);
  }

  static async start(name: BalancerName): Promise<Site> {
    const disk = await smallDisk();
    const cluster = await startCluster({
      settings: { PLATEN_STOP_NOTICE_SECONDS: String(NOTICE_SECONDS[name]) },
      ...(disk === null ? {} : { databaseFolder: disk.folder }),
    });
    const apis: [RunningService, RunningService] = [await cluster.startApi(), await cluster.startApi()];
    const workers: [RunningCommand, RunningCommand] = [await cluster.startWorker(), await cluster.startWorker()];
    const balancer = await startBalancer(name, [portOf(apis[0]), portOf(apis[1])]);
    return new Site({ cluster, balancer, disk, apis, workers });
  }

  /** A server's own address, which no balancer stands before. */
  get direct(): string {
    return this.#apis[0].baseUrl;
  }

  async killApi(at: 0 | 1): Promise<void> {
    await this.#apis[at].process.stop("SIGKILL");
  }

  async startApi(at: 0 | 1): Promise<void> {
    this.#apis[at] = await this.cluster.startApi(portOf(this.#apis[at]));
    this.#servers.push(this.#apis[at].process);
  }

  /** As an operator replaces a server. */
  async replaceApi(at: 0 | 1): Promise<void> {
    const { exitCode } = await this.#apis[at].process.stop("SIGTERM");
    if (exitCode !== 0) throw new Error(`A server that was told to stop ended with ${exitCode}.`);
    await this.startApi(at);
    await this.balancer.untilBack();
  }

  /** What servers wrote to their logs of a request. */
  logOf(requestId: string): readonly string[] {
    const lines = this.#servers.flatMap(({ output }) => `${output.stdout()}\n${output.stderr()}`.split("\n"));
    return lines.filter((line) => line.includes(requestId));
  }

  async killWorker(at: 0 | 1): Promise<void> {
    await this.#workers[at].stop("SIGKILL");
  }

  async startWorker(at: 0 | 1): Promise<void> {
    this.#workers[at] = await this.cluster.startWorker();
  }

  async replaceWorker(at: 0 | 1): Promise<void> {
    await this.#workers[at].stop("SIGTERM");
    await this.startWorker(at);
  }

  /** SIGSTOP and SIGCONT: a process that stands still, with its connections open. */
  signalApi(at: 0 | 1, signal: "SIGSTOP" | "SIGCONT"): void {
    process.kill(this.#apis[at].process.pid, signal);
  }

  signalWorker(at: 0 | 1, signal: "SIGSTOP" | "SIGCONT"): void {
    process.kill(this.#workers[at].pid, signal);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.balancer[Symbol.asyncDispose]();
    for (const worker of this.#workers) await worker.stop();
    for (const api of this.#apis) await api[Symbol.asyncDispose]();
    await this.cluster[Symbol.asyncDispose]();
    await this.disk?.[Symbol.asyncDispose]();
  }
}

function portOf({ baseUrl }: RunningService): number {
  return Number(new URL(baseUrl).port);
}
