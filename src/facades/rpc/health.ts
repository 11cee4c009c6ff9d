import type { DescService } from "@bufbuild/protobuf";
import { Code, ConnectError, type ConnectRouter, type HandlerContext } from "@connectrpc/connect";
import { Health, HealthCheckResponse_ServingStatus as Status } from "../../../gen/grpc/health/v1/health_pb.ts";
import { callerNetworkOf } from "../../core/network/index.ts";

/** Streams that wait for a change of health hold memory, and clients need one each. */
const WATCHERS_MAX = 1_000;

/** Of one network: the clients of a site behind one address, and a fraction of all, so that others find places. */
const WATCHERS_OF_NETWORK = 20;

/** Of an IPv6 site of 48 bits. */
const WATCHERS_OF_SITE = 8 * WATCHERS_OF_NETWORK;

/** What the infrastructure services of gRPC stand on. */
export interface HealthParts {
  /** Aborted when a shutdown begins. */
  readonly closing: AbortSignal;
  /** Counts a question; throws where its network asked too often. */
  readonly asked: (context: Pick<HandlerContext, "values">) => Promise<void>;
  /** Where a question came from. */
  readonly addressOf: (context: Pick<HandlerContext, "values">) => string;
}

/** Registers the health service of gRPC: the server as a whole (no name) and each of its services. */
export function healthRoutes(
  router: ConnectRouter,
  services: readonly DescService[],
  { closing, asked, addressOf }: HealthParts,
): void {
  const watchers = new Watchers();
  const names = new Set(["", ...services.map((service) => service.typeName)]);
  const current = (): Status => (closing.aborted ? Status.NOT_SERVING : Status.SERVING);
  router.service(Health, {
    async check(request, context) {
      await asked(context);
      if (!names.has(request.service)) throw new ConnectError("there is no such service", Code.NotFound);
      return { status: current() };
    },
    async *watch(request, context) {
      await asked(context);
      using _place = watchers.enter(addressOf(context));
      const isKnown = names.has(request.service);
      yield { status: isKnown ? current() : Status.SERVICE_UNKNOWN };
      if (closing.aborted) return;
      await aborted(AbortSignal.any([context.signal, closing]));
      if (isKnown && closing.aborted) yield { status: current() };
    },
  });
}

/** Who watches, by where they come from. */
class Watchers {
  readonly #counts = new Map<string, number>();

  /** Takes a place, which is given back at its end; throws where there is none. */
  enter(address: string): Disposable {
    const { own, wide } = callerNetworkOf(address);
    const places = new Map<string, number>([
      ["all", WATCHERS_MAX],
      [own, WATCHERS_OF_NETWORK],
    ]);
    if (wide !== null) places.set(wide, WATCHERS_OF_SITE);
    for (const [name, most] of places) {
      if (this.#count(name) < most) continue;
      const whose = name === "all" ? "too many watch already" : "too many of this network watch already";
      throw new ConnectError(whose, Code.ResourceExhausted);
    }
    for (const name of places.keys()) this.#counts.set(name, this.#count(name) + 1);
    return {
      [Symbol.dispose]: () => {
        for (const name of places.keys()) this.#leave(name);
      },
    };
  }

  #count(name: string): number {
    return this.#counts.get(name) ?? 0;
  }

  #leave(name: string): void {
    const left = this.#count(name) - 1;
    if (left > 0) this.#counts.set(name, left);
    else this.#counts.delete(name);
  }
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
