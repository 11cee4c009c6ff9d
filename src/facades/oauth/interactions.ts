import type Provider from "oidc-provider";
import { SCOPES, type SigningKey } from "../../core/services/index.ts";
import { deviceOf, rememberDevice } from "./device-cookie.ts";
import { type Exchange, requestFor } from "./exchange.ts";
import type { OAuthOptions } from "./options.ts";
import { notice, type PageContext, pageContextOf, sendPage, waitSentence } from "./pages.ts";
import { INTERACTION_PATH } from "./provider.ts";
import { formTargetOf } from "./redirects.ts";
import { formTokenOf, isOwnForm } from "./same-origin.ts";
import { sessionOf } from "./session.ts";
import { consentPage, type ShownClient, signInPage } from "./sign-in-page.ts";
import type { UpstreamSignIn } from "./upstream.ts";

/** What the pages of an interaction stand on. */
export interface InteractionParts extends OAuthOptions {
  readonly provider: Provider;
  readonly keys: readonly SigningKey[];
  /** Null where no other provider is configured. */
  readonly upstreamSignIn: UpstreamSignIn | null;
}

type Details = Awaited<ReturnType<Provider["interactionDetails"]>>;

/** One step of an interaction: who asked for what, and the page it is answered with. */
interface Step {
  readonly parts: InteractionParts;
  readonly exchange: Exchange;
  readonly context: PageContext;
  readonly details: Details;
  readonly client: ShownClient;
}

/** Serves the pages between a client's request and its answer: signing in, then consent. */
export async function serveInteraction(parts: InteractionParts, exchange: Exchange): Promise<void> {
  const [uid = "", action = ""] = exchange.path.slice(INTERACTION_PATH.length).split("/");
  const context = pageContextOf(exchange, parts.baseUrl);
  const step = await stepOf(parts, exchange, context, uid);
  if (step === null) return sendPage(exchange, context, notice(context.texts.failed, context.texts.expired, 400));
  if (exchange.verb === "GET" && action === "upstream") return finishUpstream(step);
  if (exchange.verb === "GET" && action === "") return showPage(step);
  if (exchange.verb !== "POST")
    return sendPage(exchange, context, notice(context.texts.failed, context.texts.expired, 405));
  const form = new URLSearchParams(exchange.body.toString("utf8"));
  const tokens = parts.keys.map(({ cookieSecret }) => formTokenOf(uid, cookieSecret));
  if (!isOwnForm(exchange, parts.baseUrl, form, tokens)) {
    return sendPage(exchange, context, notice(context.texts.failed, context.texts.foreign, 403));
  }
  switch (action) {
    case "sign-in":
      return signIn(step, form);
    case "consent":
      return form.get("decision") === "allow" ? allow(step) : deny(step);
    case "upstream":
      return beginUpstream(step);
    case "cancel":
      return deny(step);
    default:
      return sendPage(exchange, context, notice(context.texts.failed, context.texts.expired, 404));
  }
}

/** The interaction that the cookie names; null where it is another than the address's, or is over. */
async function stepOf(
  parts: InteractionParts,
  exchange: Exchange,
  context: PageContext,
  uid: string,
): Promise<Step | null> {
  const { provider } = parts;
  const details = await provider
    .interactionDetails(requestFor(exchange, parts.baseUrl), exchange.response)
    .catch(() => null);
  if (details === null || details.uid !== uid) return null;
  const client = await provider.Client.find(String(details.params["client_id"]));
  if (client === undefined) return null;
  const { clientId } = client;
  const shown = {
    name: client.clientName ?? (URL.canParse(clientId) ? new URL(clientId).host : "MCP"),
    redirectUri: String(details.params["redirect_uri"] ?? client.redirectUris?.[0] ?? ""),
    publisher: URL.canParse(clientId) ? new URL(clientId).host : null,
  };
  return { parts, exchange, context, details, client: shown };
}

function showPage(step: Step): Promise<void> | void {
  const wantsOther = step.exchange.query.get("account") === "other";
  return step.details.prompt.name === "consent" && !wantsOther ? showConsent(step) : showSignIn(step, {});
}

function showSignIn(
  step: Step,
  more: { email?: string; problem?: string; status?: number; headers?: Readonly<Record<string, string>> },
): void {
  const { parts, exchange, context, client } = step;
  const page = signInPage(context, {
    ...formFactsOf(step),
    client,
    email: more.email ?? hintOf(step),
    provider: parts.upstreamSignIn?.name ?? null,
    problem: more.problem ?? null,
    ...(more.status === undefined ? {} : { status: more.status }),
    ...(more.headers === undefined ? {} : { headers: more.headers }),
  });
  sendPage(exchange, context, page);
}

async function showConsent(step: Step): Promise<void> {
  const { parts, exchange, context, client, details } = step;
  const email = await parts.signingIn.signIn.emailOf(details.session?.accountId ?? "");
  if (email === null) return showSignIn(step, {});
  const scopes = SCOPES.filter((scope) => askedScopes(details).has(scope));
  sendPage(exchange, context, consentPage(context, { ...formFactsOf(step), client, email, scopes }));
}

