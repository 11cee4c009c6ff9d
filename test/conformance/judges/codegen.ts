import { deepStrictEqual } from "node:assert";
import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import { delimiter, join, resolve } from "node:path";
import { compileSource, examplePayload } from "../../../src/core/canvas/index.ts";
import { runCommand } from "../../support/command.ts";
import { startService } from "../../support/service.ts";
import { type Judge, NotHereError } from "../judge.ts";
import type { Subjects } from "../subjects.ts";

// Types that `platen codegen` writes, compiled: a program makes the form's example of them, and a server renders what
// it writes.

const FORM = "test/core/codegen/all-types.rpt";
const PROGRAMS = "test/conformance/codegen";

/** Compilers fetch and compile what the programs stand on. */
const STEP_TIMEOUT_MS = 600_000;

const GO_MODULE = "module example.com/app\n\ngo 1.24\n";

const JACKSON = "2.20.1";

const POM = `<project>
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.example</groupId>
  <artifactId>app</artifactId>
  <version>1</version>
  <properties>
    <maven.compiler.source>17</maven.compiler.source>
    <maven.compiler.target>17</maven.compiler.target>
    <project.build.sourceEncoding>UTF-8</project.build.sourceEncoding>
  </properties>
  <dependencies>
    <dependency>
      <groupId>com.fasterxml.jackson.datatype</groupId><artifactId>jackson-datatype-jsr310</artifactId>
      <version>${JACKSON}</version>
    </dependency>
  </dependencies>
</project>
`;

export const codegenJudges: readonly Judge[] = [
  { name: "codegen: Python's data classes make a payload", needs: ["python3"], judge: judgePython },
  { name: "codegen: Go's structs make a payload, and gofmt finds nothing", needs: ["go", "gofmt"], judge: judgeGo },
  { name: "codegen: Java's records make a payload", needs: ["java", "javac", "mvn"], judge: judgeJava },
];

async function judgePython(all: Subjects): Promise<void> {
  const folder = await folderWith(all, "python", "order_form.py");
  await cp(join(PROGRAMS, "payload.py"), join(folder, "payload.py"));
  await step(folder, "python3", ["-m", "py_compile", "order_form.py"]);
  await demandRendered(folder, await step(folder, "python3", ["payload.py"]));
}

async function judgeGo(all: Subjects): Promise<void> {
  const folder = await folderWith(all, "go", "forms/forms.go");
  await writeFile(join(folder, "go.mod"), GO_MODULE);
  await cp(join(PROGRAMS, "main.go"), join(folder, "main.go"));
  const unformatted = await step(folder, "gofmt", ["-l", "forms"]);
  if (unformatted !== "") throw new Error(`gofmt would change ${unformatted}`);
  await step(folder, "go", ["vet", "./..."]);
  await demandRendered(folder, await step(folder, "go", ["run", "."]));
}

async function judgeJava(all: Subjects): Promise<void> {
  const folder = await folderWith(all, "java", "src/main/java/forms/OrderForm.java");
  await cp(join(PROGRAMS, "Main.java"), join(folder, "src/main/java/Main.java"));
  await writeFile(join(folder, "pom.xml"), POM);
  const fetch = ["-q", "-B", "dependency:build-classpath", "-Dmdep.outputFile=class-path"];
  await step(folder, "mvn", fetch, "Maven could not fetch Jackson");
  await step(folder, "mvn", ["-q", "-B", "compile"]);
  const classPath = (await readFile(join(folder, "class-path"), "utf8")).trim();
  await demandRendered(folder, await step(folder, "java", ["-cp", `target/classes${delimiter}${classPath}`, "Main"]));
}

/** A folder with the form's types in a file. */
async function folderWith({ folder }: Subjects, language: string, file: string): Promise<string> {
  const own = join(folder, `codegen-${language}`);
  const path = join(own, file);
  await mkdir(resolve(path, ".."), { recursive: true });
  await step(".", process.execPath, ["src/main.ts", "codegen", FORM, "--lang", language, "-o", path]);
  return own;
}

/** Runs a program to its end and answers what it wrote. One that fetches may fail without a network. */
async function step(cwd: string, program: string, args: readonly string[], unfetched?: string): Promise<string> {
  const { exitCode, stdout, stderr } = await runCommand(program, args, { cwd, timeoutMs: STEP_TIMEOUT_MS });
  if (exitCode === 0) return stdout;
  if (unfetched !== undefined) throw new NotHereError(unfetched);
  throw new Error(`${program} ${args.join(" ")}\n${stdout}${stderr}`.slice(-4_000));
}

/** What a program wrote says the same as the form's own example, and a server renders it. */
async function demandRendered(folder: string, text: string): Promise<void> {
  const { value: canvas } = compileSource(await readFile(FORM, "utf8"));
  if (canvas === null) throw new Error(`${FORM} does not compile`);
  deepStrictEqual(plain(JSON.parse(text)), plain(JSON.parse(examplePayload(canvas))));
  await using server = await startService();
  const env = { PLATEN_DATA_DIR: server.dataDir };
  const published = await runCommand(process.execPath, ["src/main.ts", "publish", FORM], { env });
  const canvasId = published.stdout.split("\t")[0] ?? "";
  const headers = { "x-api-key": server.demo().renderKey, "content-type": "application/json" };
  const body = `{"data":${text}}`;
  const answer = await fetch(`${server.baseUrl}/v1/canvases/${canvasId}/pdf`, { method: "POST", headers, body });
  await writeFile(join(folder, "data.json"), text);
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}\n${published.stderr}`);
}

/** The same value in one writing: decimals as numbers, and times without seconds that are none. */
function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
  }
  if (typeof value !== "string") return value;
  if (/^\d+(?:\.\d+)?$/.test(value)) return Number(value);
  return value.replace(/^(\d\d:\d\d):00$/, "$1");
}
