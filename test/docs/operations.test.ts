// What the operations guide and its files name is there; `container.test.ts` runs what they say.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parseDocument } from "yaml";
import { settingsTable } from "../../src/core/configuration/index.ts";
import { createMetrics } from "../../src/core/observability/index.ts";
import { SERVER_FLAGS } from "../support/service.ts";

const FOLDER = "docs/operations";
const read = (name: string): string => readFileSync(join(FOLDER, name), "utf8");

interface Service {
  readonly image?: string;
  readonly init?: boolean;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly depends_on?: Readonly<Record<string, unknown>> | readonly string[];
  readonly volumes?: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>;
  readonly volumes: Readonly<Record<string, unknown>>;
}

function compose(): Compose {
  const document = parseDocument(read("compose.yaml"), { merge: true, strict: true });
  expect([...document.errors, ...document.warnings]).toEqual([]);
  return document.toJS() as Compose;
}

test("every setting that the files name is one of Platen's", () => {
  const settings = new Set(settingsTable().match(/\bPLATEN_[A-Z0-9_]+\b/g));
  for (const name of ["Containerfile", "compose.yaml", "README.md", "security.md"]) {
    const named = new Set(read(name).match(/\bPLATEN_[A-Z0-9_]+\b/g));
    expect(
      [...named].filter((setting) => !settings.has(setting)),
      name,
    ).toEqual([]);
    expect(named.size, name).toBeGreaterThan(0);
  }
});

test("the compose file has two servers and two workers on one database and one bucket", () => {
  const { services, volumes } = compose();
  const roles = Object.values(services).flatMap(({ command }) => (command?.[0] === "serve" ? [command[2]] : []));
  expect(roles).toEqual(["api", "api", "worker", "worker"]);
  const platens = Object.values(services).filter(({ image }) => image === "platen");
  expect(new Set(platens.map(({ environment }) => JSON.stringify(environment))).size).toBe(1);
  for (const { depends_on: needs, volumes: mounts } of Object.values(services)) {
    for (const need of Array.isArray(needs) ? needs : Object.keys(needs ?? {})) expect(services).toHaveProperty(need);
    for (const mount of mounts ?? []) expect(volumes).toHaveProperty(mount.split(":")[0] ?? "");
  }
});

test("every container of Platen in the compose file has an init as its process 1", () => {
  const platens = Object.entries(compose().services).filter(([, { image }]) => image === "platen");
  expect(platens.map(([name]) => name)).toEqual(["migrate", "api-1", "api-2", "worker-1", "worker-2"]);
  expect(platens.filter(([, { init }]) => init !== true)).toEqual([]);
});

test("every image of the compose file names its version", () => {
  for (const [name, { image = "" }] of Object.entries(compose().services)) {
    if (image !== "platen") expect([name, image]).toEqual([name, expect.stringMatching(/:v?\d+(\.\d+)*$/)]);
  }
});

test("the container starts the program itself and copies nothing that it does not need", () => {
  const lines = read("Containerfile").replaceAll(/\\\n/g, " ").split("\n");
  const words = lines.filter((line) => line !== "" && !line.startsWith("#")).map((line) => line.split(/\s+/)[0]);
  const known = ["FROM", "WORKDIR", "COPY", "RUN", "USER", "ENV", "EXPOSE", "HEALTHCHECK", "", "ENTRYPOINT", "CMD"];
  expect(words.filter((word) => !known.includes(word ?? ""))).toEqual([]);
  const command = ["node", ...SERVER_FLAGS, "src/main.ts"].map((word) => `"${word}"`);
  expect(lines).toContain(`ENTRYPOINT [${command.join(", ")}]`);
  expect(readFileSync("package.json", "utf8")).toContain(`"start": "node ${SERVER_FLAGS.join(" ")} --import `);
  const copied = lines.filter((line) => line.startsWith("COPY")).flatMap((line) => line.split(/\s+/).slice(1, -1));
  expect(copied.filter((path) => !existsSync(path))).toEqual([]);
  expect(read("Containerfile.dockerignore").split("\n")).toEqual(
    // The compose file reads its passwords from a file `.env`, which belongs into no image.
    expect.arrayContaining([".git", ".platen", "node_modules", "**/.env*"]),
  );
});

test("every metric that the guide names is measured", async () => {
  const metrics = createMetrics({ pool: () => ({ threads: 1, busy: 0, waiting: 0 }), queued: async () => 0 });
  const { text } = await metrics.page();
  const measured = new Set(Array.from(text.matchAll(/^# TYPE (\S+)/gm), ([, name]) => name));
  const named = new Set(read("README.md").match(/\b(?:platen|nodejs|process)_[a-z_]+\b/g));
  const unknown = [...named].filter((name) => !measured.has(name.replace(/_(?:bucket|count|sum)$/, "")));
  expect(unknown).toEqual([]);
  expect(named.size).toBeGreaterThan(5);
});
