import { describe, expect, test } from "vitest";
import { applyEdits, CODES, type Diagnostic, type DiagnosticCode } from "../../../src/core/diagnostics/index.ts";
import { bundledFonts, createEngine, profilesInThisThread } from "../../../src/core/engine/index.ts";
import { DIAGNOSTIC_EXAMPLES, mistakenForm, WITHOUT_EXAMPLE } from "../../../src/core/reference/index.ts";
import { JAPANESE_PROFILES } from "../../../src/plugins/profiles/jp/index.ts";

const profiles = profilesInThisThread(JAPANESE_PROFILES, "jp");
const engine = createEngine({ fonts: bundledFonts(), renderers: async () => [], profiles });

/** Told of a form whose worst data are tried; all others are told without. */
const OF_WORST_DATA: ReadonlySet<DiagnosticCode> = new Set(["RPT1027"]);

/** What was found, once for both tests of a code. */
const known = new Map<string, readonly Diagnostic[]>();

function findings(code: DiagnosticCode, source: string, data?: string): readonly Diagnostic[] {
  const key = JSON.stringify([source, data]);
  const bytes = data === undefined ? null : new TextEncoder().encode(data);
  const worstCases = OF_WORST_DATA.has(code);
  const found = known.get(key) ?? engine.check({ source, data: bytes, worstCases }).diagnostics;
  known.set(key, found);
  return found;
}

/** Syntax, structure, declarations, data, roles and output: what the check itself raises. */
const CHECKED = (Object.keys(CODES) as DiagnosticCode[]).filter((code) => /^RPT[012367]/.test(code));

/** Mended by sending other data, or by what stands outside the source. */
const MENDED_ELSEWHERE = /^RPT3/;

describe.each(CHECKED)("%s", (code) => {
  const example = DIAGNOSTIC_EXAMPLES[code];

  test("has a case that raises it, with why and repair", () => {
    if (example === undefined) return expect(WITHOUT_EXAMPLE[code]).toBeDefined();
    const found = findings(code, mistakenForm(example), example.data).find((each) => each.code === code);
    expect(found?.message).toMatch(/\S/);
    expect(found?.why).toMatch(/\S/);
    if (!MENDED_ELSEWHERE.test(code)) expect(found?.repair?.title).toMatch(/\S/);
  });

  test("is gone once its repair is applied", () => {
    if (example === undefined) return;
    const source = mistakenForm(example);
    const found = findings(code, source, example.data).filter((each) => each.code === code);
    const edits = found[0]?.repair?.edits ?? [];
    if (edits.length === 0) return;
    const after = findings(code, applyEdits(source, edits), example.data).filter((each) => each.code === code);
    const [told] = found;
    expect(after.filter((each) => each.message === told?.message)).toHaveLength(
      found.filter((each) => each.message === told?.message).length - 1,
    );
  });
});
