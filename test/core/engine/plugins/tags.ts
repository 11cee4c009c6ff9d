// A plugin with kinds of bar codes: one in order, and some whose code fails as soon as it gets other data than its
// sample.
import {
  type Barcode,
  type CodePattern,
  defineBarcode,
  definePlugin,
  type EncodedBarcode,
} from "../../../../src/core/sdk/index.ts";

const SAMPLE = "12";

/** Two bars for each digit: as wide as the digit, from 1. */
const tally = defineBarcode({
  ...{ name: "acme-tally", sdk: 1, title: "Tally of the warehouse", sample: SAMPLE, showsLines: true },
  mistake: (text) => (/^[0-8]{1,12}$/.test(text) ? null : { reason: "holds up to 12 digits below 9", sample: SAMPLE }),
  encode: (text) => ({
    kind: "code",
    pattern: { kind: "bars", widths: [...text, "0"].flatMap((digit) => [Number(digit) + 1, 1]).slice(0, -1) },
    quietModules: [5, 5],
    limits: { moduleMinEmu: 12_700, barsMinEmu: 216_000 },
    lines: [[...text].map((digit, at) => ({ text: digit, fromModules: at * 2, widthModules: 2 }))],
  }),
});

/** Something that is no pattern, as a plugin in JavaScript may answer. */
const NO_PATTERN = JSON.parse('{ "kind": "bars", "widths": [1, -2, 0.5] }') as CodePattern;

const BAD: Readonly<Record<string, () => EncodedBarcode>> = {
  "bad-throws": () => {
    throw new TypeError("no such table\nat all");
  },
  "bad-bars": () => ({ kind: "code", pattern: NO_PATTERN, quietModules: [1, 1] }),
  "bad-squares": () => ({
    kind: "code",
    pattern: { kind: "matrix", columns: 3, rows: 3, modules: new Uint8Array(8), rowModules: 1 },
    quietModules: [1, 1],
  }),
  "bad-refuses": () => ({ kind: "refused", reason: "has no room for so much data" }),
};

function bad(name: string, encode: () => EncodedBarcode): Barcode {
  return defineBarcode({
    ...{ name, sdk: 1, title: "Bad", sample: SAMPLE, showsLines: false },
    mistake: () => null,
    encode: (text, options) => (text === SAMPLE ? tally.encode(text, options) : encode()),
  });
}

export const plugin = definePlugin({
  name: "tags",
  sdk: 1,
  register(host) {
    host.barcode(tally);
    for (const [name, encode] of Object.entries(BAD)) host.barcode(bad(name, encode));
  },
});
