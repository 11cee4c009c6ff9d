import type { DescService } from "@bufbuild/protobuf";
import { Code, ConnectError, type ConnectRouter, type HandlerContext } from "@connectrpc/connect";
import { Health, HealthCheckResponse_ServingStatus as Status } from "../../../gen/grpc/health/v1/health_pb.ts";

/** Streams that wait for a change of health hold memory, and clients need one each. */
const WATCHERS_MAX = 1_000;

/** What the infrastructure services of gRPC stand on. */
export interface HealthParts {
  /** Aborted when a shutdown begins. */
  readonly closing: AbortSignal;
  /** Counts a question; throws where its network asked too often. */
  readonly asked: (context: Pick<HandlerContext, "values">) => Promise<void>;
}

/** Registers the health service of gRPC: the server as a whole (no name) and each of its services. */
export function healthRoutes(
  router: ConnectRouter,
  services: readonly DescService[],
  { closing, asked }: HealthParts,
): void {
  let watchers = 0;
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
      if (watchers === WATCHERS_MAX) throw new ConnectError("too many watch already", Code.ResourceExhausted);
      watchers += 1;
      try {
        const isKnown = names.has(request.service);
        yield { status: isKnown ? current() : Status.SERVICE_UNKNOWN };
        if (closing.aborted) return;
        await aborted(AbortSignal.any([context.signal, closing]));
        if (isKnown && closing.aborted) yield { status: current() };
      } finally {
        watchers -= 1;
      }
    },
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
