import { randomBytes } from "node:crypto";
import { ConnectError } from "@connectrpc/connect";
import { answeredInTurn } from "../event-loop/index.ts";
import {
  type Admission,
  type AdmissionRequest,
  errorAnswerOf,
  hasImplicitPresence,
  INTERNAL_HEADERS,
  type Method,
  platenError,
  type RoleName,
} from "../methods/index.ts";
import { callerPartyOf } from "../network/index.ts";
import type { Canvas } from "../persistence/index.ts";
import {
  type AccessScope,
  createRateLimits,
  mayCall,
  type Plan,
  type Principal,
  planNamed,
  type RateLimits,
  type RateReading,
  type Role,
  SCOPES,
  scopeOf,
} from "../tenancy/index.ts";
import {
  actingFor,
  authenticate,
  type Homeless,
  type Identity,
  noMembership,
  unknownCredential,
} from "./authentication.ts";
import type { Caller } from "./caller.ts";
import type { ServiceDependencies } from "./dependencies.ts";
import { rateHeaders, tooManyRequests } from "./rates.ts";

/** What a caller without a plan may send: the operator's sources and datasets. */
const REQUEST_BYTES_MAX_WITHOUT_PLAN = 32 * 1024 * 1024;

/** What anybody may send to a method that needs no credential: its requests are a few words. */
const REQUEST_BYTES_MAX_WITHOUT_CREDENTIAL = 4 * 1024;

/** Requests of people without an organization, from one network: they can ask what there is, and join one. */
const HOMELESS_PER_MINUTE = 60;

/** Admissions whose call never came (the client went away) are forgotten after this time. */
const ADMISSION_TTL_MS = 60_000;

/** What a credential is good for, before any method is named. */
export interface Reach {
  /** The full names of the methods that it may call. */
  readonly methods: ReadonlySet<string>;
  /**
   * What a person may call, but has not allowed this client to: the methods' full names, and the scope that each needs.
   * Empty for keys.
   */
  readonly beyondScopes: ReadonlyMap<string, string>;
  /** The largest body that the caller's plan takes, in bytes. */
  readonly maxRequestBytes: number;
  /** Whose bodies count together while they come; left out, those of the caller's address. */
  readonly account?: string;
  /** Counts a body that is about to be read, before anybody knows what it asks, and refuses too many of a minute. */
  readonly countBody: () => Promise<void>;
  /** Counts requests that call no method, answers what is left of the minute, and refuses where nothing is. */
  readonly count: (requests: number) => Promise<Headers>;
}

/** A caller whose canvas and rate may still have to be judged. */
export type Admitted = Omit<Caller, "requestId"> & { readonly rate: RateReading | null };

interface Pending {
  readonly method: Method;
  readonly caller: Admitted;
  readonly expiresAtMs: number;
}

/** The checks before a body is read, and the tokens by which the call that follows is known. */
export class AdmissionDesk {
  readonly #dependencies: ServiceDependencies;
  readonly #pending = new Map<string, Pending>();
  /** Bodies that are read before their requests can be counted; each process counts for itself. */
  readonly #bodies = createRateLimits(null);

  constructor(dependencies: ServiceDependencies) {
    this.#dependencies = dependencies;
  }

