/** Where a client wants its answers: an address of the web, this computer, or an app by a scheme of its own. */
export type RedirectKind = "web" | "loopback" | "app";

/** What an address may be written with (RFC 3986 §2); a browser would take others, such as `\\`, in ways of its own. */
const WRITTEN = /^[\w.~:/?@!$&'()*+,;=%[\]-]+$/;

const WEB = /^https:\/\/[^/?]+/i;

/** This computer by one of its three names, and by none of the numbers that a browser takes for them. */
const LOOPBACK = /^https?:\/\/(?:127\.0\.0\.1|\[::1\]|localhost)(?::\d{1,5})?(?:[/?]|$)/i;

/** A scheme that an app may call its own: a name of its maker's in reverse, which has a dot (RFC 8252 §7.1). */
const APP = /^[a-z][a-z0-9+-]*(?:\.[a-z0-9+-]+)+:\/{0,2}[^/]/i;

/**
 * What kind of redirect an address is; null for one that answers must not go to. What is allowed is named: HTTPS, this
 * computer by HTTP, and schemes of apps by names in reverse. No list of the schemes that a system acts upon by itself
 * would ever be whole (OAuth 2.1 §8.4, RFC 8252 §7 and §8.3).
 */
export function redirectKindOf(uri: string): RedirectKind | null {
  if (!WRITTEN.test(uri) || !URL.canParse(uri)) return null;
  const { username, password } = new URL(uri);
  if (username !== "" || password !== "") return null;
  if (LOOPBACK.test(uri)) return "loopback";
  if (WEB.test(uri)) return "web";
  return APP.test(uri) ? "app" : null;
}

/** What a policy of forms has to name so that a form may end there (CSP Level 3 §2.3.1). */
export function formTargetOf(uri: string): string | null {
  const kind = redirectKindOf(uri);
  if (kind === null) return null;
  const { protocol, origin, hostname } = new URL(uri);
  // Sources can't name an IPv6 address; its scheme is the narrowest thing that can be named.
  if (kind === "app" || hostname.startsWith("[")) return protocol;
  return origin;
}

/** A redirect as people read it: the host, or the scheme of an app. */
export function shownRedirect(uri: string): string {
  const { protocol, host } = new URL(uri);
  return redirectKindOf(uri) === "app" ? protocol : host;
}
