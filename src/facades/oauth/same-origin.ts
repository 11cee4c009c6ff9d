import { createHmac, timingSafeEqual } from "node:crypto";
import type { Exchange } from "./exchange.ts";

/** The name of the field that carries the token of a form. */
export const FORM_TOKEN = "form_token";

/** A token that only our page of `subject` holds: a form of another site can't be sent with it. */
export function formTokenOf(subject: string, secret: string): string {
  return createHmac("sha256", secret).update(`form ${subject}`).digest("base64url");
}

/** Whether a form was sent by our own page: by the browser's word where it gives one, and by the form's token. */
export function isOwnForm(
  exchange: Exchange,
  baseUrl: string,
  form: URLSearchParams,
  tokens: readonly string[],
): boolean {
  return isSameOrigin(exchange, baseUrl) && tokens.some((token) => isEqual(form.get(FORM_TOKEN) ?? "", token));
}

/** Whether a browser that tells where a request comes from says that it comes from here (Fetch Metadata). */
export function isSameOrigin({ request }: Exchange, baseUrl: string): boolean {
  const { origin } = request.headers;
  const site = request.headers["sec-fetch-site"];
  const isOwnOrigin = origin === undefined || origin === new URL(baseUrl).origin;
  return isOwnOrigin && (site === undefined || site === "same-origin" || site === "none");
}

function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
