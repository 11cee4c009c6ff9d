import { writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import {
  baseUrlOf,
  type Configuration,
  makeDataFolder,
  readConfiguration,
  settingsTable,
} from "../../../src/core/configuration/index.ts";
import { DEFAULT_PLANS, planNamed } from "../../../src/core/tenancy/index.ts";
import { selfSignedCertificate } from "../../support/certificate.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const read = (environment: Record<string, string>): Configuration => {
  const reading = readConfiguration(environment);
  if (!reading.ok) throw new Error(reading.sentence);
  return reading.configuration;
};

const refusalOf = (environment: Record<string, string>): string => {
  const reading = readConfiguration(environment);
  if (reading.ok) throw new Error("the configuration was accepted");
  return reading.sentence;
};

const DEFAULTS: Configuration = {
  port: 8080,
  host: "127.0.0.1",
  baseUrl: null,
  dataDir: resolve(".platen"),
  embeddedSync: "off",
  fontsDir: null,
  plugins: [],
  databaseUrl: null,
  databaseConnections: 10,
  threads: null,
  s3: null,
  fetchAllow: [],
  datasetSettings: {},
  linkSecrets: [],
  secret: null,
  oauthIssuer: null,
  upstream: null,
  mail: null,
  datasetRefreshMs: 900_000,
  allowedOrigins: [],
  allowedHosts: [],
  trustedProxies: [],
  stopNoticeMs: 0,
  tls: null,
  admin: null,
  otlpUrl: null,
  logLevel: "info",
  plans: DEFAULT_PLANS,
};

