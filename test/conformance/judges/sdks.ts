import { deepStrictEqual } from "node:assert";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { runCommand } from "../../support/command.ts";
import { startMisbehavingProxy } from "../../support/misbehaving-proxy.ts";
import { startServiceWithDemo } from "../../support/prepared-demo.ts";
import { type Judge, NotHereError } from "../judge.ts";
import { pythonWith } from "../python.ts";
import type { Subjects } from "../subjects.ts";

// The client libraries as their users have them: installed, with types of a form that `platen codegen` wrote. Each runs
// the samples of its README, and one scenario that is the same for all, before one server.

const FORM = "docs/examples/invoice.rpt";
const SCENARIOS = "test/conformance/sdks";
const TYPESCRIPT = "clients/typescript";
const PYTHON = "clients/python";
const GO = "clients/go";
const JAVA = "clients/java";

const MYPY = "mypy==2.4.1";

/** Compilers on a busy machine. */
const STEP_TIMEOUT_MS = 600_000;

/** What a user of TypeScript has at the least. */
const TS_CONFIG = {
  compilerOptions: {
    ...{ strict: true, module: "nodenext", target: "es2022", outDir: "out", rootDir: "." },
    ...{ rewriteRelativeImportExtensions: true, types: ["node"], skipLibCheck: false },
  },
  include: ["*.ts"],
};

export const sdkJudges: readonly Judge[] = [
  { name: "client library: TypeScript, its README and the scenario", needs: [], judge: judgeTypeScript },
  { name: "client library: Python, its README and the scenario", needs: ["python3"], judge: judgePython },
  { name: "client library: Go, its README and the scenario", needs: ["go", "gofmt"], judge: judgeGo },
  {
    ...{ name: "client library: Java, its README and the scenario", needs: ["java", "javac", "mvn"] },
    judge: judgeJava,
  },
];

async function judgeTypeScript({ folder }: Subjects): Promise<void> {
  const own = join(folder, "sdk-typescript");
  const installed = join(own, "node_modules/platen-client");
  await mkdir(installed, { recursive: true });
  const tsc = resolve("node_modules/.bin/tsc");
  await step(".", tsc, ["-p", `${TYPESCRIPT}/tsconfig.build.json`, "--outDir", join(installed, "dist")]);
  await cp(`${TYPESCRIPT}/package.json`, join(installed, "package.json"));
  await mkdir(join(own, "node_modules/@types"));
  await cp("node_modules/@types/node", join(own, "node_modules/@types/node"), { recursive: true });
  await cp("node_modules/undici-types", join(own, "node_modules/undici-types"), { recursive: true });
  await writeTypes("ts", join(own, "invoice.ts"));
  await writeFile(join(own, "readme.ts"), (await samplesOf(`${TYPESCRIPT}/README.md`, "ts")).join("\n"));
  await cp(join(SCENARIOS, "scenario.ts"), join(own, "scenario.ts"));
  await writeFile(join(own, "package.json"), '{ "type": "module" }');
  await writeFile(join(own, "tsconfig.json"), JSON.stringify(TS_CONFIG));
  await step(own, tsc, ["-p", "."]);
  const node = await oldestNode();
  await demandSound(own, (name) => ({ program: node, args: [`out/${name}.js`] }));
}

async function judgePython(all: Subjects): Promise<void> {
  const own = join(all.folder, "sdk-python");
  await mkdir(own);
  const python = await pythonWith(all, MYPY, resolve(PYTHON));
  await writeTypes("python", join(own, "invoice.py"));
  await writeFile(join(own, "readme.py"), (await samplesOf(`${PYTHON}/README.md`, "python")).join("\n"));
  await cp(join(SCENARIOS, "scenario.py"), join(own, "scenario.py"));
  await step(own, python, ["-m", "mypy", "--config-file", resolve(PYTHON, "pyproject.toml"), "-p", "platen"]);
  await step(own, python, ["-m", "mypy", "--strict", "readme.py", "scenario.py"]);
  await demandSound(own, (name) => ({ program: python, args: [`${name}.py`] }));
}

