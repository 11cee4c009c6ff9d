// Renderers that look again at what they answered.
import type { Plugin } from "../../../src/core/sdk/index.ts";

const kind = { mediaType: "application/octet-stream", fileExtension: "bin" } as const;

/** More than what is copied wherever it lies. */
export const LARGE_BYTES = 100_000;

const whole = new Uint8Array(LARGE_BYTES).fill(7);
const small = Buffer.from("a small file lies in memory that is pooled");
const shared = new Uint8Array(new SharedArrayBuffer(4)).fill(7);
const scratch = new Uint8Array(LARGE_BYTES);
let drawn = 0;

export const plugin: Plugin = {
  name: "keeping",
  sdk: 1,
  register(host) {
    host.renderer({ ...kind, id: "keeps-file", render: () => whole });
    host.renderer({ ...kind, id: "keeps-part", render: () => whole.subarray(1) });
    host.renderer({ ...kind, id: "keeps-buffer", render: () => small });
    host.renderer({ ...kind, id: "keeps-shared", render: () => shared });
    host.renderer({ ...kind, id: "fills-again", render: () => scratch.fill(++drawn) });
    host.renderer({ ...kind, id: "gives-twice", givesMemory: true, render: () => scratch });
  },
};
