import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { ServiceImpl } from "@connectrpc/connect";
import type { UsageService } from "../../../gen/platen/v1/usage_pb.ts";
import { usagePeriodAt } from "../tenancy/index.ts";
import { tenantOf } from "./caller.ts";
import type { ServiceDependencies } from "./dependencies.ts";

/** What an organization used in the current calendar month (UTC). */
export function usageService({ database, now }: ServiceDependencies): ServiceImpl<typeof UsageService> {
  return {
    async getUsage(_request, context) {
      const { scope, plan } = tenantOf(context.values);
      const { period, start, end } = usagePeriodAt(now());
      const usage = await database.usage.read(scope.organizationId, period);
      const remaining = Math.max(0, plan.recordsPerMonth - usage.records - usage.reserved);
      return {
        period,
        periodStart: timestampFromDate(start),
        periodEnd: timestampFromDate(end),
        plan: plan.name,
        records: { used: usage.records, limit: plan.recordsPerMonth, remaining },
        renders: usage.renders,
        pages: usage.pages,
      };
    },
  };
}
