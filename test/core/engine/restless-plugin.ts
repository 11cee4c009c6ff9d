// Renderers that do to a worker thread what bad input could do to it at worst.
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Plugin } from "../../../src/core/sdk/index.ts";

const kind = { mediaType: "application/octet-stream", fileExtension: "bin" } as const;

export const plugin: Plugin = {
  name: "restless",
  sdk: 1,
  register(host) {
    host.renderer({
      ...kind,
      id: "endless",
      render() {
        for (;;) Math.sqrt(2);
      },
    });
    host.renderer({
      ...kind,
      id: "crashing",
      render() {
        process.exit(3);
      },
    });
    host.renderer({
      ...kind,
      id: "crashing-once",
      render(_document, { createdAt }) {
        // Threads share no memory, so the first death leaves a file behind.
        const mark = join(tmpdir(), `platen-crash-${process.pid}-${createdAt.replaceAll(":", "")}`);
        if (!existsSync(mark)) {
          writeFileSync(mark, "");
          process.exit(3);
        }
        rmSync(mark);
        return new Uint8Array([1]);
      },
    });
    host.renderer({
      ...kind,
      id: "hungry",
      render() {
        const eaten: number[][] = [];
        for (;;) eaten.push(Array.from({ length: 100_000 }, (_, at) => at));
      },
    });
    host.renderer({
      ...kind,
      id: "throwing",
      render() {
        throw new Error("a mistake of ours");
      },
    });
  },
};