async function judgeGo({ folder }: Subjects): Promise<void> {
  const own = join(folder, "sdk-go");
  const library = resolve(GO);
  const unformatted = await step(GO, "gofmt", ["-l", "."]);
  if (unformatted !== "") throw new Error(`gofmt would change ${unformatted}`);
  await step(GO, "go", ["vet", "./..."]);
  await step(GO, "go", ["test", "./..."]);
  const programs = { readme: mainOf(await samplesOf(`${GO}/README.md`, "go"), "}\n"), scenario: "" };
  programs.scenario = await readFile(join(SCENARIOS, "scenario.go"), "utf8");
  for (const [name, program] of Object.entries(programs)) {
    await mkdir(join(own, name), { recursive: true });
    await writeFile(join(own, name, "main.go"), program);
    await writeTypes("go", join(own, name, "invoice.go"), "--package", "main");
  }
  await writeFile(join(own, "go.mod"), "module example.com/app\n\ngo 1.23\n");
  const replaced = `-replace=example.com/platen=${library}`;
  await step(own, "go", ["mod", "edit", "-require=example.com/platen@v0.1.0", replaced]);
  await step(own, "go", ["vet", "./..."]);
  await step(own, "go", ["build", "-o", "bin/", "./..."]);
  await demandSound(own, (name) => ({ program: join(own, "bin", name), args: [] }));
}

async function judgeJava({ folder }: Subjects): Promise<void> {
  const own = join(folder, "sdk-java");
  await cp(JAVA, join(own, "library"), { recursive: true });
  const fetch = ["-q", "-B", "dependency:build-classpath", `-Dmdep.outputFile=${join(own, "class-path")}`];
  await step(join(own, "library"), "mvn", fetch, { unfetched: "Maven could not fetch Jackson" });
  await step(join(own, "library"), "mvn", ["-q", "-B", "compile"]);
  for (const name of ["forms", "out"]) await mkdir(join(own, name));
  await writeTypes("java", join(own, "forms/Invoice.java"), "--package", "forms");
  await writeFile(join(own, "Readme.java"), mainOf(await samplesOf(`${JAVA}/README.md`, "java"), "  }\n}\n"));
  await cp(join(SCENARIOS, "Scenario.java"), join(own, "Scenario.java"));
  const libraries = (await readFile(join(own, "class-path"), "utf8")).trim();
  const classPath = ["out", join("library", "target", "classes"), libraries].join(delimiter);
  const compile = ["-Xlint:all", "-Werror", "--release", "17", "-encoding", "UTF-8", "-d", "out", "-cp", classPath];
  await step(own, "javac", [...compile, "Readme.java", "Scenario.java", "forms/Invoice.java"]);
  await demandSound(own, (name) => {
    const main = name === "readme" ? "Readme" : "Scenario";
    return { program: "java", args: ["-cp", classPath, main] };
  });
}

function writeTypes(language: string, path: string, ...options: readonly string[]): Promise<string> {
  return step(".", process.execPath, ["src/main.ts", "codegen", FORM, "--lang", language, ...options, "-o", path]);
}

/** The samples of a README go on from one another: together they are one program. */
async function samplesOf(readme: string, language: string): Promise<readonly string[]> {
  const text = await readFile(readme, "utf8");
  const blocks = [...text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, "gm"))];
  if (blocks.length === 0) throw new Error(`${readme} has no sample`);
  return blocks.map(([, block = ""]) => block);
}

/**
 * One program of samples: the first is whole, and the others go on before its last line. What they import is said in
 * their own first lines.
 */
