import { expect, test } from "vitest";
import {
  CODES,
  type Diagnostic,
  type DiagnosticCode,
  formatDiagnostics,
  isAdvice,
} from "../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine, profilesInThisThread } from "../../../src/core/engine/index.ts";
import { DIAGNOSTIC_EXAMPLES, mistakenForm, SOUND_FORM, WITHOUT_EXAMPLE } from "../../../src/core/reference/index.ts";
import { JAPANESE_PROFILES } from "../../../src/plugins/profiles/jp/index.ts";
import { sampled } from "../../support/lane.ts";

/** The profiles that are shipped. */
const JAPANESE = profilesInThisThread(JAPANESE_PROFILES, "jp");
const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [], profiles: JAPANESE });

function findings(source: string, data?: string, advise = false): readonly Diagnostic[] {
  return engine.check({ source, data: data === undefined ? null : new TextEncoder().encode(data), advise }).diagnostics;
}

test("the form that the mistakes are made in has no finding", () => {
  expect(formatDiagnostics(SOUND_FORM, findings(SOUND_FORM, undefined, true))).toBe("");
});

test("every code has an example, or a reason why it has none", () => {
  const told = [...Object.keys(DIAGNOSTIC_EXAMPLES), ...Object.keys(WITHOUT_EXAMPLE)];
  expect(told.toSorted()).toEqual(Object.keys(CODES).toSorted());
});

// The forms of `test/suite` raise every code of the language at every change.
test.each(sampled(Object.entries(DIAGNOSTIC_EXAMPLES), 3))(
  "the example of %s raises it and nothing else",
  (code, example) => {
    const found = findings(mistakenForm(example), example.data, isAdvice(code));
    const codes = new Set(found.map((each) => each.code));
    // What is not listed any more is some other violation by its nature.
    if (code === "RPT9009") codes.delete("RPT3002");
    // An error that has no edit keeps its part from being judged, which is told beside it.
    if (code === "RPT9010") codes.delete("RPT2101");
    else codes.delete("RPT9010");
    // A form that promises its structure is told in the same round that it has no heading.
    if (code === "RPT5009" || code === "RPT7005") codes.delete("RPT5021");
    // What takes so many pages with its examples leaves no room to try what is longer.
    if (code === "RPT4010") codes.delete("RPT4033");
    // What is not laid out is left of many data that break the form.
    if (code === "RPT4033") for (const told of ["RPT4031", "RPT4032"] as const) codes.delete(told);
    expect([...codes]).toEqual([code as DiagnosticCode]);
    const severities = found.flatMap((each) => (each.code === code ? [each.severity] : []));
    expect(new Set(severities)).toEqual(new Set([CODES[code as DiagnosticCode].severity]));
  },
);
