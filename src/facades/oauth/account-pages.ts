import type Provider from "oidc-provider";
import { PASSWORD_CHARACTERS_MIN, type PasswordProblem, type SigningKey } from "../../core/services/index.ts";
import { rememberDevice } from "./device-cookie.ts";
import type { Exchange } from "./exchange.ts";
import { html } from "./html.ts";
import type { OAuthOptions } from "./options.ts";
import {
  fieldState,
  notice,
  type PageBody,
  type PageContext,
  pageContextOf,
  problemNote,
  sendPage,
  throttledPage,
} from "./pages.ts";
import { formTokenOf, isOwnForm, isSameOrigin } from "./same-origin.ts";
import { sessionOf } from "./session.ts";
import { tokenField } from "./sign-in-page.ts";

export const LINK_PATH = "/oauth/link/";

/** A page of one's own account: where a link leads, where one asks for a link, where one signs out. */
export type AccountPage = (options: OAuthOptions, exchange: Exchange) => Promise<void>;

/** Where a link leads: a password is chosen there. The link's secret is what shows that a form is ours. */
export const servePasswordLink: AccountPage = async (options, exchange) => {
  const context = pageContextOf(exchange, options.baseUrl);
  const { signIn } = options.signingIn;
  const token = exchange.path.slice(LINK_PATH.length);
  const show = (page: PageBody): void => sendPage(exchange, context, page);
  if (exchange.verb === "POST") {
    if (!isSameOrigin(exchange, options.baseUrl)) return show(foreignPage(context));
    const password = new URLSearchParams(exchange.body.toString("utf8")).get("password") ?? "";
    const keys = await options.signingIn.keys.all();
    const chosen = await signIn.choosePassword(token, password, exchange.remoteAddress);
    switch (chosen.kind) {
      case "chosen":
        rememberDevice(exchange, chosen.email, { ...options, keys });
        return show(notice(context.texts.saved, context.texts.savedMore[chosen.purpose]));
      case "unfit":
        return show(passwordPage(context, exchange.path, chosen, chosen.problem));
      case "gone":
        return show(notice(context.texts.linkGone, context.texts.linkGoneMore, 404));
      case "throttled":
      case "busy":
        return show(throttledPage(context, chosen));
    }
  }
  const link = await signIn.link(token, exchange.remoteAddress);
  switch (link.kind) {
    case "good":
      return show(passwordPage(context, exchange.path, link, null));
    case "gone":
      return show(notice(context.texts.linkGone, context.texts.linkGoneMore, 404));
    case "throttled":
    case "busy":
      return show(throttledPage(context, link));
  }
};

function passwordPage(
  { texts, root }: PageContext,
  path: string,
  { email, purpose }: { readonly email: string; readonly purpose: keyof PageContext["texts"]["choose"] },
  problem: PasswordProblem | null,
): PageBody {
  const title = texts.choose[purpose];
  const sentence = problem === null ? null : texts.problems[problem];
  const state = fieldState(sentence, "hint");
  const body = html`<h1>${title}</h1>
${problemNote(sentence)}
<p class="soft">${texts.chooseFor(email)}</p>
<form method="post" action="${root}${path}">
<input type="hidden" name="username" autocomplete="username" value="${email}">
<label for="password">${texts.newPassword}</label>
<input id="password" name="password" type="password" autocomplete="new-password" required${state}>
<p class="hint" id="hint">${texts.passwordHint(PASSWORD_CHARACTERS_MIN)}</p>
<button type="submit">${texts.save}</button>
</form>`;
  return { title, body, status: problem === null ? 200 : 400 };
}

/** Where somebody who has forgotten their password asks for a link. The answer is the same for every address. */
export const serveReset: AccountPage = async (options, exchange) => {
  const context = pageContextOf(exchange, options.baseUrl);
  const { texts } = context;
  const { signIn } = options.signingIn;
  const show = (page: PageBody): void => sendPage(exchange, context, page);
  if (!signIn.sendsLinks) return show(notice(texts.noMail, texts.noMailMore));
  if (exchange.verb !== "POST") return show(resetPage(context));
  if (!isSameOrigin(exchange, options.baseUrl)) return show(foreignPage(context));
  const email = (new URLSearchParams(exchange.body.toString("utf8")).get("email") ?? "").trim();
  const asked = await signIn.requestReset(email, exchange.remoteAddress, context.language);
  if (asked.kind === "throttled" || asked.kind === "busy") return show(throttledPage(context, asked));
  show(notice(texts.resetSent, texts.resetSentMore));
};

function resetPage({ texts, root }: PageContext): PageBody {
  const body = html`<h1>${texts.resetTitle}</h1>
<p>${texts.resetMore}</p>
<form method="post" action="${root}/oauth/reset">
<label for="email">${texts.email}</label>
<input id="email" name="email" type="email" autocomplete="username" required>
<button type="submit">${texts.resetSend}</button>
</form>`;
  return { title: texts.resetTitle, body };
}

/** Where the session of a browser ends. */
export async function serveSignOut(
  options: OAuthOptions & { readonly provider: Provider; readonly keys: readonly SigningKey[] },
  exchange: Exchange,
): Promise<void> {
  const context = pageContextOf(exchange, options.baseUrl);
  const { texts, root } = context;
  const { provider, keys, baseUrl } = options;
  const session = await sessionOf(provider, exchange, baseUrl);
  const isSignedIn = session.accountId !== undefined;
  if (!isSignedIn) return sendPage(exchange, context, notice(texts.signedOut, texts.signedOutMore));
  const tokens = keys.map(({ cookieSecret }) => formTokenOf(session.uid, cookieSecret));
  if (exchange.verb !== "POST") {
    const body = html`<h1>${texts.signOut}</h1>
<p>${texts.signOutMore}</p>
<form method="post" action="${root}/oauth/sign-out">
${tokenField(tokens[0] ?? "")}
<button type="submit">${texts.signOut}</button>
</form>`;
    return sendPage(exchange, context, { title: texts.signOut, body });
  }
  const form = new URLSearchParams(exchange.body.toString("utf8"));
  if (!isOwnForm(exchange, baseUrl, form, tokens)) return sendPage(exchange, context, foreignPage(context));
  await session.destroy();
  sendPage(exchange, context, notice(texts.signedOut, texts.signedOutMore));
}

function foreignPage({ texts }: PageContext): PageBody {
  return notice(texts.failed, texts.foreign, 403);
}
