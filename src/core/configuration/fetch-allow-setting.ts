import { isIP } from "node:net";
import { z } from "zod";

/** A host outside the public internet, or with a port or certificate of its own, that the service may fetch from. */
export interface AllowedFetchHost {
  readonly host: string;
  readonly port: number;
  readonly allowPrivate: boolean;
  /** PEM text of the authorities that sign its certificate; null for the well-known ones. */
  readonly ca: string | null;
}

const HTTPS_PORT = 443;
const PORT_MAX = 65_535;

const HOST_RULE = "a host's name in lower case, or an address";

/** Hosts are compared as addresses write them: an IPv6 address has several forms. */
function urlOf(host: string): string {
  return `https://${isIP(host) === 6 ? `[${host}]` : host}/`;
}

const entries = z.array(
  z.strictObject({
    host: z
      .string()
      .regex(/^[a-z0-9.:_-]+$/, HOST_RULE)
      .refine((host) => isIP(host) === 6 || !host.includes(":"), HOST_RULE)
      .refine((host) => URL.canParse(urlOf(host)), HOST_RULE)
      .transform((host) => new URL(urlOf(host)).hostname.replace(/^\[|\]$/g, "")),
    port: z.int().min(1).max(PORT_MAX).default(HTTPS_PORT),
    allowPrivate: z.boolean().default(false),
    ca: z.string().optional(),
  }),
);

/** The exceptions, or a sentence's end that says what is wrong with them. */
export type FetchAllowReading =
  | { readonly ok: true; readonly hosts: readonly AllowedFetchHost[] }
  | { readonly ok: false; readonly wrong: string };

/** Reads the JSON of the setting; `readPem` answers the text of a certificate file, or null. */
export function readFetchAllow(json: string, readPem: (path: string) => string | null): FetchAllowReading {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return { ok: false, wrong: "is not JSON" };
  }
  const reading = entries.safeParse(parsed);
  if (!reading.success) {
    const [issue] = reading.error.issues;
    return { ok: false, wrong: `${issue?.path.join(".") || "the value"}: ${issue?.message ?? "is wrong"}` };
  }
  const hosts: AllowedFetchHost[] = [];
  for (const { ca: path, ...entry } of reading.data) {
    const ca = path === undefined ? null : readPem(path);
    if (path !== undefined && ca?.includes("CERTIFICATE-----") !== true) {
      return { ok: false, wrong: `names the certificate file ${JSON.stringify(path)}, which is no readable PEM file` };
    }
    hosts.push({ ...entry, ca });
  }
  return { ok: true, hosts };
}
