import { type Html, html } from "./html.ts";
import { fieldState, type PageBody, type PageContext, problemNote } from "./pages.ts";
import { redirectKindOf, shownRedirect } from "./redirects.ts";
import { FORM_TOKEN } from "./same-origin.ts";

/** A client as people are told of it. */
export interface ShownClient {
  readonly name: string;
  readonly redirectUri: string;
  /** The host that publishes the client's document; null for one that registered by itself. */
  readonly publisher: string | null;
}

interface FormFacts {
  /** The path of the interaction. */
  readonly path: string;
  readonly token: string;
  readonly formTargets: readonly string[];
}

export interface SignInPageFacts extends FormFacts {
  readonly client: ShownClient;
  readonly email: string;
  /** The upstream provider's name; null for none. */
  readonly provider: string | null;
  readonly problem: string | null;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Where an account's address and password are asked for. */
export function signInPage(context: PageContext, facts: SignInPageFacts): PageBody {
  const { texts, root } = context;
  const { client, path, token, problem, provider } = facts;
  const state = fieldState(problem);
  const body = html`<h1>${texts.signIn}</h1>
${problemNote(problem)}
<p>${texts.signInFor(client.name)}</p>
<form method="post" action="${path}/sign-in">
${tokenField(token)}
<label for="email">${texts.email}</label>
<input id="email" name="email" type="email" autocomplete="username" required value="${facts.email}"${state}>
<label for="password">${texts.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required${state}>
<button type="submit">${texts.signIn}</button>
</form>
${provider === null ? null : buttonForm(`${path}/upstream`, token, texts.signInBy(provider))}
${buttonForm(`${path}/cancel`, token, texts.cancel)}
<p class="links"><a href="${root}/oauth/reset">${texts.forgotten}</a></p>`;
  return { title: texts.signIn, body, formTargets: facts.formTargets, ...answerOf(facts) };
}

function answerOf({ status, headers }: SignInPageFacts): Pick<PageBody, "status" | "headers"> {
  return { ...(status === undefined ? {} : { status }), ...(headers === undefined ? {} : { headers }) };
}

export interface ConsentPageFacts extends FormFacts {
  readonly client: ShownClient;
  readonly email: string;
  /** What is asked for, of the scopes that people know. */
  readonly scopes: readonly ("documents.render" | "documents.author")[];
}

/** Where somebody allows a client to act in their name, told who it says it is and where it returns to. */
export function consentPage(context: PageContext, facts: ConsentPageFacts): PageBody {
  const { texts } = context;
  const { client, path, token, scopes } = facts;
  const title = texts.consent(client.name);
  const isLoopback = redirectKindOf(client.redirectUri) === "loopback";
  const host = shownRedirect(client.redirectUri);
  const body = html`<h1>${title}</h1>
<p>${texts.signedInAs(facts.email)} <a href="${path}?account=other">${texts.otherAccount}</a></p>
<p>${texts.mayDo}</p>
<ul>${scopes.map((scope) => html`<li>${texts.scopes[scope]}</li>`)}</ul>
<dl>
<dt>${texts.returnsTo}</dt>
<dd class="host">${isLoopback ? `${texts.thisComputer} (${host})` : host}</dd>
${client.publisher === null ? null : html`<dt>${texts.publishedBy}</dt><dd class="host">${client.publisher}</dd>`}
</dl>
<p class="note warn">${isLoopback ? texts.loopback : texts.ownName}</p>
<p class="soft">${texts.lasting}</p>
<form method="post" action="${path}/consent">
${tokenField(token)}
<button type="submit" name="decision" value="allow">${texts.allow}</button>
<button type="submit" name="decision" value="deny" class="plain">${texts.deny}</button>
</form>`;
  return { title, body, formTargets: facts.formTargets };
}

function buttonForm(action: string, token: string, label: string): Html {
  return html`<form method="post" action="${action}">
${tokenField(token)}
<button type="submit" class="plain">${label}</button>
</form>`;
}

export function tokenField(token: string): Html {
  return html`<input type="hidden" name="${FORM_TOKEN}" value="${token}">`;
}
