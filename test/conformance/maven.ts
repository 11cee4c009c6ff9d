import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../support/command.ts";
import { NotHereError } from "./judge.ts";
import type { Subjects } from "./subjects.ts";

/** Maven may have to fetch some 20 MB. */
const FETCH_TIMEOUT_MS = 300_000;

/** A Java library at a fixed version. */
export interface Artifact {
  readonly groupId: string;
  readonly artifactId: string;
  readonly version: string;
}

const fetched = new Map<string, Promise<string>>();

/** The class path of a library and all that it stands on; a machine that can't fetch it skips its judgement. */
export function classPathOf({ folder }: Pick<Subjects, "folder">, artifact: Artifact): Promise<string> {
  const known = fetched.get(artifact.artifactId) ?? fetchWithMaven(folder, artifact);
  fetched.set(artifact.artifactId, known);
  return known;
}

async function fetchWithMaven(folder: string, { groupId, artifactId, version }: Artifact): Promise<string> {
  const [project, classPath] = [join(folder, `${artifactId}-pom.xml`), join(folder, `${artifactId}-class-path`)];
  await writeFile(
    project,
    `<project><modelVersion>4.0.0</modelVersion><groupId>platen</groupId><artifactId>judges</artifactId>
<version>1</version><dependencies><dependency><groupId>${groupId}</groupId>
<artifactId>${artifactId}</artifactId><version>${version}</version></dependency></dependencies></project>`,
  );
  const output = `-Dmdep.outputFile=${classPath}`;
  const result = await runCommand("mvn", ["-q", "-B", "-f", project, "dependency:build-classpath", output], {
    timeoutMs: FETCH_TIMEOUT_MS,
  });
  if (result.exitCode !== 0) throw new NotHereError(`Maven could not fetch ${artifactId} ${version}`);
  return (await readFile(classPath, "utf8")).trim();
}
