import type { Interceptor } from "@connectrpc/connect";
import { createValidateInterceptor } from "@connectrpc/validate";
import { connectErrorOf, errorAnswerOf, INTERNAL_HEADERS, type Method } from "../methods/index.ts";
import { tracedCall } from "../observability/index.ts";
import { newId, scopeOf } from "../tenancy/index.ts";
import { type AdmissionDesk, type Admitted, namesCanvas, refuseOverRate } from "./admission.ts";
import { callerKey } from "./caller.ts";
import type { ServiceDependencies } from "./dependencies.ts";
import { validationSentences } from "./envelope-sentences.ts";
import { asAnswerable } from "./failures.ts";
import { asOneCall } from "./one-call.ts";
import { oneFormOfEach } from "./one-form.ts";

/** What every request passes, outermost first: observation, error form, identity and access, validation. */
export function interceptorsOf(dependencies: ServiceDependencies, desk: AdmissionDesk): readonly Interceptor[] {
  const interceptors = [
    observation(dependencies),
    errorForm(dependencies),
    identityAndAccess(dependencies, desk),
    oneFormOfEach(),
    validationSentences(),
    createValidateInterceptor(),
  ];
  return [asOneCall(interceptors)];
}

/** Each call is a span and an observation; the operator's own calls too. */
function observation({ metrics }: ServiceDependencies): Interceptor {
  return (next) => async (request) => {
    const method = request.method.name;
    const startedMs = performance.now();
    const ended = (code: string): void =>
      metrics.callEnded({ method, code, seconds: (performance.now() - startedMs) / 1000 });
    const facts = {
      "rpc.system": "connect_rpc",
      "rpc.service": request.service.typeName,
      "rpc.method": method,
      "platen.door": request.header.get(INTERNAL_HEADERS.door) ?? "process",
      "platen.request_id": request.header.get(INTERNAL_HEADERS.requestId) ?? "",
    };
    try {
      const name = `${request.service.typeName}/${method}`;
      const answer = await tracedCall(request.header, name, facts, () => next(request));
      ended("ok");
      return answer;
    } catch (error) {
      ended(errorAnswerOf(error, "").code);
      throw error;
    }
  };
}

/** Whatever goes wrong leaves as one of the closed list of codes; failures of ours are logged with their cause. */
function errorForm(dependencies: ServiceDependencies): Interceptor {
  return (next) => async (request) => {
    const requestId = request.header.get(INTERNAL_HEADERS.requestId) ?? newRequestId();
    request.header.set(INTERNAL_HEADERS.requestId, requestId);
    try {
      return await next(request);
    } catch (error) {
      const thrown = asAnswerable(error);
      const answer = errorAnswerOf(thrown, requestId);
      if (answer.code === "internal" || thrown !== error) {
        const principal = request.contextValues.get(callerKey)?.principal ?? null;
        const organizationId = principal === null ? null : (scopeOf(principal)?.organizationId ?? null);
        const facts = { requestId, organizationId, method: request.method.name, err: error };
        dependencies.log.error(facts, "a request failed");
      }
      throw connectErrorOf(thrown, requestId);
    }
  };
}

/**
 * Doors admit a call before they read its body, and hand over a token; a call without one (in process, by the command
 * line) is admitted here. A canvas that only the message names is looked up here too, before anything else is said.
 */
function identityAndAccess(dependencies: ServiceDependencies, desk: AdmissionDesk): Interceptor {
  const methods = new Map(dependencies.catalogue.methods.map((method) => [method.rpcPath, method]));
  return (next) => async (request) => {
    const method = methods.get(`/${request.service.typeName}/${request.method.name}`);
    if (method === undefined) throw new Error(`${request.method.name} is no method of the catalogue`);
    const token = request.header.get(INTERNAL_HEADERS.admission);
    const fields = organizationFieldOf(request.message);
    const known = token === null ? null : desk.redeem(token, method);
    const admitted =
      known === null
        ? await desk.admitCaller(method, request.header, fields)
        : isFor(known, fields)
          ? known
          : await desk.readmit(method, request.header, fields);
    const canvas = admitted.canvas ?? (await desk.canvasOf(admitted.principal, canvasIdOf(method, request.message)));
    refuseOverRate(admitted);
    const requestId = request.header.get(INTERNAL_HEADERS.requestId) ?? newRequestId();
    request.contextValues.set(callerKey, { ...admitted, canvas, requestId });
    return next(request);
  };
}

/** The organization that a decoded request names, as admission takes it. */
function organizationFieldOf(message: unknown): ReadonlyMap<string, string> {
  const named =
    typeof message === "object" && message !== null && "organizationId" in message ? message.organizationId : undefined;
  return typeof named === "string" ? new Map([["organization_id", named]]) : new Map();
}

/** Whether a caller was admitted for the organization that their message names, or needs none to be named. */
function isFor({ principal }: Admitted, fields: ReadonlyMap<string, string>): boolean {
  const named = fields.get("organization_id");
  if (named === undefined || principal === null || principal.kind === "operator") return true;
  return named === principal.organizationId;
}

/** The canvas that a decoded request names where its path over REST would. */
function canvasIdOf(method: Method, message: unknown): string | undefined {
  if (!namesCanvas(method)) return undefined;
  const canvasId =
    typeof message === "object" && message !== null && "canvasId" in message ? message.canvasId : undefined;
  return typeof canvasId === "string" ? canvasId : undefined;
}

/** An identifier for a call that came without one. */
function newRequestId(): string {
  return newId("key").replace(/^key_/, "req_");
}
