import { readFileSync } from "node:fs";
import { isIP } from "node:net";
import { resolve } from "node:path";
import { createSecureContext, type SecureContextOptions } from "node:tls";
import { DEFAULT_PLANS, type Plan } from "../tenancy/index.ts";
import { readDatasetSettings } from "./dataset-settings.ts";
import { type AllowedFetchHost, readFetchAllow } from "./fetch-allow-setting.ts";
import { nearestName } from "./nearest-name.ts";
import { readPlans } from "./plans-setting.ts";
import { isForeignName, SETTINGS, type Setting, type SettingName } from "./settings.ts";

/** Everything an installation can set, validated. Paths are absolute. */
export interface Configuration {
  readonly port: number;
  readonly host: string;
  /** Without a trailing slash; null where it follows from the port (`baseUrlOf`). */
  readonly baseUrl: string | null;
  readonly dataDir: string;
  /** What acknowledged writes of the embedded database outlive: `off`, its process; `full`, a power cut too. */
  readonly embeddedSync: "off" | "full";
  /** Fonts beside the bundled ones; null for none. */
  readonly fontsDir: string | null;
  /** Packages and paths of plugins beside the bundled ones. */
  readonly plugins: readonly string[];
  /** Null for the embedded database under `dataDir`. Holds a password: never print it. */
  readonly databaseUrl: string | null;
  readonly databaseConnections: number;
  /** Threads that render; null leaves their number to the machine. */
  readonly threads: number | null;
  /** The bucket that keeps PDFs; null for the data folder. Holds a secret: never print it. */
  readonly s3: {
    readonly bucketUrl: string;
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  } | null;
  /** Exceptions from the guards of fetching. */
  readonly fetchAllow: readonly AllowedFetchHost[];
  /** Settings of dataset sources, by scheme and name. Holds secrets: never print it. */
  readonly datasetSettings: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** What links are signed by, the newest first; none leaves them to the database. Never print them. */
  readonly linkSecrets: readonly string[];
  /** What signing keys are sealed with; null where the data folder holds it. Never print it. */
  readonly secret: string | null;
  /** Who signs people in; null where the service does. */
  readonly oauthIssuer: string | null;
  /** A provider that people may sign in by as well; null for none. Holds a secret: never print it. */
  readonly upstream: {
    readonly issuer: string;
    readonly clientId: string;
    readonly clientSecret: string;
    readonly name: string;
  } | null;
  /** The server and the sender of mail; null for none. Holds a password: never print it. */
  readonly mail: { readonly url: string; readonly from: string } | null;
  readonly datasetRefreshMs: number;
  readonly allowedOrigins: readonly string[];
  readonly allowedHosts: readonly string[];
  /** Proxies whose word on where a request comes from is taken. */
  readonly trustedProxies: readonly string[];
  /** How long a process that was told to stop answers on, and says so. */
  readonly stopNoticeMs: number;
  /** PEM texts, or null for cleartext. */
  readonly tls: { readonly certificate: string; readonly key: string } | null;
  /** Where `/metrics`, `/readyz` and `/livez` are; null for nowhere. */
  readonly admin: { readonly host: string; readonly port: number } | null;
  /** Where traces go; null for nowhere. */
  readonly otlpUrl: string | null;
  readonly logLevel: "trace" | "debug" | "info" | "warn" | "error" | "fatal" | "silent";
  readonly plans: readonly Plan[];
}

/** A configuration, or one sentence that names the wrong setting and what to write instead. */
export type ConfigurationReading =
  | { readonly ok: true; readonly configuration: Configuration }
  | { readonly ok: false; readonly sentence: string };

const MINUTE_MS = 60_000;

/** A balancer that asks every second, as that of the compose file, and one second more. */
const STOP_NOTICE_SECONDS = 2;

/** Longer wrong values are cut in the sentence that names them. */
const SHOWN_CHARACTERS_MAX = 80;

/** Carries the sentence from the setting that is wrong to `readConfiguration`, the only place that catches it. */
class WrongSetting extends Error {}

