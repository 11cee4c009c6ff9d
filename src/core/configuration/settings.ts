import { isIP } from "node:net";
import { z } from "zod";

/** How a setting is read and documented. `secret` values are never repeated in a message. */
export interface Setting<Value> {
  readonly schema: z.ZodType<Value, string | undefined>;
  /** The value taken where the setting is absent or empty, as a person would write it; null for none. */
  readonly default: string | null;
  /** What the setting does, for the documentation. */
  readonly meaning: string;
  /** What to write instead of a wrong value: completes "write …". */
  readonly expected: string;
  readonly secret?: true;
}

const PORT_MAX = 65_535;

/** A week: content that is older by plan needs no link. */
const MINUTES_MAX = 10_080;

/** Connections to PostgreSQL; beyond this a pooler in front of the database is the better tool. */
const CONNECTIONS_MAX = 500;

/** Each thread keeps fonts and canvases of its own; beyond this, more machines are the better tool. */
const THREADS_MAX = 256;

/** A process that nobody needs any more lingers no longer. */
const STOP_NOTICE_SECONDS_MAX = 60;

/** Fewer random characters than this could be guessed. */
const SECRET_CHARACTERS_MIN = 32;

const EMBEDDED_SYNCS = ["off", "full"] as const;

const LOG_LEVELS = ["trace", "debug", "info", "warn", "error", "fatal", "silent"] as const;

const text = z.string();
const optionalText = z.string().optional();

const integer = (min: number, max: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max));

const list = z
  .string()
  .transform((value) => value.split(",").map((item) => item.trim()))
  .transform((items) => items.filter((item) => item !== ""));

/** Short ones could be guessed by whoever holds a link. */
const linkSecrets = list.refine((items) => items.every((item) => /^[\w-]{32,}$/.test(item)));

