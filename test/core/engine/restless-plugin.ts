// Renderers that do to a worker thread what bad input could do to it at worst.
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
      id: "throwing",
      render() {
        throw new Error("a mistake of ours");
      },
    });
  },
};