/**
 * Reads the configuration from environment variables. An empty variable counts as absent. Reads the files that
 * settings name, and nothing else.
 */
export function readConfiguration(environment: Readonly<Record<string, string | undefined>>): ConfigurationReading {
  try {
    refuseUnknownNames(environment);
    return { ok: true, configuration: readAll(environment) };
  } catch (error) {
    if (error instanceof WrongSetting) {
      return { ok: false, sentence: error.message };
    }
    throw error;
  }
}

/** The address clients reach the service under, for the port it really listens on. */
export function baseUrlOf(configuration: Pick<Configuration, "baseUrl" | "host" | "tls">, port: number): string {
  if (configuration.baseUrl !== null) {
    return configuration.baseUrl;
  }
  const everywhere = configuration.host === "0.0.0.0" || configuration.host === "::";
  const host = everywhere ? "127.0.0.1" : configuration.host;
  const scheme = configuration.tls === null ? "http" : "https";
  return `${scheme}://${isIP(host) === 6 ? `[${host}]` : host}:${port}`;
}

/** Whether the installation is a first look: the embedded database, on this machine alone. */
export function isFirstLook({ databaseUrl, host }: Pick<Configuration, "databaseUrl" | "host">): boolean {
  return databaseUrl === null && (host === "localhost" || host === "::1" || /^127\./.test(host));
}

function readAll(environment: Readonly<Record<string, string | undefined>>): Configuration {
  const read: ReadSetting = (name) => readSetting(name, environment[name]);
  const databaseUrl = read("PLATEN_DATABASE_URL") ?? null;
  return {
    port: read("PLATEN_PORT"),
    host: read("PLATEN_HOST"),
    baseUrl: read("PLATEN_BASE_URL") ?? null,
    dataDir: resolve(read("PLATEN_DATA_DIR")),
    embeddedSync: read("PLATEN_EMBEDDED_SYNC"),
    fontsDir: optionalPath(read("PLATEN_FONTS_DIR")),
    plugins: read("PLATEN_PLUGINS"),
    databaseUrl,
    databaseConnections: read("PLATEN_DATABASE_CONNECTIONS"),
    threads: read("PLATEN_THREADS") ?? null,
    s3: readS3(read),
    fetchAllow: readFetchAllowSetting(read("PLATEN_FETCH_ALLOW")),
    datasetSettings: readDatasetSettingsSetting(read("PLATEN_DATASET_SETTINGS")),
    linkSecrets: read("PLATEN_LINK_SECRETS"),
    secret: read("PLATEN_SECRET") ?? null,
    oauthIssuer: read("PLATEN_OAUTH_ISSUER") ?? null,
    upstream: readUpstream(read),
    mail: readMail(read),
    datasetRefreshMs: read("PLATEN_DATASET_REFRESH_MINUTES") * MINUTE_MS,
    allowedOrigins: read("PLATEN_ALLOWED_ORIGINS"),
    allowedHosts: read("PLATEN_ALLOWED_HOSTS"),
    trustedProxies: read("PLATEN_TRUSTED_PROXIES"),
    stopNoticeMs: (read("PLATEN_STOP_NOTICE_SECONDS") ?? (databaseUrl === null ? 0 : STOP_NOTICE_SECONDS)) * 1_000,
    tls: readTls(read("PLATEN_TLS_CERT"), read("PLATEN_TLS_KEY")),
    admin: adminOf(read("PLATEN_ADMIN_HOST"), read("PLATEN_ADMIN_PORT")),
    otlpUrl: read("PLATEN_OTLP_URL") ?? null,
    logLevel: read("PLATEN_LOG_LEVEL"),
    plans: readPlansSetting(read("PLATEN_PLANS")),
  };
}

function optionalPath(written: string | undefined): string | null {
  return written === undefined ? null : resolve(written);
}

type ReadSetting = <Name extends SettingName>(name: Name) => ValueOf<Name>;