describe("the configuration", () => {
  test("has its defaults in an empty environment, and where variables are empty", () => {
    expect(read({})).toEqual(DEFAULTS);
    expect(read({ PATH: "/bin", PLATEN_PORT: "", PLATEN_DATABASE_URL: "", PLATEN_TLS_CERT: "" })).toEqual(DEFAULTS);
  });

  test("takes each setting from its variable", () => {
    const configuration = read({
      PLATEN_PORT: "0",
      PLATEN_HOST: "0.0.0.0",
      PLATEN_BASE_URL: "https://forms.example.com/platen/",
      PLATEN_DATA_DIR: "data",
      PLATEN_FONTS_DIR: "fonts",
      PLATEN_DATABASE_URL: "postgres://user:secret@db:5432/platen",
      PLATEN_DATABASE_CONNECTIONS: "25",
      PLATEN_THREADS: "3",
      PLATEN_ALLOWED_ORIGINS: "https://app.example.com, http://localhost:3000",
      PLATEN_ALLOWED_HOSTS: "Forms.example.com,[::1]:8080",
      PLATEN_LOG_LEVEL: "warn",
    });
    expect(configuration).toEqual({
      ...DEFAULTS,
      stopNoticeMs: 2_000,
      port: 0,
      host: "0.0.0.0",
      baseUrl: "https://forms.example.com/platen",
      dataDir: resolve("data"),
      fontsDir: resolve("fonts"),
      databaseUrl: "postgres://user:secret@db:5432/platen",
      databaseConnections: 25,
      threads: 3,
      allowedOrigins: ["https://app.example.com", "http://localhost:3000"],
      allowedHosts: ["forms.example.com", "[::1]:8080"],
      logLevel: "warn",
    });
  });

  test.for([
    ["PLATEN_PORT", "80a"],
    ["PLATEN_PORT", "65536"],
    ["PLATEN_PORT", "-1"],
    ["PLATEN_PORT", " 80"],
    ["PLATEN_HOST", "http://127.0.0.1"],
    ["PLATEN_BASE_URL", "forms.example.com"],
    ["PLATEN_BASE_URL", "ftp://forms.example.com"],
    ["PLATEN_BASE_URL", "https://forms.example.com/?a=b"],
    ["PLATEN_DATABASE_CONNECTIONS", "1"],
    ["PLATEN_THREADS", "0"],
    ["PLATEN_ALLOWED_ORIGINS", "https://app.example.com/path"],
    ["PLATEN_ALLOWED_ORIGINS", "*"],
    ["PLATEN_ALLOWED_HOSTS", "https://app.example.com"],
    ["PLATEN_LOG_LEVEL", "loud"],
  ] as const)("refuses %s=%j in a sentence that names it and says what to write", ([name, value]) => {
    const sentence = refusalOf({ [name]: value });
    expect(sentence).toMatch(new RegExp(`^${name} is .*, which can't be used; write .*\\.$`));
    expect(sentence).toContain(JSON.stringify(value));
  });

  const noDatabases = [
    "mysql://user:secret@db/platen",
    "user:secret@db",
    "postgres://user:secret@db:5432",
    "postgres://user:secret@db/%",
  ];
  test.for([...noDatabases, "postgres://user:se/cret@db:5432/platen"])(
    "refuses the database address %j without repeating it",
    (url) => {
      const sentence = refusalOf({ PLATEN_DATABASE_URL: url });
      expect(sentence).toBe(
        "PLATEN_DATABASE_URL can't be used; write an address such as postgres://user:password@host:5432/platen.",
      );
    },
  );

  test("reads who signs people in, by what they may sign in as well, and how they get their mail", () => {
    const configuration = read({
      PLATEN_SECRET: "0123456789abcdef0123456789abcdef",
      PLATEN_OAUTH_ISSUER: "https://login.example.com/tenant/",
      PLATEN_UPSTREAM_ISSUER: "https://accounts.example.com",
      PLATEN_UPSTREAM_CLIENT_ID: "platen",
      PLATEN_UPSTREAM_CLIENT_SECRET: "s3cret",
      PLATEN_SMTP_URL: "smtp://user:s3cret@mail.example.com:587",
      PLATEN_MAIL_FROM: "帳票 <forms@example.com>",
    });
    expect(configuration).toMatchObject({
      secret: "0123456789abcdef0123456789abcdef",
      oauthIssuer: "https://login.example.com/tenant/",
      upstream: { issuer: "https://accounts.example.com", clientId: "platen", name: "accounts.example.com" },
      mail: { url: "smtp://user:s3cret@mail.example.com:587", from: "帳票 <forms@example.com>" },
    });
  });

  test.for([
    [{ PLATEN_TRUSTED_PROXIES: "10.0.0.0/33" }, /^PLATEN_TRUSTED_PROXIES is "10\.0\.0\.0\/33"/],
    [{ PLATEN_SECRET: "s3cret too short" }, /^PLATEN_SECRET can't be used; write at least 32 random characters/],
    [{ PLATEN_OAUTH_ISSUER: "http://login.example.com" }, /^PLATEN_OAUTH_ISSUER is "http:\/\/login/],
    [{ PLATEN_UPSTREAM_ISSUER: "https://a.example.com" }, /are set together or not at all/],
    [{ PLATEN_SMTP_URL: "smtp://user:s3cret@mail.example.com" }, /^PLATEN_MAIL_FROM is missing/],
    [{ PLATEN_MAIL_FROM: "forms@example.com" }, /^PLATEN_SMTP_URL is missing/],
    [{ PLATEN_SMTP_URL: "http://s3cret@mail.example.com" }, /^PLATEN_SMTP_URL can't be used; write an address such as/],
  ] as const)("refuses %j in one sentence without its secret", ([environment, sentence]) => {
    const said = refusalOf(environment);
    expect(said).toMatch(sentence);
    expect(said).not.toContain("s3cret");
  });

  test.for([
    "PLATEN_BASE_URL",
    "PLATEN_OTLP_URL",
    "PLATEN_OAUTH_ISSUER",
    "PLATEN_UPSTREAM_ISSUER",
    "PLATEN_ALLOWED_ORIGINS",
    "PLATEN_ALLOWED_HOSTS",
  ])("repeats no password of an address in a wrong %s", (name) => {
    const sentence = refusalOf({ [name]: "htp://user:s3cret@host.example.com" });
    expect(sentence).toContain("htp://…@host.example.com");
  });

  test("takes no base address with a user's name, which every link would carry", () => {
    expect(refusalOf({ PLATEN_BASE_URL: "https://user:s3cret@forms.example.com" })).toMatch(/^PLATEN_BASE_URL is "htt/);
  });

  test("reads the bucket's settings together or not at all, and never repeats its secret", () => {
    const bucket = {
      PLATEN_S3_URL: "https://s3.example.com/platen/",
      PLATEN_S3_ACCESS_KEY_ID: "AKIA0",
      PLATEN_S3_SECRET_ACCESS_KEY: "s3cret",
    };
    expect(read(bucket).s3).toEqual({
      bucketUrl: "https://s3.example.com/platen",
      region: "us-east-1",
      accessKeyId: "AKIA0",
      secretAccessKey: "s3cret",
    });
    expect(read({ ...bucket, PLATEN_S3_REGION: "ap-northeast-1" }).s3?.region).toBe("ap-northeast-1");
    const { PLATEN_S3_URL, ...withoutUrl } = bucket;
    expect(refusalOf(withoutUrl)).toMatch(/^PLATEN_S3_URL is missing: .* are set together or not at all\.$/);
    expect(refusalOf({ PLATEN_S3_URL })).toMatch(
      /^PLATEN_S3_ACCESS_KEY_ID and PLATEN_S3_SECRET_ACCESS_KEY are missing/,
    );
    expect(refusalOf({ ...bucket, PLATEN_S3_URL: "https://user:s3cret@s3.example.com/platen" })).toContain("write an");
    expect(refusalOf({ ...bucket, PLATEN_S3_URL: "s3://platen" })).toContain("write an http or https address");
    for (const wrong of [withoutUrl, { ...bucket, PLATEN_S3_REGION: "Tokyo 1" }]) {
      expect(refusalOf(wrong)).not.toContain("s3cret");
    }
  });

  test("refuses a name it does not know, with the nearest one, and lets other programs' names pass", () => {
    expect(refusalOf({ PLATEN_PROT: "1" })).toBe("PLATEN_PROT is not a setting of Platen; did you mean PLATEN_PORT?");
    expect(refusalOf({ PLATEN_DATABSE_URL: "1" })).toContain("did you mean PLATEN_DATABASE_URL?");
    expect(refusalOf({ PLATEN_COLOUR_OF_THE_SKY: "1" })).toContain("the settings are PLATEN_PORT, ");
    expect(read({ PLATEN_API_KEY: "pk", PLATEN_TEST_LANE: "fast", XPLATEN_: "1" })).toEqual(DEFAULTS);
  });

  test("shows long wrong values cut", () => {
    expect(refusalOf({ PLATEN_PORT: "9".repeat(5_000) }).length).toBeLessThan(250);
  });

  test("reads TLS files together or not at all", async () => {
    await using folder = await temporaryFolder("tls");
    const [certificate, key] = [join(folder.path, "cert.pem"), join(folder.path, "key.pem")];
    const { cert: certificateText, key: keyText } = selfSignedCertificate();
    await writeFile(certificate, certificateText);
    await writeFile(key, keyText);
    const both = read({ PLATEN_TLS_CERT: certificate, PLATEN_TLS_KEY: key });
    expect(both.tls).toEqual({ certificate: certificateText, key: keyText });
    expect(refusalOf({ PLATEN_TLS_CERT: certificate })).toContain("PLATEN_TLS_KEY is missing");
    expect(refusalOf({ PLATEN_TLS_KEY: key })).toContain("PLATEN_TLS_CERT is missing");
    const swapped = refusalOf({ PLATEN_TLS_CERT: key, PLATEN_TLS_KEY: certificate });
    expect(swapped).toContain("PLATEN_TLS_CERT is ");
    const absent = refusalOf({ PLATEN_TLS_CERT: certificate, PLATEN_TLS_KEY: join(folder.path, "none") });
    expect(absent).toContain("write the path of a readable PEM file");
  });

  test("tells TLS files that can't be used, or do not belong together", async () => {
    await using folder = await temporaryFolder("tls");
    const [certificate, key] = [join(folder.path, "cert.pem"), join(folder.path, "key.pem")];
    const set = { PLATEN_TLS_CERT: certificate, PLATEN_TLS_KEY: key };
    const [first, second] = [selfSignedCertificate(), selfSignedCertificate()];
    const junk = (kind: string) => `-----BEGIN ${kind}-----\nAA\n-----END ${kind}-----\n`;
    await writeFile(certificate, junk("CERTIFICATE"));
    await writeFile(key, second.key);
    expect(refusalOf(set)).toMatch(/^PLATEN_TLS_CERT is .*cert\.pem", which can't be used; write/);
    await writeFile(certificate, first.cert);
    const stranger = "PLATEN_TLS_KEY is not the key of the certificate in PLATEN_TLS_CERT";
    expect(refusalOf(set)).toBe(`${stranger}; write the paths of two files that belong together.`);
    await writeFile(key, junk("PRIVATE KEY"));
    expect(refusalOf(set)).toMatch(/^PLATEN_TLS_KEY is .*key\.pem", which can't be used; write/);
  });

  test("tells a data folder that can't be made", async () => {
    await using folder = await temporaryFolder("data");
    expect(await makeDataFolder(join(folder.path, "a", "b"))).toBeNull();
    const file = join(folder.path, "file");
    await writeFile(file, "");
    for (const [path, code] of [
      [file, "EEXIST"],
      [join(file, "under"), "ENOTDIR"],
      ["/proc/platen", "ENOENT"],
      ["/proc/platen/under", "ENOENT"],
    ] as const) {
      const told = `PLATEN_DATA_DIR is ${JSON.stringify(path)}, which can't be used (${code})`;
      expect(await makeDataFolder(path)).toBe(`${told}; write the path of a folder, such as .platen.`);
    }
  });
});

describe("the setting of hosts to fetch from", () => {
  test("reads exceptions with their defaults and certificates, inline or from a file", async () => {
    await using folder = await temporaryFolder("allow");
    const ca = join(folder.path, "ca.pem");
    await writeFile(ca, selfSignedCertificate().cert);
    const json = JSON.stringify([
      { host: "data.internal", allowPrivate: true, ca },
      { host: "10.0.0.7", port: 8443 },
      { host: "fd00:0:0::0a" },
    ]);
    const file = join(folder.path, "allow.json");
    await writeFile(file, json);
    for (const written of [json, file]) {
      expect(read({ PLATEN_FETCH_ALLOW: written }).fetchAllow).toEqual([
        { host: "data.internal", port: 443, allowPrivate: true, ca: expect.stringContaining("CERTIFICATE") },
        { host: "10.0.0.7", port: 8443, allowPrivate: false, ca: null },
        // As addresses are compared: the setting would do nothing otherwise.
        { host: "fd00::a", port: 443, allowPrivate: false, ca: null },
      ]);
    }
  });

  test.for([
    ["[", "is not JSON"],
    ['[{"host": "Data.Internal"}]', "0.host: "],
    ['[{"host": "a:8443"}]', "0.host: "],
    ['[{"host": "1.2.3.4.5"}]', "0.host: "],
    ['[{"host": "a", "prot": 1}]', "prot"],
    ['[{"host": "a", "port": 0}]', "0.port: "],
    ['[{"host": "a", "ca": "no-such.pem"}]', 'names the certificate file "no-such.pem"'],
    ["no-such-file.json", 'PLATEN_FETCH_ALLOW is "no-such-file.json", which can\'t be used'],
  ] as const)("refuses %j", ([written, told]) => {
    const sentence = refusalOf({ PLATEN_FETCH_ALLOW: written });
    expect(sentence).toContain("PLATEN_FETCH_ALLOW");
    expect(sentence).toContain(told);
  });
});

describe("the settings of dataset sources", () => {
  test("are read inline or from a file", async () => {
    await using folder = await temporaryFolder("sources");
    const file = join(folder.path, "sources.json");
    await writeFile(file, '{"acme-erp": {"token": "t"}}');
    for (const written of ['{"acme-erp": {"token": "t"}}', file]) {
      expect(read({ PLATEN_DATASET_SETTINGS: written }).datasetSettings).toEqual({ "acme-erp": { token: "t" } });
    }
  });

  test.for([
    ["{", "PLATEN_DATASET_SETTINGS is not JSON"],
    ['{"acme-erp": {"token": 4711}}', "PLATEN_DATASET_SETTINGS acme-erp.token: "],
    ["no-such-file.json", "PLATEN_DATASET_SETTINGS can't be used; write JSON"],
  ] as const)("refuses %j and repeats no value", ([written, told]) => {
    const sentence = refusalOf({ PLATEN_DATASET_SETTINGS: written });
    expect(sentence).toContain(told);
    expect(sentence).not.toContain("4711");
  });
});

describe("the plans setting", () => {
  const whole = { ...planNamed(DEFAULT_PLANS, "starter"), name: undefined };

  test("changes single numbers and adds whole plans, inline or from a file", async () => {
    const json = JSON.stringify({ starter: { recordsPerMonth: 2_000 }, trial: { ...whole, retentionDays: 1 } });
    await using folder = await temporaryFolder("plans");
    const file = join(folder.path, "plans.json");
    await writeFile(file, json);
    for (const written of [json, file]) {
      const { plans } = read({ PLATEN_PLANS: written });
      expect(plans.map((plan) => plan.name)).toEqual(["free", "starter", "business", "scale", "enterprise", "trial"]);
      const starter = planNamed(DEFAULT_PLANS, "starter");
      expect(planNamed(plans, "starter")).toEqual({ ...starter, recordsPerMonth: 2_000 });
      expect(planNamed(plans, "trial")).toEqual({ ...starter, name: "trial", retentionDays: 1 });
    }
  });

  test.for([
    ["{", "is not JSON"],
    ['{"starter": {"recordsPerMonth": -1}}', "starter.recordsPerMonth: "],
    ['{"starter": {"recordsPerMoon": 1}}', "recordsPerMoon"],
    ['{"starter": {"retentionDays": 1000000000}}', "starter.retentionDays: "],
    ['{"starter": {"concurrentRenders": 3000000000}}', "starter.concurrentRenders: "],
    ['{"starter": {"requestBytesMax": 9007199254740991}}', "starter.requestBytesMax: "],
    ['{"starter": {"pagesMax": 1.5}}', "starter.pagesMax: "],
    ['{"Gold": {}}', "Gold"],
    ['{"gold": {"apiAccess": true}}', "makes the new plan gold without all of its members"],
    ['{"starter": {"records": 1}}', 'starter has no member "records": there are apiAccess, recordsPerMonth, requests'],
    ["no-such-file.json", 'PLATEN_PLANS is "no-such-file.json", which can\'t be used'],
  ] as const)("refuses %j", ([written, told]) => {
    const sentence = refusalOf({ PLATEN_PLANS: written });
    expect(sentence).toContain("PLATEN_PLANS");
    expect(sentence).toContain(told);
  });
});

test.for([
  [{ baseUrl: "https://a.example", host: "0.0.0.0", tls: null }, "https://a.example"],
  [{ baseUrl: null, host: "127.0.0.1", tls: null }, "http://127.0.0.1:81"],
  [{ baseUrl: null, host: "0.0.0.0", tls: null }, "http://127.0.0.1:81"],
  [{ baseUrl: null, host: "::1", tls: null }, "http://[::1]:81"],
  [{ baseUrl: null, host: "forms", tls: { certificate: "", key: "" } }, "https://forms:81"],
] as const)("the base address of %j on port 81 is %s", ([configuration, url]) => {
  expect(baseUrlOf(configuration, 81)).toBe(url);
});

test("the documentation table has a row for every setting and holds no machine's path", () => {
  const rows = settingsTable().trim().split("\n").slice(2);
  expect(rows).toHaveLength(37);
  expect(rows[0]).toBe("| `PLATEN_PORT` | `8080` | The TCP port of every public face. `0` takes any free port. |");
  for (const row of rows) expect(row).toMatch(/^\| `PLATEN_[A-Z0-9_]+` \| (none|`[^`]+`) \| .+\. ?.*\|$/);
});
