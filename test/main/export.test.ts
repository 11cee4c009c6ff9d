// Structured output on the command line.
import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { runCommand } from "../support/command.ts";

const FORM = "test/plugins/profiles/jp/pint/forms/standard.rpt";

const platen = (args: readonly string[], input = "") =>
  runCommand(process.execPath, ["src/main.ts", ...args], { input, env: {} });

test("export writes an invoice as JP PINT, the same bytes as the exporter alone", async () => {
  const { exitCode, stdout, stderr } = await platen(["export", FORM, "--format", "jp-pint", "-o", "-"]);
  expect([exitCode, stderr]).toEqual([0, expect.stringContaining("example values")]);
  expect(stdout).toBe(await readFile("test/plugins/profiles/jp/pint/golden/standard.xml", "utf8"));
});

test("a form that lacks what the format needs is refused by line and role, and nothing is written", async () => {
  const source = (await readFile(FORM, "utf8")).replace(" role=document.number", "");
  const { exitCode, stdout, stderr } = await platen(["export", "-", "--format", "jp-pint", "-o", "-"], source);
  expect([exitCode, stdout]).toEqual([1, ""]);
  expect(stderr).toContain("3:1\terror\tjp-pint/missing-role\tnothing with role document.number has a value\n");
});

test("a format that is not installed is wrong use, and the installed ones are told", async () => {
  const { exitCode, stderr } = await platen(["export", FORM, "--format", "edifact", "-o", "-"]);
  expect([exitCode, stderr]).toEqual([2, "platen: The format edifact is not installed. Installed: jp-pint.\n"]);
});