type ValueOf<Name extends SettingName> = (typeof SETTINGS)[Name] extends Setting<infer Value> ? Value : never;

function readSetting<Name extends SettingName>(name: Name, written: string | undefined): ValueOf<Name> {
  const setting: Setting<unknown> = SETTINGS[name];
  const parsed = setting.schema.safeParse(
    written === undefined || written === "" ? (setting.default ?? undefined) : written,
  );
  if (!parsed.success) {
    throw wrong(name, written ?? "");
  }
  // The schema stands in the same entry of the table as the type that is asked for.
  return parsed.data as ValueOf<Name>;
}

function adminOf(host: string, port: number | undefined): Configuration["admin"] {
  return port === undefined ? null : { host, port };
}

const S3_NAMES = ["PLATEN_S3_URL", "PLATEN_S3_ACCESS_KEY_ID", "PLATEN_S3_SECRET_ACCESS_KEY"] as const;

function readS3(read: ReadSetting): Configuration["s3"] {
  const [bucketUrl, accessKeyId, secretAccessKey] = S3_NAMES.map(read);
  const region = read("PLATEN_S3_REGION");
  if (bucketUrl !== undefined && accessKeyId !== undefined && secretAccessKey !== undefined) {
    return { bucketUrl, region, accessKeyId, secretAccessKey };
  }
  const missing = S3_NAMES.filter((name) => read(name) === undefined);
  if (missing.length === S3_NAMES.length) return null;
  const verb = missing.length === 1 ? "is" : "are";
  const rule = `${S3_NAMES.join(", ")} are set together or not at all`;
  throw new WrongSetting(`${missing.join(" and ")} ${verb} missing: ${rule}.`);
}

function readUpstream(read: ReadSetting): Configuration["upstream"] {
  const issuer = read("PLATEN_UPSTREAM_ISSUER");
  const clientId = read("PLATEN_UPSTREAM_CLIENT_ID");
  const clientSecret = read("PLATEN_UPSTREAM_CLIENT_SECRET");
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return null;
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) {
    const names = "PLATEN_UPSTREAM_ISSUER, PLATEN_UPSTREAM_CLIENT_ID and PLATEN_UPSTREAM_CLIENT_SECRET";
    throw new WrongSetting(`${names} are set together or not at all. Set the one that is missing.`);
  }
  return { issuer, clientId, clientSecret, name: read("PLATEN_UPSTREAM_NAME") ?? new URL(issuer).hostname };
}

function readMail(read: ReadSetting): Configuration["mail"] {
  const url = read("PLATEN_SMTP_URL");
  const from = read("PLATEN_MAIL_FROM");
  if (url === undefined && from === undefined) return null;
  if (url === undefined || from === undefined) {
    const missing = url === undefined ? "PLATEN_SMTP_URL" : "PLATEN_MAIL_FROM";
    throw new WrongSetting(
      `${missing} is missing: PLATEN_SMTP_URL and PLATEN_MAIL_FROM are set together or not at all.`,
    );
  }
  return { url, from };
}

function readTls(certificatePath: string | undefined, keyPath: string | undefined): Configuration["tls"] {
  if (certificatePath === undefined && keyPath === undefined) {
    return null;
  }
  if (certificatePath === undefined || keyPath === undefined) {
    const missing = certificatePath === undefined ? "PLATEN_TLS_CERT" : "PLATEN_TLS_KEY";
    throw new WrongSetting(`${missing} is missing: PLATEN_TLS_CERT and PLATEN_TLS_KEY are set together or not at all.`);
  }
  const certificate = readPem("PLATEN_TLS_CERT", certificatePath, (pem) => opensTls({ cert: pem }));
  const key = readPem("PLATEN_TLS_KEY", keyPath, (pem) => opensTls({ key: pem }));
  if (!opensTls({ cert: certificate, key })) {
    const advice = "write the paths of two files that belong together";
    throw new WrongSetting(`PLATEN_TLS_KEY is not the key of the certificate in PLATEN_TLS_CERT; ${advice}.`);
  }
  return { certificate, key };
}

