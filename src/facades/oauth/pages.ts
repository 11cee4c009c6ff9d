import type { PageLanguage, Throttled } from "../../core/services/index.ts";
import { type Exchange, send } from "./exchange.ts";
import { documentOf, type Html, html, pageHeaders } from "./html.ts";
import { shownRedirect } from "./redirects.ts";
import { languageOf, type Texts, textsIn } from "./texts.ts";

/** What a page is written with. */
export interface PageContext {
  readonly language: PageLanguage;
  readonly texts: Texts;
  /** The service as people see it in their browser. */
  readonly service: string;
  /** The path of the base address, which stands before every link. */
  readonly root: string;
}

export function pageContextOf(exchange: Pick<Exchange, "request">, baseUrl: string): PageContext {
  const language = languageOf(exchange.request.headers["accept-language"]);
  const { host, pathname } = new URL(baseUrl);
  return { language, texts: textsIn(language), service: host, root: pathname.replace(/\/$/, "") };
}

/** A page's own part. */
export interface PageBody {
  readonly title: string;
  readonly body: Html;
  readonly formTargets?: readonly string[];
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

export function sendPage(exchange: Exchange, context: PageContext, page: PageBody): void {
  const { title, body, formTargets = [], status = 200, headers = {} } = page;
  const text = documentOf({ language: context.language, title, service: context.service, body });
  send(exchange.response, status, { ...pageHeaders(formTargets), ...headers }, exchange.verb === "HEAD" ? "" : text);
}

/** A page that only tells something. */
export function notice(title: string, sentence: string, status = 200): PageBody {
  return { title, body: html`<h1>${title}</h1><p>${sentence}</p>`, status };
}

/** What a browser shows where the protocol's library refuses a request; the code is for whoever builds the client. */
export function errorPage({ language, texts, service }: PageContext, code: string): string {
  const body = html`<h1>${texts.failed}</h1><p>${texts.notTaken}</p><p class="soft host">${code}</p>`;
  return documentOf({ language, title: texts.failed, service, body });
}

/**
 * What somebody sees who has allowed nothing: the way back is a link, since nobody knows who registered where it leads.
 */
export function deniedPage({ language, texts, service }: PageContext, back: string): string {
  const body = html`<h1>${texts.denied}</h1><p>${texts.deniedMore}</p>
<p class="links"><a href="${back}">${texts.backTo(shownRedirect(back))}</a></p>`;
  return documentOf({ language, title: texts.denied, service, body });
}

/** The page of somebody who has to wait. */
export function throttledPage({ texts }: PageContext, throttled: Throttled): PageBody {
  const headers = { "retry-after": String(throttled.retryAfterSeconds) };
  return { ...notice(texts.failed, waitSentence(texts, throttled), 429), headers };
}

/** Why somebody has to wait, and for how long. */
export function waitSentence(texts: Texts, { kind, retryAfterSeconds }: Throttled): string {
  return kind === "busy" ? texts.busy : texts.throttled(minutesOf(retryAfterSeconds));
}

function minutesOf(seconds: number): number {
  return Math.max(1, Math.ceil(seconds / 60));
}

/** What went wrong, where readers and screen readers find it first. */
export function problemNote(sentence: string | null): Html | null {
  return sentence === null ? null : html`<p class="note bad" role="alert" id="problem">${sentence}</p>`;
}

/** What a field says of itself: where it is wrong, the note above it describes it. */
export function fieldState(sentence: string | null, hint: string | null = null): Html {
  const described = [...(sentence === null ? [] : ["problem"]), ...(hint === null ? [] : [hint])].join(" ");
  const invalid = sentence === null ? html`` : html` aria-invalid="true"`;
  return described === "" ? invalid : html`${invalid} aria-describedby="${described}"`;
}
