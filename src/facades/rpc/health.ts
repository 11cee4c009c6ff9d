import type { DescService } from "@bufbuild/protobuf";
import { Code, ConnectError, type ConnectRouter } from "@connectrpc/connect";
import { Health, HealthCheckResponse_ServingStatus as Status } from "../../../gen/grpc/health/v1/health_pb.ts";

/** Registers the health service of gRPC: the server as a whole (no name) and each of its services. */
export function healthRoutes(router: ConnectRouter, services: readonly DescService[], closing: AbortSignal): void {
  const names = new Set(["", ...services.map((service) => service.typeName)]);
  const current = (): Status => (closing.aborted ? Status.NOT_SERVING : Status.SERVING);
  router.service(Health, {
    check(request) {
      if (!names.has(request.service)) throw new ConnectError("there is no such service", Code.NotFound);
      return { status: current() };
    },
    async *watch(request, context) {
      if (!names.has(request.service)) {
        yield { status: Status.SERVICE_UNKNOWN };
        await aborted(AbortSignal.any([context.signal, closing]));
        return;
      }
      yield { status: current() };
      if (closing.aborted) return;
      await aborted(AbortSignal.any([context.signal, closing]));
      if (closing.aborted) yield { status: current() };
    },
  });
}

function aborted(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
}