function mainOf(samples: readonly string[], end: string): string {
  const [first = "", ...others] = samples;
  if (!first.endsWith(end)) throw new Error(`The first sample does not end in ${JSON.stringify(end)}`);
  const imports = others.flatMap((sample) => sample.match(/^import .*$/gm) ?? []);
  const bodies = others.map((sample) => `{\n${sample.replaceAll(/^import .*$/gm, "")}}\n`);
  const whole = `${first.slice(0, -end.length)}${bodies.join("")}${end}`;
  return whole.replace(/^import /m, `${imports.join("\n")}\nimport `);
}

/** The first Node.js on the path of the oldest release that the library is for, or else this process's own. */
async function oldestNode(): Promise<string> {
  for (const folder of (process.env["PATH"] ?? "").split(delimiter)) {
    const program = join(folder, "node");
    if (!existsSync(program)) continue;
    const { stdout } = await runCommand(program, ["--version"]);
    if (stdout.startsWith("v20.")) return program;
  }
  return process.execPath;
}

interface StepOptions {
  readonly env?: Readonly<Record<string, string>>;
  /** Why the judgement is skipped where the program fails, as without a network. */
  readonly unfetched?: string;
}

/** Runs a program to its end and answers what it wrote. */
async function step(
  cwd: string,
  program: string,
  args: readonly string[],
  { env = {}, unfetched }: StepOptions = {},
): Promise<string> {
  const { exitCode, stdout, stderr } = await runCommand(program, args, { cwd, env, timeoutMs: STEP_TIMEOUT_MS });
  if (exitCode === 0) return stdout;
  if (unfetched !== undefined) throw new NotHereError(unfetched);
  throw new Error(`${program} ${args.join(" ")}\n${stdout}${stderr}`.slice(-4_000));
}

type Program = (name: string) => { readonly program: string; readonly args: readonly string[] };

/** The samples run to their end and leave the file that they name, and the scenario comes out as it has to. */
async function demandSound(own: string, programOf: Program): Promise<void> {
  await using server = await startServiceWithDemo();
  await using proxy = await startMisbehavingProxy(server.baseUrl);
  const { renderKey, canvases } = server.demo();
  const canvas = canvases[0]?.id ?? "";
  const { data } = JSON.parse(await readFile(join(server.dataDir, "demo-invoice.json"), "utf8")) as { data: object };
  await writeFile(join(own, "invoice.json"), JSON.stringify(data));
  const env = { PLATEN_URL: proxy.baseUrl, PLATEN_API_KEY: renderKey, PLATEN_CANVAS: canvas };
  const headers = { "x-api-key": renderKey, "content-type": "application/json" };
  const init = { method: "POST", headers, body: JSON.stringify({ data }) };
  const answer = await fetch(`${server.baseUrl}/v1/canvases/${canvas}/pdf`, init);
  const sum = createHash("sha256")
    .update(Buffer.from(await answer.arrayBuffer()))
    .digest("hex");
  const readme = programOf("readme");
  await step(own, readme.program, readme.args, { env });
  const sample = createHash("sha256")
    .update(await readFile(join(own, "invoice.pdf")))
    .digest("hex");
  deepStrictEqual(sample, sum, "the README's invoice.pdf is another file");
  const scenario = programOf("scenario");
  const seen = JSON.parse(await step(own, scenario.program, scenario.args, { env })) as { readonly titles: string[] };
  const titles = canvases.map(({ title }) => title).sort();
  deepStrictEqual({ ...seen, titles: [...seen.titles].sort() }, { ...expectedOf(sum), titles });
}

/** What every library makes of the scenario. */
function expectedOf(sum: string): object {
  return {
    ...{ name: "請求書.pdf", pages: 1, saved: sum, jobSum: sum, rangedSum: sum, busySum: sum, cutSum: sum },
    replay: { isSame: true, sum },
    ranges: [false, true],
    violations: [["customer.name", "type", "a text"]],
    hasWaited: true,
    begun: true,
    tries: { many: 4, keys: 1 },
    failures: [
      ...["connection_broken", "connection_broken", "file_damaged", "file_damaged"],
      ...["not_found", "1 try", "aborted", "aborted", "deadline_exceeded", "deadline_exceeded"],
    ],
  };
}
