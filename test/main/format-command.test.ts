import { readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CommandResult, runCommand } from "../support/command.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const platen = (args: readonly string[], input = ""): Promise<CommandResult> =>
  runCommand(process.execPath, ["src/main.ts", "fmt", ...args], { input });

const TIDY = 'rpt 1\n\nlet a = 1\nbox border=0.5pt {\n  text "{a}" // b\n}\n';
const UNTIDY = 'rpt 1\n\n\nlet a=1\nbox border = 0.50pt {\ntext "{ a }"   // b\n}';
const BROKEN = 'rpt 1\ntext "a\n';

describe("platen fmt", () => {
  test("rewrites files in place, and leaves those alone that are tidy", async () => {
    await using folder = await temporaryFolder("fmt");
    const [tidy, untidy] = [join(folder.path, "tidy.rpt"), join(folder.path, "untidy.rpt")];
    await writeFile(tidy, TIDY);
    await writeFile(untidy, UNTIDY);
    const before = await stat(tidy);
    const result = await platen([tidy, untidy]);
    expect(result).toMatchObject({ exitCode: 0, stdout: "", stderr: "" });
    expect(await readFile(untidy, "utf8")).toBe(TIDY);
    expect((await stat(tidy)).mtimeMs).toBe(before.mtimeMs);
  });

  test("takes a byte order mark and CRLF line ends away", async () => {
    await using folder = await temporaryFolder("fmt");
    const file = join(folder.path, "windows.rpt");
    await writeFile(file, `\ufeff${TIDY.replaceAll("\n", "\r\n")}`);
    expect((await platen(["--check", file])).stdout).toBe(`${file}\n`);
    expect((await platen([file])).exitCode).toBe(0);
    expect(await readFile(file, "utf8")).toBe(TIDY);
  });

  test("- reads standard input and writes standard output", async () => {
    expect(await platen(["-"], UNTIDY)).toMatchObject({ exitCode: 0, stdout: TIDY, stderr: "" });
    expect(await platen(["-"], TIDY)).toMatchObject({ exitCode: 0, stdout: TIDY, stderr: "" });
  });

  test("--sort puts declarations before pages", async () => {
    const result = await platen(["--sort", "-"], "rpt 1\npage A4 {\n}\nlet a = 1\nfield b int\n");
    expect(result.stdout).toBe("rpt 1\n\nfield b int\n\nlet a = 1\n\npage A4 {\n}\n");
  });

  test("--check names the files that would change, changes none, and fails", async () => {
    await using folder = await temporaryFolder("fmt");
    const [tidy, untidy] = [join(folder.path, "tidy.rpt"), join(folder.path, "untidy.rpt")];
    await writeFile(tidy, TIDY);
    await writeFile(untidy, UNTIDY);
    expect(await platen(["--check", tidy, untidy])).toMatchObject({ exitCode: 1, stdout: `${untidy}\n`, stderr: "" });
    expect(await readFile(untidy, "utf8")).toBe(UNTIDY);
    expect(await platen(["--check", tidy])).toMatchObject({ exitCode: 0, stdout: "", stderr: "" });
  });

  test("a template with syntax errors stays as it is, named with its findings; others are formatted", async () => {
    await using folder = await temporaryFolder("fmt");
    const [broken, untidy] = [join(folder.path, "broken.rpt"), join(folder.path, "untidy.rpt")];
    await writeFile(broken, BROKEN);
    await writeFile(untidy, UNTIDY);
    const result = await platen([broken, untidy]);
    expect(result.exitCode).toBe(1);
    expect(result.stdout).toBe("");
    expect(result.stderr).toMatch(/^2:6\terror\tRPT0101\t/);
    expect(result.stderr).toContain(`platen: ${broken} has syntax errors and was not formatted.\n`);
    expect(await readFile(broken, "utf8")).toBe(BROKEN);
    expect(await readFile(untidy, "utf8")).toBe(TIDY);
  });

  test("a missing file and no file are wrong use", async () => {
    expect(await platen(["nothing.rpt"])).toMatchObject({ exitCode: 2 });
    expect(await platen([])).toMatchObject({ exitCode: 2 });
  });
});
