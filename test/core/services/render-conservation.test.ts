// What comes back over REST of published forms loses nothing that the findings in the render's record do not name.
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";
import type { Diagnostic, DiagnosticCode } from "../../../src/core/diagnostics/index.ts";
import { planRecords } from "../../../src/core/engine/messages/records.ts";
import { compileProgram } from "../../../src/core/expression/index.ts";
import { formPlans } from "../../support/conservation/form-plan.ts";
import { type GeneratedForm, writtenForm } from "../../support/conservation/form-writer.ts";
import { type JudgedForm, type UndrawnForm, verdictOf } from "../../support/conservation/judged-form.ts";
import { seenFile } from "../../support/conservation/seen.ts";
import { Tally } from "../../support/conservation/tally.ts";
import { ONE_DATABASE, type TestDatabase } from "../../support/databases.ts";
import { inLane } from "../../support/lane.ts";
import { type HttpBench, httpBench } from "./http-bench.ts";
import { refusalOf, type ServiceBench, serviceBench } from "./service-bench.ts";

/** Plans that are written; forms whose check finds errors are not published. */
const PLANS = inLane({ fast: 8, merge: 77, full: 300 });
/** Of a hundred plans so many are published and rendered at least. */
const JUDGED_PERCENT = 30;

/** A place as doors tell it: lines and columns from 1. */
interface Place {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  readonly message: string;
}

interface Told extends Place {
  readonly code: DiagnosticCode;
  readonly severity: Diagnostic["severity"];
  readonly why: string;
  readonly places?: readonly Place[];
}

/** The findings of a record, each at its own place of the source. */
function findingsIn(source: string, told: readonly Told[]): readonly Diagnostic[] {
  const lines = source.split("\n");
  const starts = lines.map((_, at) => lines.slice(0, at).reduce((sum, line) => sum + line.length + 1, 0));
  const offset = (line: number, column: number): number => (starts[line - 1] ?? 0) + column - 1;
  return told.flatMap(({ code, severity, why, places = [], ...own }) =>
    [own, ...places].map(({ line, column, endLine, endColumn, message }): Diagnostic => {
      const span = { start: offset(line, column), end: offset(endLine, endColumn) };
      return { code, severity, span, message, why, repair: null };
    }),
  );
}

describe.each([ONE_DATABASE])("forms that the service prints on $name", ({ open }) => {
  let database: TestDatabase;
  let bench: ServiceBench;
  let http: HttpBench;
  beforeAll(async () => {
    database = await open();
    bench = await serviceBench(database, { withJobs: false });
    http = await httpBench(bench.services, bench.renderKey);
  });
  afterAll(async () => {
    await http[Symbol.asyncDispose]();
    await bench[Symbol.asyncDispose]();
    await database[Symbol.asyncDispose]();
  });

  /** Null: the form's findings refuse publishing. */
  const published = async (source: string): Promise<string | null> => {
    try {
      return await bench.publish(source, "帳票");
    } catch (thrown) {
      expect(refusalOf(thrown).code, source).toBe("document_refused");
      return null;
    }
  };

  const printed = async ({ source, data }: GeneratedForm, id: string): Promise<JudgedForm | UndrawnForm> => {
    const answer = await http.print(id, { data });
    if (answer.status !== 200) return { kind: "refused", why: await answer.text() };
    const file = await seenFile(new Uint8Array(await answer.arrayBuffer()));
    const record = await http.get(`/v1/renders/${answer.headers.get("x-service-render-id") ?? ""}`);
    const { findings: told = [] } = (await record.json()) as { readonly findings?: readonly Told[] };
    const { value: canvas } = compileSource(source);
    if (canvas === null) throw new Error(`The form was published and does not compile:\n${source}`);
    const plan = planRecords(canvas, new TextEncoder().encode(JSON.stringify(data)), false);
    if (plan.kind !== "records") throw new Error(`The service printed data that break the contract:\n${source}`);
    const findings = findingsIn(source, told);
    const verdict = verdictOf(canvas, compileProgram(canvas), plan, file, findings);
    return { kind: "judged", verdict, findings, overlooked: [], pages: file.pages.length };
  };

  test("they lose nothing that their records do not name", async () => {
    const tally = new Tally();
    for (const plan of fc.sample(formPlans, { numRuns: PLANS, seed: fc.readConfigureGlobal().seed ?? 1 })) {
      const form = writtenForm(plan);
      const id = await published(form.source);
      if (id === null) continue;
      const judged = await printed(form, id);
      expect(judged.kind, form.source).toBe(form.broken === null ? "judged" : "refused");
      tally.expectNothingLost(judged, form.source, form.data);
    }
    tally.tell("forms that the service prints");
    expect(tally.judged * 100).toBeGreaterThanOrEqual(PLANS * JUDGED_PERCENT);
  }, 3_600_000);
});
