import { readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCommand } from "../../support/command.ts";
import { logoForm } from "../../support/logo-form.ts";
import type { Judge } from "../judge.ts";
import { classPathOf } from "../maven.ts";
import type { Subjects } from "../subjects.ts";

// veraPDF, the reference validator of PDF/A and PDF/UA: a Java library, fetched by Maven at a fixed version.

const VERA_PDF = { groupId: "org.verapdf.apps", artifactId: "greenfield-apps", version: "1.28.2" };
const MAIN_CLASS = "org.verapdf.apps.GreenfieldCliWrapper";

const EXAMPLES = "docs/examples";
/** A form of what no example has: links, skipped headings, a title in a container, letters without a glyph. */
const CORNERS = "test/conformance/forms/accessible-corners.rpt";

const ATTACHMENT = 'attach payload "請求データ.json" relationship=source description="この書類のもとになったデータ"';

/** The validator starts in a second or two and takes one a file. */
const VALIDATE_TIMEOUT_MS = 300_000;

interface Flavour {
  /** As veraPDF names it. */
  readonly flavour: string;
  readonly title: string;
  /** What the template's document line is given. */
  readonly promise: string;
  /** Whether the file brings its data along, which PDF/A-3 alone lets it do. */
  readonly attaches?: true;
}

const FLAVOURS: readonly Flavour[] = [
  { flavour: "2b", title: "PDF/A-2b", promise: "pdf=a-2b" },
  { flavour: "2u", title: "PDF/A-2u", promise: "pdf=a-2u" },
  { flavour: "2a", title: "PDF/A-2a", promise: "pdf=a-2a" },
  { flavour: "3b", title: "PDF/A-3b", promise: "pdf=a-3b", attaches: true },
  { flavour: "3u", title: "PDF/A-3u", promise: "pdf=a-3u", attaches: true },
  { flavour: "3a", title: "PDF/A-3a", promise: "pdf=a-3a ua=1", attaches: true },
  { flavour: "ua1", title: "PDF/UA-1", promise: "ua=1" },
  { flavour: "ua1", title: "PDF/UA-1 as a file of PDF 1.4", promise: "ua=1 pdf-compat=1.4" },
];

export const veraPdfJudges: readonly Judge[] = FLAVOURS.map((flavour) => ({
  name: `veraPDF: every example keeps ${flavour.title}`,
  needs: ["java", "mvn"],
  judge: (subjects) => validate(subjects, flavour),
}));

async function validate(subjects: Subjects, wanted: Flavour): Promise<void> {
  const classPath = await classPathOf(subjects, VERA_PDF);
  const sources = (await readdir(EXAMPLES)).filter((name) => name.endsWith(".rpt")).map((name) => join(EXAMPLES, name));
  const files: string[] = [];
  const logos = join(subjects.folder, "logos.rpt");
  await writeFile(logos, logoForm());
  for (const source of [...sources, CORNERS, logos]) files.push(await render(subjects, source, wanted));
  const result = await runCommand(
    "java",
    ["-cp", classPath, MAIN_CLASS, "--format", "text", "-v", "--flavour", wanted.flavour, ...files],
    { timeoutMs: VALIDATE_TIMEOUT_MS },
  );
  const passed = result.stdout.split("\n").filter((line) => line.startsWith("PASS "));
  if (passed.length !== files.length || result.exitCode !== 0) throw new Error(result.stdout + result.stderr);
}

/** The example with its document line promising more; PDF/A takes no encryption. */
async function render(subjects: Subjects, source: string, wanted: Flavour): Promise<string> {
  const { flavour, promise, attaches } = wanted;
  const text = (await readFile(source, "utf8"))
    .replace(/^encrypt .*\n/m, "")
    .replace(/^document .*$/m, (line) => `${line.replaceAll(/ (pdf|ua)=\S+/g, "")} ${promise}`)
    .replace(/^page /m, (start) => (attaches === true ? `${ATTACHMENT}\n${start}` : start));
  const name = `${flavour}-${source.replace(/.*\//, "").replace(".rpt", "")}`;
  const [template, file] = [join(subjects.folder, `${name}.rpt`), join(subjects.folder, `${name}.pdf`)];
  await writeFile(template, text);
  const result = await runCommand(process.execPath, ["src/main.ts", "render", template, "-o", file]);
  // One form shows a character that no font has: its file is written all the same, and must keep its promise.
  const isWritten = result.stderr.includes("The file is written, but has the errors above.");
  if (result.exitCode !== 0 && !isWritten) throw new Error(`${source} with ${promise}: ${result.stderr}`);
  return file;
}
