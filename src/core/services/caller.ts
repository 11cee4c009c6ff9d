import { type ContextValues, createContextKey } from "@connectrpc/connect";
import type { Canvas } from "../persistence/index.ts";
import type { Plan, Principal, Scope } from "../tenancy/index.ts";
import { scopeOf } from "../tenancy/index.ts";

/** On whose behalf a call runs, as the interceptors established it. */
export interface Caller {
  /** Null for methods that are open to anyone. */
  readonly principal: Principal | null;
  /** The plan of the caller's organization; null for the operator and for open methods. */
  readonly plan: Plan | null;
  /** The canvas that the path names, where admission has read it already. */
  readonly canvas: Canvas | null;
  readonly requestId: string;
}

/** The caller in the context of a call. Services never see a call without one. */
export const callerKey = createContextKey<Caller | undefined>(undefined, { description: "caller" });

/** The caller of a call; its absence is a mistake of ours. */
export function callerOf(values: ContextValues): Caller {
  const caller = values.get(callerKey);
  if (caller === undefined) throw new Error("a service was called around its interceptors");
  return caller;
}

/** A caller that belongs to an organization, with what it may see and its plan. */
export interface TenantCaller extends Caller {
  readonly principal: Exclude<Principal, { kind: "operator" }>;
  readonly plan: Plan;
  readonly scope: Scope;
}

/** The caller as one of an organization; the roles of a method see to it that it is one. */
export function tenantOf(values: ContextValues): TenantCaller {
  const caller = callerOf(values);
  const { principal, plan } = caller;
  const scope = principal === null ? null : scopeOf(principal);
  if (principal === null || principal.kind === "operator" || plan === null || scope === null) {
    throw new Error("a tenant's method was opened to a caller without an organization");
  }
  return { ...caller, principal, plan, scope };
}
