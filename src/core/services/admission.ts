import { randomBytes } from "node:crypto";
import { type Admission, type AdmissionRequest, type Method, platenError, type RoleName } from "../methods/index.ts";
import type { Canvas } from "../persistence/index.ts";
import { mayCall, type Plan, type Principal, planNamed, type Role, scopeOf } from "../tenancy/index.ts";
import { authenticate, type Identity, unknownCredential } from "./authentication.ts";
import type { Caller } from "./caller.ts";
import type { ServiceDependencies } from "./dependencies.ts";

/** What a caller without a plan may send: the operator's sources and datasets. */
const REQUEST_BYTES_MAX_WITHOUT_PLAN = 32 * 1024 * 1024;

/** Admissions whose call never came (the client went away) are forgotten after this time. */
const ADMISSION_TTL_MS = 60_000;

/** What a credential is good for, before any method is named. */
export interface Reach {
  /** The full names of the methods that it may call. */
  readonly methods: ReadonlySet<string>;
  /** The largest body that the caller's plan takes, in bytes. */
  readonly maxRequestBytes: number;
}

interface Pending {
  readonly method: Method;
  readonly caller: Omit<Caller, "requestId">;
  readonly expiresAtMs: number;
}

/** The checks before a body is read, and the tokens by which the call that follows is known. */
export class AdmissionDesk {
  readonly #dependencies: ServiceDependencies;
  readonly #pending = new Map<string, Pending>();

  constructor(dependencies: ServiceDependencies) {
    this.#dependencies = dependencies;
  }

  /** Credential → role → plan → canvas, each refusal with its own code; the order that the decisions fix. */
  async admit(request: AdmissionRequest): Promise<Admission> {
    const caller = await this.admitCaller(request.method, request.headers, request.pathFields);
    const token = randomBytes(24).toString("base64url");
    this.#forgetExpired();
    const expiresAtMs = this.#dependencies.now().getTime() + ADMISSION_TTL_MS;
    this.#pending.set(token, { method: request.method, caller, expiresAtMs });
    const maxRequestBytes = caller.plan?.requestBytesMax ?? REQUEST_BYTES_MAX_WITHOUT_PLAN;
    return { token, maxRequestBytes, headers: new Headers() };
  }

  /** What a credential may call and send; refuses a missing or unknown one. The plan's access is judged at the call. */
  async identify(headers: Headers): Promise<Reach> {
    const { catalogue, database, plans } = this.#dependencies;
    const { principal, plan } = await authenticate(headers, database.keys);
    const open = catalogue.methods.filter((method) => mayCall(principal, [...method.roles].map(roleOf)));
    const maxRequestBytes = plan === null ? REQUEST_BYTES_MAX_WITHOUT_PLAN : planNamed(plans, plan).requestBytesMax;
    return { methods: new Set(open.map((method) => method.name)), maxRequestBytes };
  }

  /** Takes the caller that a token stands for; each token is good for one call of its method. */
  redeem(token: string, method: Method): Omit<Caller, "requestId"> {
    const pending = this.#pending.get(token);
    this.#pending.delete(token);
    if (pending === undefined || pending.method.name !== method.name) {
      throw platenError(
        "unavailable",
        "The request took more than a minute to arrive after its headers. Send it again, whole.",
      );
    }
    return pending.caller;
  }

  /** The same checks, without a token. */
  async admitCaller(
    method: Method,
    headers: Headers,
    pathFields: ReadonlyMap<string, string>,
  ): Promise<Omit<Caller, "requestId">> {
    if (method.roles.has("public")) return { principal: null, plan: null, canvas: null };
    const identity = await authenticate(headers, this.#dependencies.database.keys);
    if (!mayCall(identity.principal, [...method.roles].map(roleOf))) throw unknownCredential();
    const plan = this.#planOf(identity);
    const canvas = await this.canvasOf(identity.principal, pathFields.get("canvas_id"));
    return { principal: identity.principal, plan, canvas };
  }

  #planOf(identity: Identity): Plan | null {
    if (identity.plan === null) return null;
    const plan = planNamed(this.#dependencies.plans, identity.plan);
    if (!plan.apiAccess) {
      const sentence = `The organization's plan (${plan.name}) has no API access. Choose a plan that has.`;
      throw platenError("quota_exceeded", sentence);
    }
    return plan;
  }

  /** The published canvas of that id within the caller's scope; refuses one that is not there. */
  async canvasOf(principal: Principal | null, canvasId: string | undefined): Promise<Canvas | null> {
    if (canvasId === undefined || principal === null) return null;
    const scope = scopeOf(principal);
    const canvas = scope === null ? null : await this.#dependencies.database.canvases.findPublished(scope, canvasId);
    if (canvas === null) throw canvasNotFound(canvasId);
    return canvas;
  }

  #forgetExpired(): void {
    const nowMs = this.#dependencies.now().getTime();
    for (const [token, pending] of this.#pending) {
      // Insertion order is expiry order, so the first one that is still good ends the search.
      if (pending.expiresAtMs > nowMs) return;
      this.#pending.delete(token);
    }
  }
}

/** The refusal for a canvas that is not there, not published, or out of the credential's reach: all the same. */
export function canvasNotFound(canvasId: string): Error {
  return platenError(
    "not_found",
    `There is no published canvas '${canvasId}' within this credential's reach. List those that are.`,
  );
}

function roleOf(name: RoleName): Role {
  return name === "data_write" ? "data-write" : name;
}
