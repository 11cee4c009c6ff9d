import { expect, test } from "vitest";
import { runCommand, startCommand } from "./command.ts";

const node = process.execPath;

test("a program's output, input and exit code come back", async () => {
  const script =
    "process.stdin.pipe(process.stdout); process.stdin.on('end', () => { console.error('bad'); process.exit(3); })";
  const result = await runCommand(node, ["-e", script], { input: "漢字" });
  expect(result).toMatchObject({ exitCode: 3, signal: null, stdout: "漢字", stderr: "bad\n" });
});

test("a program that does not exist is an error", async () => {
  await expect(runCommand("platen-no-such-program")).rejects.toThrow(/ENOENT/);
});

test("a program that hangs is killed and named", async () => {
  const hanging = runCommand(node, ["-e", "setInterval(() => 0, 1000)"], { timeoutMs: 200 });
  await expect(hanging).rejects.toThrow(/did not end within 200 ms/);
});

test("a running program can be waited for and stopped", async () => {
  const script = "console.log('port 4711'); setInterval(() => 0, 1000)";
  await using running = await startCommand(node, ["-e", script]);
  expect((await running.waitFor(/port (\d+)/))[1]).toBe("4711");
  expect(await running.stop()).toMatchObject({ exitCode: null, signal: "SIGTERM" });
});

test("waiting for output of a program that ends first fails with what it wrote", async () => {
  await using running = await startCommand(node, ["-e", "console.error('no such option'); process.exit(2)"]);
  await expect(running.waitFor(/ready/)).rejects.toThrow(/ended \(2\).*no such option/s);
});
