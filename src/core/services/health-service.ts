import type { ServiceImpl } from "@connectrpc/connect";
import type { HealthService } from "../../../gen/platen/v1/health_pb.ts";
import type { ServiceDependencies } from "./dependencies.ts";

/** Liveness: answers without a credential and without the database. */
export function healthService({ version }: ServiceDependencies): ServiceImpl<typeof HealthService> {
  return { getHealth: () => ({ status: "ok", version }) };
}
