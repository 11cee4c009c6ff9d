/** Whom the endpoint answers at all, beside credentials: a DNS rebinding page has a foreign Origin or Host. */
export interface Guards {
  /** Whole origins in lower case, such as `https://app.example.com`. */
  readonly origins: ReadonlySet<string>;
  /** Host names with or without a port, in lower case. */
  readonly hosts: ReadonlySet<string>;
}

/** Why a request is refused before anything else is looked at; null where it passes. An absent Origin passes. */
export function refusalOf(guards: Guards, headers: Headers): string | null {
  const origin = headers.get("origin");
  if (origin !== null && !guards.origins.has(origin.toLowerCase())) {
    return "This page's origin may not call the endpoint. The operator lists origins in PLATEN_ALLOWED_ORIGINS.";
  }
  const host = (headers.get("host") ?? "").toLowerCase();
  if (!guards.hosts.has(host) && !guards.hosts.has(host.replace(/:\d+$/, ""))) {
    return "This host name is not the service's. The operator lists host names in PLATEN_ALLOWED_HOSTS.";
  }
  return null;
}

const LOOPBACK_HOSTS = ["127.0.0.1", "localhost", "[::1]"];

/** The guards of a service at an address, with the origins and host names that its operator lets in besides. */
export function guardsOf(
  baseUrl: string,
  allowed: { readonly origins: readonly string[]; readonly hosts: readonly string[] },
): Guards {
  const { origin, host, hostname } = new URL(baseUrl);
  const lower = (texts: readonly string[]) => new Set(texts.map((text) => text.toLowerCase()));
  return {
    origins: lower([origin, ...allowed.origins]),
    hosts: lower([host, hostname, ...LOOPBACK_HOSTS, ...allowed.hosts]),
  };
}
