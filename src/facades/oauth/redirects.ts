const LOOPBACK_HOSTS: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]", "localhost"]);

/** Schemes that a browser or system would act upon by itself. */
const DANGEROUS = /^(?:javascript|data|vbscript|file|blob|about|filesystem|view-source|ws|wss|ftp):$/;

/** Where a client wants its answers: an address of the web, this computer, or an app by a scheme of its own. */
export type RedirectKind = "web" | "loopback" | "app";

/** What kind of redirect an address is; null for one that answers must not go to (OAuth 2.1 §8.4, RFC 8252 §8.3). */
export function redirectKindOf(uri: string): RedirectKind | null {
  if (!URL.canParse(uri)) return null;
  const { protocol, hostname, hash } = new URL(uri);
  if (hash !== "" || uri.includes("#") || DANGEROUS.test(protocol)) return null;
  switch (protocol) {
    case "https:":
      return LOOPBACK_HOSTS.has(hostname) ? "loopback" : "web";
    case "http:":
      return LOOPBACK_HOSTS.has(hostname) ? "loopback" : null;
    default:
      return "app";
  }
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