  /** Credential → role → plan → canvas → rate, each refusal with its own code; the order that the decisions fix. */
  async admit(request: AdmissionRequest): Promise<Admission> {
    const { method, headers, pathFields } = request;
    const identity = await this.#identity(method, headers, pathFields);
    // Counted at once, so that every answer from here on can say what is left; judged when its turn has come.
    const rate = await this.#countRequest(identity);
    const answerHeaders = rate === null ? new Headers() : rateHeaders(rate);
    try {
      const caller = { ...(await this.#callerOf(method, identity, pathFields)), rate };
      // A canvas that only the message names is looked up when that is decoded, and comes before the rate.
      if (caller.canvas !== null || !namesCanvas(method)) refuseOverRate(caller);
      const token = this.#promise(method, caller);
      const withoutPlan = identity === null ? REQUEST_BYTES_MAX_WITHOUT_CREDENTIAL : REQUEST_BYTES_MAX_WITHOUT_PLAN;
      const maxRequestBytes = caller.plan?.requestBytesMax ?? withoutPlan;
      return { token, maxRequestBytes, headers: answerHeaders, ...accountOf(identity) };
    } catch (thrown) {
      if (thrown instanceof ConnectError) for (const [name, value] of answerHeaders) thrown.metadata.set(name, value);
      throw thrown;
    }
  }

  /** A token that stands for the caller, once. */
  #promise(method: Method, caller: Admitted): string {
    const token = randomBytes(24).toString("base64url");
    this.#forgetExpired();
    const expiresAtMs = this.#dependencies.now().getTime() + ADMISSION_TTL_MS;
    this.#pending.set(token, { method, caller, expiresAtMs });
    return token;
  }

  /** What a credential may call and send; refuses a missing or unknown one. The plan's access is judged at the call. */
  async identify(headers: Headers): Promise<Reach> {
    const { catalogue, plans } = this.#dependencies;
    const identity = await this.#authenticate(headers);
    const offered = catalogue.methods.filter((method) => isOfferedTo(identity, method));
    const open = offered.filter((method) => isAllowedBy(identity, method));
    const beyond = offered.filter((method) => !isAllowedBy(identity, method));
    const plan = identity.principal === null ? null : identity.plan;
    const maxRequestBytes = plan === null ? REQUEST_BYTES_MAX_WITHOUT_PLAN : planNamed(plans, plan).requestBytesMax;
    return {
      methods: new Set(open.map((method) => method.name)),
      beyondScopes: new Map(beyond.map((method) => [method.name, method.scope ?? ""])),
      maxRequestBytes,
      ...accountOf(identity),
      countBody: async () => void (await this.#count(this.#bodies, identity, headers)),
      count: (requests) => this.#count(this.#dependencies.rates, identity, headers, requests),
    };
  }

  /** Whoever belongs to no organization has no plan: they are counted by where they come from. */
  async #count(rates: RateLimits, identity: Identity | Homeless, headers: Headers, requests = 1): Promise<Headers> {
    const { plans } = this.#dependencies;
    const scope = identity.principal === null ? null : scopeOf(identity.principal);
    const plan = identity.principal === null || identity.plan === null ? null : planNamed(plans, identity.plan);
    const address = headers.get(INTERNAL_HEADERS.remoteAddress) ?? "unknown";
    const perMinute = plan?.requestsPerMinute ?? HOMELESS_PER_MINUTE;
    const rate =
      scope === null
        ? await rates.countRequestFrom(address, perMinute, requests)
        : await rates.countRequest(scope.organizationId, perMinute, requests);
    if (rate.isOver) throw tooManyRequests(rate, plan?.name ?? "none");
    return rateHeaders(rate);
  }

  /** Takes the caller that a token stands for; each token is good for one call of its method. */
  redeem(token: string, method: Method): Admitted {
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

  /** The same checks for a call in process, which counts for no rate. */
  async admitCaller(method: Method, headers: Headers, pathFields: ReadonlyMap<string, string>): Promise<Admitted> {
    const identity = await this.#identity(method, headers, pathFields);
    return { ...(await this.#callerOf(method, identity, pathFields)), rate: null };
  }

  /**
   * The same caller where only the message, decoded after admission, named the organization to act for: it is the plan
   * and the rate of that one that count.
   */
  async readmit(method: Method, headers: Headers, fields: ReadonlyMap<string, string>): Promise<Admitted> {
    const identity = await this.#identity(method, headers, fields);
    const rate = await this.#countRequest(identity);
    return { ...(await this.#callerOf(method, identity, fields)), rate };
  }

  /** Who calls, if they may call this method; null for a method that is open to anyone. */
  async #identity(method: Method, headers: Headers, pathFields: ReadonlyMap<string, string>): Promise<Identity | null> {
    if (method.roles.has("public")) return null;
    const identity = await this.#authenticate(headers);
    if (!isOfferedTo(identity, method) || !isAllowedBy(identity, method)) throw unknownCredential();
    if (identity.principal === null) throw noMembership();
    return actingFor(identity, pathFields.get("organization_id"));
  }

  /** Credentials that are not good are counted by address: whoever tries keys by machine is told to slow down. */
  async #authenticate(headers: Headers): Promise<Identity | Homeless> {
    try {
      // Requests with one key that come at once share one question to the database, and are answered at once.
      return await answeredInTurn(authenticate(headers, this.#dependencies), (found) => accountOf(found).account);
    } catch (thrown) {
      if (errorAnswerOf(thrown, "").code !== "not_found") throw thrown;
      const address = headers.get(INTERNAL_HEADERS.remoteAddress) ?? "unknown";
      const counting = this.#dependencies.rates.countFailure(address);
      const failures = await answeredInTurn(counting, () => callerPartyOf(address));
      if (!failures.isOver) throw thrown;
      const sentence = "Too many unknown credentials came from this address. Check the key, then wait and try again.";
      throw platenError("rate_limited", sentence, { retryAfterSeconds: failures.resetSeconds });
    }
  }

  async #countRequest(identity: Identity | null): Promise<RateReading | null> {
    const scope = identity === null ? null : scopeOf(identity.principal);
    if (scope === null || identity === null || identity.plan === null) return null;
    const { requestsPerMinute } = planNamed(this.#dependencies.plans, identity.plan);
    return this.#dependencies.rates.countRequest(scope.organizationId, requestsPerMinute);
  }

  async #callerOf(
    method: Method,
    identity: Identity | null,
    pathFields: ReadonlyMap<string, string>,
  ): Promise<Omit<Caller, "requestId">> {
    if (identity === null) return { principal: null, plan: null, canvas: null };
    const plan = this.#planOf(method, identity);
    const canvas = await this.canvasOf(identity.principal, pathFields.get("canvas_id"));
    return { principal: identity.principal, plan, canvas };
  }

  #planOf(method: Method, identity: Identity): Plan | null {
    if (identity.plan === null) return null;
    const plan = planNamed(this.#dependencies.plans, identity.plan);
    // Whoever belongs to several organizations has to find the one whose plan does.
    if (!plan.apiAccess && !method.needsSeveralOrganizations) {
      const sentence = `The organization's plan (${plan.name}) has no API access. Choose a plan that has.`;
      throw platenError("quota_exceeded", sentence);
    }
    return plan;
  }

  /** The published canvas of that id within the caller's scope; refuses one that is not there. */
  async canvasOf(principal: Principal | null, canvasId: string | undefined): Promise<Canvas | null> {
    if (canvasId === undefined || principal === null) return null;
    const scope = scopeOf(principal);
    if (scope === null) throw canvasNotFound(canvasId);
    const found = this.#dependencies.database.canvases.findPublished(scope, canvasId);
    const canvas = await answeredInTurn(found, () => scope.organizationId);
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

/** The organization whose bodies count together; nothing for whoever acts for none. */
function accountOf(identity: Identity | Homeless | null): { readonly account?: string } {
  if (identity === null || identity.principal === null) return {};
  const scope = scopeOf(identity.principal);
  return scope === null ? {} : { account: scope.organizationId };
}

/** Whether a method is there for whoever presented a credential; for a person also where they belong to nothing. */
function isOfferedTo(identity: Identity | Homeless, method: Method): boolean {
  const roles = [...method.roles].map(roleOf);
  if (identity.principal === null) return roles.includes("person") && !method.needsSeveralOrganizations;
  const hasSeveral = identity.memberships.length > 1;
  return mayCall(identity.principal, roles) && (hasSeveral || !method.needsSeveralOrganizations);
}

/** Whether a person allowed the client that calls in their name what a method needs; keys have roles alone. */
function isAllowedBy(identity: Identity | Homeless, { scope }: Method): boolean {
  const { principal } = identity;
  if (scope === null || (principal !== null && principal.kind !== "person")) return true;
  return ("scopes" in identity ? identity.scopes : principal?.scopes)?.has(accessScopeOf(scope)) ?? false;
}

/** The scope of that name; another one is a mistake of the definition's. */
function accessScopeOf(name: string): AccessScope {
  const scope = SCOPES.find((each) => each === name);
  if (scope === undefined) throw new Error(`there is no scope '${name}'`);
  return scope;
}

/** Refuses a request beyond the rate of its organization's plan. */
export function refuseOverRate({ rate, plan }: Pick<Admitted, "rate" | "plan">): void {
  if (rate?.isOver === true) throw tooManyRequests(rate, plan?.name ?? "");
}

/** Whether each request of the method is about one published canvas. */
export function namesCanvas({ descriptor, roles }: Method): boolean {
  const field = descriptor.input.fields.find((each) => each.name === "canvas_id");
  return field !== undefined && hasImplicitPresence(field) && !roles.has("operator");
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