/** What the client asks for beyond what it was granted before. */
function askedScopes({ params, prompt }: Details): ReadonlySet<string> {
  const missing: unknown = prompt.details["missingResourceScopes"];
  const lists: readonly unknown[] = typeof missing === "object" && missing !== null ? Object.values(missing) : [];
  const asked = lists.flatMap((list) => (Array.isArray(list) ? list.map(String) : []));
  return new Set(asked.length > 0 ? asked : String(params["scope"] ?? "").split(" "));
}

async function signIn(step: Step, form: URLSearchParams): Promise<void> {
  const { parts, exchange, context } = step;
  const email = (form.get("email") ?? "").trim();
  const password = form.get("password") ?? "";
  const { remoteAddress } = exchange;
  const device = deviceOf(exchange, email, parts);
  const answer = await parts.signingIn.signIn.withPassword({ email, password, remoteAddress, device });
  switch (answer.kind) {
    case "in":
      rememberDevice(exchange, email, parts);
      return finishSignIn(step, answer.personId);
    case "refused":
      return showSignIn(step, { email, problem: context.texts.wrongCredentials, status: 400 });
    case "throttled":
    case "busy": {
      const headers = { "retry-after": String(answer.retryAfterSeconds) };
      const problem = waitSentence(context.texts, answer);
      return showSignIn(step, { email, problem, status: 429, headers });
    }
  }
}

/** Goes on as that person; whoever was signed in in this browser before is signed out. */
async function finishSignIn({ parts, exchange, details }: Step, personId: string): Promise<void> {
  const { provider, baseUrl } = parts;
  if (details.session !== undefined && details.session.accountId !== personId) {
    await (await sessionOf(provider, exchange, baseUrl)).destroy();
    // The interaction goes on in a session of its own.
    Reflect.deleteProperty(details, "session");
    await details.save(details.exp - Math.floor(parts.now().getTime() / 1000));
  }
  await finish({ parts, exchange }, { login: { accountId: personId } }, false);
}

async function allow(step: Step): Promise<void> {
  const { parts, details } = step;
  const { params, session, grantId, prompt } = details;
  // A decision that was sent twice, or before anybody signed in.
  if (prompt.name !== "consent" || session?.accountId === undefined) return void (await showPage(step));
  const known = grantId === undefined ? undefined : await parts.provider.Grant.find(grantId);
  const fresh = { accountId: session.accountId, clientId: String(params["client_id"]) };
  const grant = known ?? new parts.provider.Grant(fresh);
  const { missingOIDCScope, missingResourceScopes } = prompt.details;
  if (Array.isArray(missingOIDCScope)) grant.addOIDCScope(missingOIDCScope.join(" "));
  if (typeof missingResourceScopes === "object" && missingResourceScopes !== null) {
    for (const [resource, scopes] of Object.entries(missingResourceScopes)) {
      if (Array.isArray(scopes)) grant.addResourceScope(resource, scopes.join(" "));
    }
  }
  await finish(step, { consent: { grantId: await grant.save() } }, true);
}

function deny(step: Step): Promise<void> {
  return finish(step, { error: "access_denied", error_description: "The person did not allow it." }, false);
}

async function beginUpstream(step: Step): Promise<void> {
  const { parts, exchange, context, details } = step;
  const { upstreamSignIn } = parts;
  if (upstreamSignIn === null) return showSignIn(step, {});
  const location = await upstreamSignIn.begin(details.uid);
  if (location === null) {
    return showSignIn(step, { problem: context.texts.providerFailed(upstreamSignIn.name), status: 503 });
  }
  exchange.response.statusCode = 303;
  exchange.response.setHeader("location", location);
  exchange.response.setHeader("cache-control", "no-store");
  exchange.response.end();
}

async function finishUpstream(step: Step): Promise<void> {
  const { parts, exchange, context, details } = step;
  const { upstreamSignIn } = parts;
  if (upstreamSignIn === null) return showSignIn(step, {});
  const identity = await upstreamSignIn.finish(details.uid, exchange.query);
  if (identity === null) {
    return showSignIn(step, { problem: context.texts.providerFailed(upstreamSignIn.name), status: 400 });
  }
  const personId = await parts.signingIn.signIn.withForeignIdentity(identity);
  if (personId !== null) return finishSignIn(step, personId);
  showSignIn(step, { problem: context.texts.unknownAccount(upstreamSignIn.name), status: 403 });
}

async function finish(
  { parts, exchange }: Pick<Step, "parts" | "exchange">,
  result: Parameters<Provider["interactionResult"]>[2],
  mergeWithLastSubmission: boolean,
): Promise<void> {
  const request = requestFor(exchange, parts.baseUrl);
  const location = await parts.provider.interactionResult(request, exchange.response, result, {
    mergeWithLastSubmission,
  });
  exchange.response.statusCode = 303;
  exchange.response.setHeader("location", location);
  exchange.response.setHeader("cache-control", "no-store");
  exchange.response.end();
}

function formFactsOf({ parts, context, details, client }: Step) {
  const target = formTargetOf(client.redirectUri);
  const upstream = parts.upstreamSignIn?.origin ?? null;
  return {
    path: `${context.root}${INTERACTION_PATH}${details.uid}`,
    token: formTokenOf(details.uid, parts.keys[0]?.cookieSecret ?? ""),
    formTargets: [target, upstream].filter((each): each is string => each !== null),
  };
}

/** An address that the client knows of, as a help for typing. */
function hintOf({ details }: Step): string {
  const hint = details.params["login_hint"];
  return typeof hint === "string" && hint.includes("@") ? hint : "";
}
