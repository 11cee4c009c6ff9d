import { canonicalJson, compileSource, parseCanvas } from "../../src/core/canvas/index.ts";
import { readJson, readPayload, readPayloadList } from "../../src/core/contract/index.ts";
import { bundledFonts, DEFAULT_CREATED_AT } from "../../src/core/engine/index.ts";
import { compileProgram, type PayloadValue } from "../../src/core/expression/index.ts";
import { layOut } from "../../src/core/layout/index.ts";
import { pdfRenderer } from "../../src/plugins/renderers/pdf/index.ts";
import type { BenchSession } from "./case.ts";
import { LEDGER_SOURCE, ledgerPayload } from "./ledger.ts";
import { invoiceSource } from "./rivals/contestants/platen.ts";
import { invoicesOf, type Language } from "./rivals/papers.ts";

/** A template, and the JSON bytes of a run's data. */
interface Work {
  readonly source: string;
  readonly isList: boolean;
  readonly items: number;
  json(iteration: number): Uint8Array;
}

/** The comparison's invoice: one, or so many in one file. */
export function invoices(count: number, language: Language): Work {
  const iterations = (iteration: number): number[] => Array.from({ length: count }, (_, at) => iteration * count + at);
  return {
    ...{ source: invoiceSource(language), isList: count > 1, items: count },
    json: (iteration) => invoicesOf(iterations(iteration), language).json,
  };
}

/** The comparison's table of eight columns; items are rows. */
export function ledger(rows: number): Work {
  return {
    ...{ source: LEDGER_SOURCE, isList: false, items: rows },
    json: (iteration) => new TextEncoder().encode(ledgerPayload(rows, iteration)),
  };
}

/**
 * What the engine does for a render, stage by stage. Expressions are evaluated where layout asks for them, so they
 * count with it. JSON is parsed once more by itself, to tell parsing from judging.
 */
export async function stagesSession({ source, isList, items, json }: Work): Promise<BenchSession> {
  const fonts = bundledFonts();
  const compiled = compileSource(source, { families: fonts.families });
  if (compiled.value === null) throw new Error(compiled.diagnostics.map(({ message }) => message).join("\n"));
  const canvas = parseCanvas(canonicalJson(compiled.value));
  const program = compileProgram(canvas);
  const judging = { extra: canvas.document.extra };
  const options = { createdAt: DEFAULT_CREATED_AT, contentHash: "00", producer: "Platen bench" };
  let bytes: Uint8Array = new Uint8Array();

  const read = (): readonly PayloadValue[] => {
    if (!isList) return [readPayload(bytes, canvas.fields, judging).value];
    return readPayloadList(bytes, canvas.fields, judging).values ?? [];
  };

  return {
    async prepare(iteration) {
      bytes = json(iteration);
    },
    async run() {
      const times = [performance.now()];
      const text = new TextDecoder().decode(bytes);
      if (readJson(text).malformed !== null) throw new Error("The payload is no JSON.");
      times.push(performance.now());
      const payloads = read();
      if (payloads.length === 0 || payloads.includes(null)) throw new Error("The payload breaks the contract.");
      times.push(performance.now());
      const records = payloads.map((payload, index) => {
        const evaluation = program.evaluate(payload, { record: { n: index + 1, total: payloads.length } });
        return { evaluation, title: isList ? String(index + 1) : null };
      });
      const { value: pages } = layOut(canvas, records, fonts.set);
      times.push(performance.now());
      const file = pdfRenderer.render(pages, options);
      times.push(performance.now());
      const [start = 0, parsed = 0, judged = 0, laidOut = 0, written = 0] = times;
      const parse = parsed - start;
      const judge = Math.max(0, judged - parsed - parse);
      const stagesMs = { parse, judge, "lay out": laidOut - judged, write: written - laidOut };
      return { items, bytes: file.length, stagesMs };
    },
  };
}
