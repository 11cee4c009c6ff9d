import { spawnSync } from "node:child_process";
import { existsSync, globSync } from "node:fs";
import { delimiter, join } from "node:path";
import { createInterface } from "node:readline/promises";

/**
 * Sees to it that the programs exist which the tests need and npm cannot bring. `npm test` runs it first: where nothing
 * is missing it only looks, on Debian and its kin it installs what is missing, elsewhere it says in one sentence what
 * to install. At a terminal it asks before it installs, unless `CI` is set.
 */
interface Requirement {
  /** The name in Debian's archive. */
  readonly debianPackage: string;
  readonly usedFor: string;
  readonly present: () => boolean;
}

const REQUIREMENTS: readonly Requirement[] = [
  { debianPackage: "qpdf", usedFor: "judging the structure of PDF files", present: () => onPath("qpdf") },
  {
    debianPackage: "poppler-utils",
    usedFor: "reading PDF text back and drawing pages",
    present: () => onPath("pdftotext") && onPath("pdftoppm"),
  },
  {
    debianPackage: "postgresql",
    usedFor: "a private database server",
    present: () => onPath("initdb") || globSync("/usr/lib/postgresql/*/bin/initdb").length > 0,
  },
  {
    debianPackage: "chromium",
    usedFor: "drawing pages as the hosts of assistants do; CHROMIUM names another place than /usr/bin/chromium",
    present: () => existsSync(process.env["CHROMIUM"] ?? "/usr/bin/chromium"),
  },
];

/** What `npm run faults` puts before servers. */
const BALANCERS: readonly Requirement[] = [
  { debianPackage: "haproxy", usedFor: "a balancer", present: () => existsSync("/usr/sbin/haproxy") },
  { debianPackage: "nginx-light", usedFor: "a balancer", present: () => existsSync("/usr/sbin/nginx") },
  { debianPackage: "caddy", usedFor: "a balancer", present: () => existsSync("/usr/bin/caddy") },
];

function onPath(command: string): boolean {
  return (process.env["PATH"] ?? "").split(delimiter).some((folder) => existsSync(join(folder, command)));
}

/**
 * The words that run a command with the right to install, or undefined where this user has no such right unattended.
 */
function asRoot(): readonly string[] | undefined {
  if (process.getuid?.() === 0) return [];
  const sudo = onPath("sudo") && spawnSync("sudo", ["--non-interactive", "true"]).status === 0;
  return sudo ? ["sudo", "--non-interactive"] : undefined;
}

/** Runs a command to its end; answers what it said on standard error when it failed, undefined when it did not. */
function failureOf(words: readonly string[]): string | undefined {
  const [command = "", ...args] = words;
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  const ended = spawnSync(command, args, { stdio: ["ignore", "ignore", "pipe"], encoding: "utf8", env });
  return ended.status === 0 ? undefined : (ended.error?.message ?? ended.stderr);
}

/** How long a person has to answer; a terminal that nobody sits at gets what it asked for by running the command. */
const ANSWER_MS = 30_000;

async function isWelcome(packages: readonly string[]): Promise<boolean> {
  if (!process.stdin.isTTY || !process.stdout.isTTY || (process.env["CI"] ?? "") !== "") return true;
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const question = `The tests need ${packages.join(", ")} from Debian's archive. Install now? [Y/n, yes after 30 s] `;
  try {
    const answer = await terminal.question(question, { signal: AbortSignal.timeout(ANSWER_MS) });
    return !/^n/i.test(answer.trim());
  } catch {
    console.log();
    return true;
  } finally {
    terminal.close();
  }
}

async function install(packages: readonly string[]): Promise<boolean> {
  const root = asRoot();
  if (root === undefined || !onPath("apt-get") || !(await isWelcome(packages))) return false;
  console.log(`Installing what the tests need: ${packages.join(", ")}.`);
  const aptInstall = [...root, "apt-get", "install", "--yes", "--no-install-recommends", ...packages];
  if (failureOf(aptInstall) === undefined) return true;
  // A fresh or long idle machine has no current package lists; they are fetched only when they are needed.
  const failure = failureOf([...root, "apt-get", "update"]) ?? failureOf(aptInstall);
  if (failure !== undefined) console.error(failure.trim());
  return failure === undefined;
}

const wanted = process.argv.includes("balancers") ? [...REQUIREMENTS, ...BALANCERS] : REQUIREMENTS;
const missing = wanted.filter((requirement) => !requirement.present());
if (missing.length > 0 && !(await install(missing.map((requirement) => requirement.debianPackage)))) {
  const list = missing.map((requirement) => `${requirement.debianPackage} (${requirement.usedFor})`).join(", ");
  console.error(`The tests need programs that are not on this machine; please install: ${list}.`);
  process.exit(1);
}
