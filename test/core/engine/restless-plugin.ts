// Renderers that do to a worker thread what bad input could do to it at worst.
import { existsSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Plugin, Renderer } from "../../../src/core/sdk/index.ts";
import { pdfRenderer } from "../../../src/plugins/renderers/pdf/index.ts";

/** Whether this thread puts a file together: others that draw for it are its helpers. */
let leads = false;

/** Blocks this thread until somebody has left the file. */
function waitFor(mark: string): void {
  const never = new Int32Array(new SharedArrayBuffer(4));
  while (!existsSync(mark)) Atomics.wait(never, 0, 0, 5);
}

/**
 * The `pdf` renderer, with something that happens to helpers before each run. Their leader draws nothing before the
 * mark is there, so that it is never done before they begin.
 */
function withHelpers(id: string, happens: (mark: string) => void): Renderer {
  const { parts } = pdfRenderer;
  if (parts === undefined) throw new Error("the pdf renderer draws no parts");
  return {
    ...pdfRenderer,
    id,
    parts: {
      begin(conformance) {
        (leads ? waitFor : happens)(helperMark(id));
        return parts.begin(conformance);
      },
      assemble(lang, options) {
        leads = true;
        const file = parts.assemble(lang, options);
        return {
          add: (part) => file.add(part),
          get bytes() {
            return file.bytes;
          },
          finish(document) {
            leads = false;
            return file.finish(document);
          },
        };
      },
    },
  };
}

/** The file that a helper leaves behind, since threads share no memory. */
export function helperMark(id: string): string {
  return join(tmpdir(), `platen-${id}-${process.pid}`);
}

const kind = { mediaType: "application/octet-stream", fileExtension: "bin" } as const;

export const plugin: Plugin = {
  name: "restless",
  sdk: 1,
  register(host) {
    host.renderer(withHelpers("watched-helpers", (mark) => writeFileSync(mark, "")));
    host.renderer(withHelpers("held-up-leader", () => undefined));
    host.renderer(
      withHelpers("dying-helpers", (mark) => {
        writeFileSync(mark, "");
        process.exit(3);
      }),
    );
    host.renderer(
      withHelpers("throwing-helpers", (mark) => {
        writeFileSync(mark, "");
        throw new Error("a mistake of ours");
      }),
    );
    host.renderer(
      withHelpers("idle-helpers", (mark) => {
        writeFileSync(mark, "");
        for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
      }),
    );
    host.renderer(
      withHelpers("endless-helpers", (mark) => {
        writeFileSync(mark, "");
        for (;;) Math.sqrt(2);
      }),
    );
    host.renderer({
      ...kind,
      id: "endless",
      render() {
        for (;;) Math.sqrt(2);
      },
    });
    host.renderer({
      ...kind,
      id: "idle",
      render() {
        // As a thread that others leave nothing of the CPU: it is within its task, and computes nothing.
        for (;;) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
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
