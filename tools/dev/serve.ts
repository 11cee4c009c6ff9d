// `npm run dev`: the server from its sources, started anew at each change of them, its log as lines for people.
import { spawn } from "node:child_process";
import pretty from "pino-pretty";

/** What a change of starts the server anew. The examples are published at the first start alone. */
const WATCHED = ["src", "gen"].map((folder) => `--watch-path=${folder}`);

const server = spawn(
  process.execPath,
  [
    "--watch",
    "--watch-preserve-output",
    ...WATCHED,
    "--enable-source-maps",
    "--import",
    "./tools/node/check.mjs",
    "src/main.ts",
    "serve",
    ...process.argv.slice(2),
  ],
  { stdio: ["inherit", "inherit", "pipe"] },
);
// The server writes its log to standard error, and what it says to people to standard output.
server.stderr.pipe(pretty({ destination: 2, colorize: process.stderr.isTTY, translateTime: "SYS:HH:MM:ss.l" }));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => server.kill(signal));
server.on("exit", (code, signal) => {
  process.exitCode = signal === null ? (code ?? 1) : 0;
});