const baseUrl = z
  .string()
  .refine((value) => urlWith(value, ["http:", "https:"]))
  .refine((value) => !/[?#@]/.test(value))
  .transform((value) => new URL(value).href.replace(/\/+$/, ""))
  .optional();

/** Credentials stand in settings of their own, where they are kept out of messages. */
const bucketUrl = z
  .string()
  .refine((value) => urlWith(value, ["http:", "https:"]))
  .refine((value) => !/[?#@]/.test(value))
  .transform((value) => new URL(value).href.replace(/\/+$/, ""))
  .optional();

const collectorUrl = z
  .string()
  .refine((value) => urlWith(value, ["http:", "https:"]))
  .optional();

const databaseUrl = z
  .string()
  .refine((value) => urlWith(value, ["postgres:", "postgresql:"]) && isDatabasePath(new URL(value).pathname))
  .optional();

/** Compared with what tokens say, so it is kept as it is written (RFC 8414 §2). */
const issuer = z
  .string()
  .refine((value) => urlWith(value, ["https:"]))
  .refine((value) => !/[?#@]/.test(value))
  .optional();

const smtpUrl = z
  .string()
  .refine((value) => urlWith(value, ["smtp:", "smtps:"]))
  .optional();

const mailFrom = z
  .string()
  .regex(/^(?:[^<>\r\n]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/)
  .optional();

const origins = list.pipe(z.array(z.string().refine((item) => URL.canParse(item) && new URL(item).origin === item)));

const networks = list.refine((items) => items.every(isNetwork));

const hosts = list
  .pipe(z.array(z.string().regex(/^(\[[0-9a-f:.]+\]|[a-z0-9._-]+)(:\d{1,5})?$/i)))
  .transform((items) => items.map((item) => item.toLowerCase()));

/** Every setting there is, by the name of its environment variable. */
export const SETTINGS = {
  PLATEN_PORT: {
    schema: integer(0, PORT_MAX),
    default: "8080",
    meaning: "The TCP port of every public face. `0` takes any free port.",
    expected: "a number from 0 to 65535, such as 8080",
  },
  PLATEN_HOST: {
    schema: text.regex(/^[A-Za-z0-9.:_-]+$/),
    default: "127.0.0.1",
    meaning: "The address to listen on. `0.0.0.0` is every IPv4 address of the machine, `::` every address.",
    expected: "an address or host name, such as 127.0.0.1 or 0.0.0.0",
  },
  PLATEN_BASE_URL: {
    schema: baseUrl,
    default: null,
    meaning:
      "The address under which clients reach the service. It alone makes links; a Host header never does. " +
      "Absent: the loopback address with the port.",
    expected: "an http or https address without query and user, such as https://forms.example.com",
  },
  PLATEN_DATA_DIR: {
    schema: text,
    default: ".platen",
    meaning: "The folder of stored PDFs and, without `PLATEN_DATABASE_URL`, of the embedded database.",
    expected: "the path of a folder, such as .platen",
  },
  PLATEN_EMBEDDED_SYNC: {
    schema: z.enum(EMBEDDED_SYNCS),
    default: "off",
    meaning:
      "What acknowledged writes of the embedded database outlive: `off`, the end of its process; `full`, a power cut " +
      "too, since the disk has each write before it is acknowledged.",
    expected: `one of ${EMBEDDED_SYNCS.join(", ")}`,
  },
  PLATEN_FONTS_DIR: {
    schema: optionalText,
    default: null,
    meaning:
      "A folder with further fonts (TTF, OTF, TTC, TTE), which templates name by their families. Variable fonts are " +
      "there in their regular and their bold weight. Links to files and folders are followed, as mounted volumes of " +
      "Kubernetes have them. Fonts are read as the service or a command starts. Each one that is left out is named " +
      "with the reason: its licence forbids embedding, it is damaged, slanted, too large or a copy of another.",
    expected: "the path of a folder",
  },
  PLATEN_PLUGINS: {
    schema: list,
    default: "",
    meaning:
      "Plugins beside those that Platen brings (business profiles, renderers), separated by commas: names of " +
      "packages, or paths that start with `.` or `/`. Their code runs with the service's rights; `platen plugins` " +
      "lists them.",
    expected: "names of packages or paths, separated by commas, such as @acme/platen-profiles",
  },
  PLATEN_DATABASE_URL: {
    schema: databaseUrl,
    default: null,
    meaning: "The PostgreSQL database. Absent: a database embedded in the process, under the data folder.",
    expected: "an address such as postgres://user:password@host:5432/platen",
    secret: true,
  },
  PLATEN_DATABASE_CONNECTIONS: {
    schema: integer(2, CONNECTIONS_MAX),
    default: "10",
    meaning:
      "Connections to PostgreSQL that a process opens at most, beside four of its queue. The embedded one has one.",
    expected: "a number from 2 to 500, such as 10",
  },
  PLATEN_THREADS: {
    schema: integer(1, THREADS_MAX).optional(),
    default: null,
    meaning: "Threads of a process that render at the same time. Absent: one for each core but one, at least two.",
    expected: "a number from 1 to 256, such as 4",
  },
  PLATEN_S3_URL: {
    schema: bucketUrl,
    default: null,
    meaning:
      "The bucket of S3-compatible storage that keeps PDFs, with the bucket's name in its path or its host. " +
      "Absent: they are kept in the data folder.",
    expected: "an http or https address of a bucket, such as https://s3.example.com/platen",
    secret: true,
  },
  PLATEN_S3_REGION: {
    schema: text.regex(/^[a-z0-9-]{1,64}$/),
    default: "us-east-1",
    meaning: "The region that requests to the bucket are signed for.",
    expected: "a region's name, such as ap-northeast-1",
  },
  PLATEN_S3_ACCESS_KEY_ID: {
    schema: optionalText,
    default: null,
    meaning: "The access key's identifier. Needed with `PLATEN_S3_URL`.",
    expected: "the identifier of an access key that may read, write and delete in the bucket",
  },
  PLATEN_S3_SECRET_ACCESS_KEY: {
    schema: optionalText,
    default: null,
    meaning: "The access key's secret. Needed with `PLATEN_S3_URL`.",
    expected: "the secret of the access key",
    secret: true,
  },
  PLATEN_LINK_SECRETS: {
    schema: linkSecrets,
    default: "",
    meaning:
      "Secrets of at least 32 characters, separated by commas, that links to documents are signed by: the first one " +
      "signs, the others keep older links good. Absent: the database holds them, and replaces them every 30 days.",
    expected: "one secret or several, separated by commas, each of at least 32 letters, digits, _ or -",
    secret: true,
  },
  PLATEN_SECRET: {
    schema: z.string().min(SECRET_CHARACTERS_MIN).optional(),
    default: null,
    meaning:
      "What the keys in the database are sealed with that sign people's tokens: at least 32 random characters, the " +
      "same for every process. Absent: the file `secret.key` in the data folder, which the first start makes.",
    expected: "at least 32 random characters, such as openssl rand -base64 32 prints",
    secret: true,
  },
  PLATEN_OAUTH_ISSUER: {
    schema: issuer,
    default: null,
    meaning:
      "An OAuth 2.0 authorization server that signs people in for this installation. Absent: the service is its own.",
    expected: "the issuer's https address, exactly as the issuer writes it",
  },
  PLATEN_UPSTREAM_ISSUER: {
    schema: issuer,
    default: null,
    meaning:
      "An OpenID Connect provider that people may sign in by, beside their passwords. Needs " +
      "`PLATEN_UPSTREAM_CLIENT_ID` and `PLATEN_UPSTREAM_CLIENT_SECRET`.",
    expected: "the provider's https address, such as https://accounts.example.com",
  },
  PLATEN_UPSTREAM_CLIENT_ID: {
    schema: optionalText,
    default: null,
    meaning: "What the service is called at that provider.",
    expected: "the client's identifier at the provider",
  },
  PLATEN_UPSTREAM_CLIENT_SECRET: {
    schema: optionalText,
    default: null,
    meaning: "The service's secret at that provider.",
    expected: "the client's secret at the provider",
    secret: true,
  },
  PLATEN_UPSTREAM_NAME: {
    schema: optionalText,
    default: null,
    meaning: "The provider's name on the sign-in page. Absent: its host name.",
    expected: "a short name, such as Example Inc.",
  },
  PLATEN_SMTP_URL: {
    schema: smtpUrl,
    default: null,
    meaning:
      "The mail server that invitations and password resets are sent by: `smtp://user:password@host:587`, which " +
      "turns to TLS where the server offers it, or `smtps://…:465`. Needs `PLATEN_MAIL_FROM`.",
    expected: "an address such as smtp://user:password@mail.example.com:587",
    secret: true,
  },
  PLATEN_MAIL_FROM: {
    schema: mailFrom,
    default: null,
    meaning: "The sender of mail, such as `Platen <forms@example.com>`.",
    expected: "a mail address, such as forms@example.com or Platen <forms@example.com>",
  },
  PLATEN_FETCH_ALLOW: {
    schema: optionalText,
    default: null,
    meaning:
      "Hosts that linked datasets, client metadata and other issuers may be read from although they are private, on " +
      "another port than 443 or signed by an authority of your own: JSON, or the path of a JSON file, such as " +
      '`[{"host": "data.internal", "port": 8443, "allowPrivate": true, "ca": "/etc/platen/ca.pem"}]`. ' +
      "Public hosts need no entry.",
    expected: 'JSON such as [{"host": "data.internal", "allowPrivate": true}], or the path of a file with it',
  },
  PLATEN_DATASET_SETTINGS: {
    schema: optionalText,
    default: null,
    meaning:
      "What sources of linked datasets that plugins bring need to know, by scheme and name: JSON, or the path of a " +
      'JSON file, such as `{"acme-erp": {"token": "…"}}`. `platen plugins --json` lists the settings.',
    expected: 'JSON such as {"acme-erp": {"token": "…"}}, or the path of a file with it',
    secret: true,
  },
  PLATEN_DATASET_REFRESH_MINUTES: {
    schema: integer(1, MINUTES_MAX),
    default: "15",
    meaning: "How often a linked dataset is read anew.",
    expected: "a number of minutes from 1 to 10080, such as 15",
  },
  PLATEN_ALLOWED_ORIGINS: {
    schema: origins,
    default: "",
    meaning:
      "Origins, separated by commas, whose pages may call the service from a browser, beside its own. " +
      "A request without an Origin passes.",
    expected: "origins separated by commas, such as https://app.example.com,https://forms.example.com",
  },
  PLATEN_ALLOWED_HOSTS: {
    schema: hosts,
    default: "",
    meaning:
      "Host names, separated by commas, that requests may name, beside the one of the base address: at `/mcp`, and " +
      "at the admin port, which takes IP addresses as well.",
    expected: "host names separated by commas, such as forms.example.com,10.0.0.7:8080",
  },
  PLATEN_TRUSTED_PROXIES: {
    schema: networks,
    default: "",
    meaning:
      "Addresses and networks of reverse proxies, separated by commas, whose `X-Forwarded-For` is believed. Limits " +
      "that hold by address need it behind a proxy. Absent: the address of the connection counts.",
    expected: "addresses or networks separated by commas, such as 10.0.0.0/8,192.0.2.7",
  },
  PLATEN_STOP_NOTICE_SECONDS: {
    schema: integer(0, STOP_NOTICE_SECONDS_MAX).optional(),
    default: null,
    meaning:
      "How long a process that was told to stop answers on, while `/readyz` and each answer say that it leaves: the " +
      "time in which a balancer notices, and one second more. Absent: 2 on PostgreSQL, 0 on the embedded database.",
    expected: "a number from 0 to 60, such as 11 for a balancer that asks every 10 seconds",
  },
  PLATEN_TLS_CERT: {
    schema: optionalText,
    default: null,
    meaning: "A PEM file with the certificate chain. With `PLATEN_TLS_KEY` the service speaks TLS.",
    expected: "the path of a readable PEM file",
  },
  PLATEN_TLS_KEY: {
    schema: optionalText,
    default: null,
    meaning: "A PEM file with the private key of the certificate.",
    expected: "the path of a readable PEM file",
  },
  PLATEN_ADMIN_PORT: {
    schema: integer(0, PORT_MAX).optional(),
    default: null,
    meaning:
      "The TCP port of `/metrics`, `/readyz` and `/livez`, for the operator's own network. `0` takes any free port. " +
      "Absent: no such port.",
    expected: "a number from 0 to 65535, such as 9464",
  },
  PLATEN_ADMIN_HOST: {
    schema: text.regex(/^[A-Za-z0-9.:_-]+$/),
    default: "127.0.0.1",
    meaning: "The address that the admin port listens on.",
    expected: "an address or host name, such as 127.0.0.1 or 0.0.0.0",
  },
  PLATEN_OTLP_URL: {
    schema: collectorUrl,
    default: null,
    meaning: "The address of an OpenTelemetry collector that takes traces over OTLP/HTTP. Absent: no traces are made.",
    expected: "an http or https address, such as http://127.0.0.1:4318/v1/traces",
  },
  PLATEN_LOG_LEVEL: {
    schema: z.enum(LOG_LEVELS),
    default: "info",
    meaning: `The least grave event that is logged: ${LOG_LEVELS.join(", ")}.`,
    expected: `one of ${LOG_LEVELS.join(", ")}`,
  },
  PLATEN_PLANS: {
    schema: optionalText,
    default: null,
    meaning:
      "Changes to the plans and further plans: JSON, or the path of a JSON file, " +
      'such as `{"starter": {"recordsPerMonth": 2000}}`.',
    expected: 'JSON such as {"starter": {"recordsPerMonth": 2000}}, or the path of a file with it',
  },
} as const satisfies Readonly<Record<string, Setting<unknown>>>;

export type SettingName = keyof typeof SETTINGS;

/** Names that clients, examples and the test runner read from the same shell: no settings, and no mistakes either. */
export function isForeignName(name: string): boolean {
  return name === "PLATEN_API_KEY" || name.startsWith("PLATEN_TEST_");
}

/** An address, or one with a number of leading bits. */
function isNetwork(text: string): boolean {
  const [address = "", bits, ...more] = text.split("/");
  const family = isIP(address);
  const bitsMax = family === 6 ? 128 : 32;
  return (
    family !== 0 && more.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= bitsMax))
  );
}

/** A slash and a database's name, whose escapes can be read. */
function isDatabasePath(path: string): boolean {
  return path.length > 1 && isReadable(path);
}

function isReadable(escaped: string): boolean {
  try {
    decodeURIComponent(escaped);
    return true;
  } catch {
    return false;
  }
}

function urlWith(value: string, protocols: readonly string[]): boolean {
  return URL.canParse(value) && protocols.includes(new URL(value).protocol) && new URL(value).hostname !== "";
}
