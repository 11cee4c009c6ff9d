// `platen codegen`: types of a file's data and of a published canvas's, on standard output or in a file.
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type CommandResult, runCommand } from "../support/command.ts";
import { prepareDataFolder } from "../support/databases.ts";
import { temporaryFolder } from "../support/temporary-folder.ts";

const INVOICE = "docs/examples/invoice.rpt";

const platen = (
  args: readonly string[],
  options: { input?: string; env?: Record<string, string | undefined> } = {},
): Promise<CommandResult> => runCommand(process.execPath, ["src/main.ts", ...args], options);

describe("platen codegen", () => {
  test("writes types of a file's data into a file, and the same of standard input on standard output", async () => {
    await using folder = await temporaryFolder("codegen");
    const file = join(folder.path, "invoice.ts");
    const written = await platen(["codegen", INVOICE, "--lang", "ts", "-o", file]);
    expect(written).toMatchObject({ exitCode: 0, stdout: "", stderr: "" });
    const text = await readFile(file, "utf8");
    expect(text).toContain("export type Invoice = {");
    const input = await readFile(INVOICE, "utf8");
    expect((await platen(["codegen", "-", "--lang", "ts"], { input })).stdout).toBe(text);
  });

  test("writes those of a published canvas by its title and its id, with its version", async () => {
    await using folder = await temporaryFolder("codegen");
    const env = { PLATEN_DATA_DIR: join(folder.path, "data") };
    await prepareDataFolder(env.PLATEN_DATA_DIR);
    await platen(["organizations", "create", "山本食品"], { env });
    const id = (await platen(["publish", INVOICE, "--title", "請求書"], { env })).stdout.split("\t")[0] ?? "";
    const byTitle = await platen(["codegen", "請求書", "--lang", "java", "--package", "com.example"], { env });
    expect(byTitle.stdout, byTitle.stderr).toContain(`version 1 of ${id}`);
    expect(byTitle.stdout).toContain("\npackage com.example;\n");
    const byId = await platen(["codegen", id, "--lang", "java", "--package", "com.example"], { env });
    expect(byId.stdout).toBe(byTitle.stdout);
    const unknown = await platen(["codegen", "納品書", "--lang", "java"], { env });
    expect(unknown).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("no canvas '納品書'") });
  });

  test("refuses a form with errors, another language and a package that is no name", async () => {
    const broken = await platen(["codegen", "-", "--lang", "go"], { input: "rpt 1\nfield a strin\n" });
    expect(broken).toMatchObject({ exitCode: 1, stdout: "", stderr: expect.stringMatching(/^2:9\terror\tRPT/m) });
    expect((await platen(["codegen", INVOICE, "--lang", "cobol"])).exitCode).toBe(2);
    expect((await platen(["codegen", INVOICE])).exitCode).toBe(2);
    const name = await platen(["codegen", INVOICE, "--lang", "go", "--package", "a.b"]);
    expect(name).toMatchObject({ exitCode: 2, stderr: expect.stringContaining("'a.b'") });
  });
});
