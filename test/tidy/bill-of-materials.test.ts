import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runCommand } from "../support/command.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

interface Component {
  readonly name: string;
  readonly version: string;
  readonly purl: string;
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly licenses?: readonly unknown[];
}

interface Bill {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly metadata: { readonly component: Component };
  readonly components: readonly Component[];
}

interface Lock {
  readonly packages: Readonly<
    Record<string, { readonly version?: string; readonly dev?: boolean; readonly link?: boolean }>
  >;
}

async function billIn(folder: string, name: string): Promise<string> {
  const path = join(folder, name);
  const made = await runCommand("node", ["tools/package/bill-of-materials.ts", path]);
  expect(made.exitCode, made.stderr).toBe(0);
  return readFile(path, "utf8");
}

test("the bill of materials names every package that an installation fetches, and no other", async () => {
  await using folder = await temporaryFolder("bill");
  const text = await billIn(folder.path, "sbom.json");
  const bill = JSON.parse(text) as Bill;
  expect(bill).toMatchObject({ bomFormat: "CycloneDX", metadata: { component: { name: "platen" } } });
  const lock = JSON.parse(await readFile("package-lock.json", "utf8")) as Lock;
  const fetched = Object.entries(lock.packages).flatMap(([path, { version, dev, link }]) => {
    const isFetched = path.startsWith("node_modules/") && dev !== true && link !== true;
    return isFetched ? [`${nameIn(path)}@${version}`] : [];
  });
  const listed = new Set(bill.components.map(({ name, version }) => `${name}@${version}`));
  expect(fetched.filter((one) => !listed.has(one))).toEqual([]);
  expect(fetched.length).toBeGreaterThan(50);
  const ofDevelopment = Object.entries(lock.packages).flatMap(([path, { version, dev }]) => {
    const one = `${nameIn(path)}@${version}`;
    return dev === true && !fetched.includes(one) ? [one] : [];
  });
  expect(ofDevelopment.filter((one) => listed.has(one))).toEqual([]);
  const ofPackages = bill.components.filter(({ name, version }) => fetched.includes(`${name}@${version}`));
  for (const { name, purl, hashes } of ofPackages) {
    expect(purl, name).toMatch(/^pkg:npm\//);
    expect(hashes?.[0]?.alg, name).toBe("SHA-512");
  }
  expect(await billIn(folder.path, "again.json")).toBe(text);
});

/** `@scope/name` or `name` of a path of the lock file. */
function nameIn(path: string): string {
  return path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
}
