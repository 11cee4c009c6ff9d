import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadPlugins, pluginAddresses } from "../../../../src/core/engine/index.ts";
import { type TemporaryFolder, temporaryFolder } from "../../../support/temporary-folder.ts";

const RULE = '{ meta: { id: "r", severity: "info", basis: [], messages: {} }, check() {} }';

function module(name: string, profile: string, sdk: string | number = 1): string {
  return `export const plugin = { name: "${name}", sdk: ${sdk}, register: (host) => host.profile(${profile}) };\n`;
}

function profile(name: string, rules = RULE): string {
  return `{ name: "${name}", sdk: 1, title: "t", rules: [${rules}] }`;
}

/** A plugin that registers one thing by a method of the host. */
function bringing(name: string, method: string, thing: string): string {
  return `export const plugin = { name: "${name}", sdk: 1, register: (host) => host.${method}(${thing}) };\n`;
}

const TAG =
  'name: "tag", sdk: 1, title: "t", sample: "1", showsLines: true, mistake: () => null, ' +
  'encode: () => ({ kind: "code", pattern: { kind: "bars", widths: [1] }, quietModules: [1, 1] })';
const SOURCE = 'scheme: "erp", sdk: 1, title: "t", mistake: () => null, read: async () => ({ kind: "unchanged" })';

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await temporaryFolder("plugins");
});
afterAll(() => folder[Symbol.asyncDispose]());

/** Modules with these texts, by address. */
async function modules(...texts: readonly string[]): Promise<readonly string[]> {
  return Promise.all(
    texts.map(async (text, at) => {
      const path = join(folder.path, `${at}-${Math.abs(hash(text))}.mjs`);
      await writeFile(path, text);
      return pathToFileURL(path).href;
    }),
  );
}

function hash(text: string): number {
  return [...text].reduce((sum, letter) => (sum * 31 + (letter.codePointAt(0) ?? 0)) | 0, 7);
}

describe("a plugin that cannot be used is told in one sentence", () => {
  test.each([
    ["nothing exported", ["export const a = 1;"], /^file:.* is no plugin: it exports no `plugin`$/],
    ["a syntax error", ["export const = 1;"], /^plugin file:.* cannot be loaded: .+$/],
    [
      "another sdk",
      [module("a", profile("a"), 2)],
      /^plugin a cannot be used: it is written for sdk 2, and this is sdk 1$/,
    ],
    ["no name", [module("", profile("a"))], /is no plugin: its `plugin` has no name or no register$/],
    [
      "two of a name",
      [module("a", profile("a")), module("a", profile("b"))],
      /^two plugins are named a: .* remove one$/,
    ],
    [
      "a profile twice",
      [module("a", profile("p")), module("b", profile("p"))],
      /^plugins a and b register a profile named p; remove one$/,
    ],
    [
      "a profile's name",
      [module("a", profile("Acme Notes"))],
      /a profile has the name "Acme Notes"; write lower-case words/,
    ],
    ["a rule's id", [module("a", profile("a", RULE.replace('"r"', '"A b"')))], /profile a: a rule has the id "A b"/],
    [
      "a rule's day",
      [module("a", profile("a", RULE.replace('id: "r"', 'id: "r", validFrom: "2026"')))],
      /rule r is valid from or to "2026", which is no day/,
    ],
    [
      "a bar code that the language brings",
      [bringing("a", "barcode", `{ ${TAG}, name: "qr" }`)],
      /^plugin a cannot be used: the kind of bar code qr comes with Platen; choose another name, such as acme-qr$/,
    ],
    [
      "a bar code's name",
      [bringing("a", "barcode", `{ ${TAG}, name: "My Tag" }`)],
      /^plugin a cannot be used: a kind of bar code has the name "My Tag"; write lower-case words with hyphens$/,
    ],
    [
      "a bar code that refuses its own sample",
      [bringing("a", "barcode", `{ ${TAG}, mistake: () => ({ reason: "holds digits", sample: "1" }) }`)],
      /^plugin a cannot be used: bar code tag refuses its own sample: it holds digits$/,
    ],
    [
      "a bar code twice",
      [bringing("a", "barcode", `{ ${TAG} }`), bringing("b", "barcode", `{ ${TAG} }`)],
      /^plugins a and b register a kind of bar code named tag; remove one$/,
    ],
    [
      "a dataset source's scheme",
      [bringing("a", "datasetSource", `{ ${SOURCE}, scheme: "erp://" }`)],
      /^plugin a cannot be used: a dataset source has the scheme "erp:\/\/"; write lower-case words with hyphens$/,
    ],
    [
      "a dataset source twice",
      [bringing("a", "datasetSource", `{ ${SOURCE} }`), bringing("b", "datasetSource", `{ ${SOURCE} }`)],
      /^plugins a and b register a dataset source of the scheme erp; remove one$/,
    ],
    [
      "a dataset source without read",
      [bringing("a", "datasetSource", `{ ${SOURCE}, read: 1 }`)],
      /^plugin a cannot be used: dataset source erp has no mistake or read$/,
    ],
    [
      "a failing register",
      ['export const plugin = { name: "a", sdk: 1, register() { throw new Error("no\\nway"); } };'],
      /^plugin a failed as it registered: no$/,
    ],
  ])("%s", async (_, texts, sentence) => {
    await expect(loadPlugins(await modules(...texts))).rejects.toThrow(sentence);
  });
});

describe("plugins are found by package or path", () => {
  test("a package with exports, one without, a folder and a file", async () => {
    for (const [name, more] of [
      ["@acme/one", { exports: "./entry.js" }],
      ["two", { main: "entry.js" }],
    ] as const) {
      const home = join(folder.path, "node_modules", name);
      await mkdir(home, { recursive: true });
      await writeFile(join(home, "package.json"), JSON.stringify({ name, type: "module", ...more }));
      await writeFile(join(home, "entry.js"), module(name, profile("acme.x")));
    }
    const at = (path: string) => pathToFileURL(join(folder.path, path)).href;
    const entry = "./node_modules/two/entry.js";
    expect(
      pluginAddresses(["@acme/one", "two", "./node_modules/@acme/one", "./node_modules/two", entry], folder.path),
    ).toEqual([
      at("node_modules/@acme/one/entry.js"),
      at("node_modules/two/entry.js"),
      at("node_modules/@acme/one/entry.js"),
      at("node_modules/two/entry.js"),
      at("node_modules/two/entry.js"),
    ]);
  });

  test("what is not there is told with where it was looked for", () => {
    expect(() => pluginAddresses(["nowhere-at-all"], folder.path)).toThrow(
      /^plugin nowhere-at-all is not installed; install/,
    );
    expect(() => pluginAddresses(["./nowhere"], folder.path)).toThrow(
      /^plugin \.\/nowhere is not there: .* does not exist$/,
    );
  });
});
