// Draws a batch of many full pages in a process of its own, under a limit of bytes, and prints what came of it and the
// most memory that the process took: `node capped-render.ts RECORDS BYTES-MAX`.
import { bundledFonts, createEngine, DEFAULT_CREATED_AT, renderersAt } from "../../../../src/core/engine/index.ts";

const PDF = new URL("../../../../src/plugins/renderers/pdf/index.ts", import.meta.url).href;

/**
 * Fifteen pages a record of what no compressor makes small: each page begins with another of the lines. The data are
 * small beside the file, so that what a process takes is not theirs.
 */
const SOURCE = `rpt 1
document full-pages
field lines[] max=1000
field lines[].text string(300) example="x"
field rounds[] max=100
field rounds[].n decimal(3,0) example=1
sizes body=4pt
page A4 portrait margin=5mm {
  body {
    each rounds as=round {
      each lines as=line {
        text "{line.text}"
      }
    }
  }
}
`;
const LINES = 23;
const ROUNDS = 13;
const CHARACTERS = 240;
const FIRST_CHARACTER = 0x21;
const CHARACTER_KINDS = 90;

const [records = 0, bytesMax = 0] = process.argv.slice(2).map(Number);
const engine = createEngine({ fonts: bundledFonts(), renderers: renderersAt([PDF]) });
const { template } = engine.check({ source: SOURCE, data: null });
if (template === null) throw new Error("the form has errors");

let seed = 1;
function character(): string {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
  return String.fromCharCode(FIRST_CHARACTER + ((seed >> 8) % CHARACTER_KINDS));
}
const line = () => ({ text: Array.from({ length: CHARACTERS }, character).join("") });
const rounds = Array.from({ length: ROUNDS }, (_, n) => ({ n }));
const record = () => Buffer.from(JSON.stringify({ lines: Array.from({ length: LINES }, line), rounds }));
// Nothing of the data is kept but what a request brings: their bytes.
const bytesOf = Array.from({ length: records }, (_, at) => [Buffer.from(at === 0 ? "[" : ","), record()]);
const payload = new Uint8Array(Buffer.concat([...bytesOf.splice(0).flat(), Buffer.from("]")]));
const { canvasJson, hash: canvasHash } = template;
const options = { createdAt: DEFAULT_CREATED_AT, limits: { pagesMax: 20_000, bytesMax } };
const before = process.resourceUsage().maxRSS;
const answer = await engine.render(
  { canvasJson, canvasHash, payload, isList: true, renderer: "pdf", options },
  async () => {},
);
const { kind } = answer;
const file =
  kind === "rendered" ? { pages: answer.pages, bytes: answer.bytes.length, dataBytes: payload.length } : answer;
process.stdout.write(JSON.stringify({ ...file, kind, grewKib: process.resourceUsage().maxRSS - before }));