function readPem(name: SettingName, path: string, isGood: (pem: string) => boolean): string {
  const pem = readText(path);
  if (pem === null || !pem.includes("-----BEGIN ") || !isGood(pem)) throw wrong(name, path);
  return pem;
}

/** Whether a server or a client could speak TLS with these texts. */
function opensTls(texts: Pick<SecureContextOptions, "cert" | "key" | "ca">): boolean {
  try {
    createSecureContext(texts);
    return true;
  } catch {
    return false;
  }
}

function readPlansSetting(written: string | undefined): readonly Plan[] {
  if (written === undefined) {
    return DEFAULT_PLANS;
  }
  const inline = written.trimStart().startsWith("{");
  const json = inline ? written : readText(written);
  if (json === null) {
    throw wrong("PLATEN_PLANS", written);
  }
  const reading = readPlans(json);
  if (!reading.ok) {
    const where = inline ? "PLATEN_PLANS" : `PLATEN_PLANS (file ${shown(written)})`;
    throw new WrongSetting(`${where} ${reading.wrong}; write ${SETTINGS.PLATEN_PLANS.expected}.`);
  }
  return reading.plans;
}

function readFetchAllowSetting(written: string | undefined): readonly AllowedFetchHost[] {
  if (written === undefined) {
    return [];
  }
  const json = written.trimStart().startsWith("[") ? written : readText(written);
  if (json === null) {
    throw wrong("PLATEN_FETCH_ALLOW", written);
  }
  const reading = readFetchAllow(json, (path) => {
    const pem = readText(path);
    return pem !== null && opensTls({ ca: pem }) ? pem : null;
  });
  if (!reading.ok) {
    throw new WrongSetting(`PLATEN_FETCH_ALLOW ${reading.wrong}; write ${SETTINGS.PLATEN_FETCH_ALLOW.expected}.`);
  }
  return reading.hosts;
}

function readDatasetSettingsSetting(written: string | undefined): Configuration["datasetSettings"] {
  if (written === undefined) {
    return {};
  }
  const json = written.trimStart().startsWith("{") ? written : readText(written);
  if (json === null) {
    throw wrong("PLATEN_DATASET_SETTINGS", written);
  }
  const reading = readDatasetSettings(json);
  if (!reading.ok) {
    const { expected } = SETTINGS.PLATEN_DATASET_SETTINGS;
    throw new WrongSetting(`PLATEN_DATASET_SETTINGS ${reading.wrong}; write ${expected}.`);
  }
  return reading.settings;
}

function readText(path: string): string | null {
  try {
    return readFileSync(path, "utf8");
  } catch {
    return null;
  }
}

/** A misspelt setting would silently do nothing; so every name with our prefix must be known. */
function refuseUnknownNames(environment: Readonly<Record<string, string | undefined>>): void {
  const known: readonly string[] = Object.keys(SETTINGS);
  for (const name of Object.keys(environment).sort()) {
    if (name.startsWith("PLATEN_") && !known.includes(name) && !isForeignName(name)) {
      const nearest = nearestName(name, known);
      const advice = nearest === null ? `the settings are ${known.join(", ")}` : `did you mean ${nearest}?`;
      throw new WrongSetting(`${name} is not a setting of Platen; ${advice}${nearest === null ? "." : ""}`);
    }
  }
}

function wrong(name: SettingName, written: string): WrongSetting {
  const setting: Setting<unknown> = SETTINGS[name];
  const value = setting.secret === true ? "" : ` is ${shown(written)}, which`;
  return new WrongSetting(`${name}${value} can't be used; write ${setting.expected}.`);
}

/** Addresses are shown without the user and password that they may carry. */
function shown(written: string): string {
  const value = written.replaceAll(/(?<=:\/\/)[^/\s]*@/g, "…@");
  return JSON.stringify(value.length > SHOWN_CHARACTERS_MAX ? `${value.slice(0, SHOWN_CHARACTERS_MAX)}…` : value);
}
