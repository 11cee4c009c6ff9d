// The `pdf` renderer, in a module that takes its time to load.
import { setTimeout as sleep } from "node:timers/promises";
import type { Plugin } from "../../../src/core/sdk/index.ts";
import { pdfRenderer } from "../../../src/plugins/renderers/pdf/index.ts";

/** For so long it loads, in milliseconds. */
export const LOADING_MS = 1_500;

await sleep(LOADING_MS);

export const plugin: Plugin = {
  name: "slow-start",
  sdk: 1,
  register(host) {
    host.renderer({ ...pdfRenderer, id: "slow-start" });
  },
};
