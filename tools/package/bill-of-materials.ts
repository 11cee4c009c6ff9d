// Writes the software bill of materials of a release: `node tools/package/bill-of-materials.ts FILE`. npm makes it from
// the lock file (CycloneDX 1.5, JSON): each package that an installation fetches, with version, hash and licence.
import { execFile } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { argv } from "node:process";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

/**
 * With the packages of development, which are taken out below by the lock file: with `--omit=dev` npm also leaves out
 * what the program and its development both need, and its mark of development is that of one copy among several.
 */
const NPM = ["sbom", "--sbom-format=cyclonedx", "--sbom-type=application", "--package-lock-only"];

/** A bill of hundreds of packages takes some hundred kilobytes. */
const OUTPUT_BYTES_MAX = 32 * 1024 * 1024;

interface Component {
  readonly "bom-ref": string;
  name: string;
  readonly version: string;
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly dev?: boolean }>>;
}

interface Dependency {
  readonly ref: string;
  readonly dependsOn: readonly string[];
}

interface Bill {
  serialNumber?: string;
  readonly metadata: { timestamp?: string; readonly component: Component };
  components: readonly Component[];
  dependencies: readonly Dependency[];
}

const [output] = argv.slice(2);
if (output === undefined) throw new Error("Name the file to write: node tools/package/bill-of-materials.ts FILE");
const { stdout } = await promisify(execFile)("npm", NPM, { cwd: ROOT, maxBuffer: OUTPUT_BYTES_MAX });
const bill = JSON.parse(stdout) as Bill;
// One commit makes one text: the time and the random number are optional in CycloneDX.
delete bill.serialNumber;
delete bill.metadata.timestamp;
// npm takes the name of the folder.
const manifest = JSON.parse(await readFile(join(ROOT, "package.json"), "utf8")) as { readonly name: string };
bill.metadata.component.name = manifest.name;
const lock = JSON.parse(await readFile(join(ROOT, "package-lock.json"), "utf8")) as Lock;
const installed = new Set(
  Object.entries(lock.packages).flatMap(([path, { version, dev }]) =>
    dev === true ? [] : [`${path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length)}@${version}`],
  ),
);
bill.components = bill.components.filter(({ name, version }) => installed.has(`${name}@${version}`));
const kept = new Set([bill.metadata.component, ...bill.components].map((one) => one["bom-ref"]));
bill.dependencies = bill.dependencies.flatMap(({ ref, dependsOn }) =>
  kept.has(ref) ? [{ ref, dependsOn: dependsOn.filter((needed) => kept.has(needed)) }] : [],
);
await mkdir(dirname(output), { recursive: true });
await writeFile(output, `${JSON.stringify(bill, null, 2)}\n`);
