// What a render that refuses misfits refuses: each warning of data, fit and geometry is decided here.
import { expect, test } from "vitest";
import { CODES, type DiagnosticCode } from "../../../../src/core/diagnostics/index.ts";
import { hasMisfit } from "../../../../src/core/engine/drawing/misfit.ts";

/** Whether something that was sent is missing from the paper. */
const LOSES_DATA: Partial<Readonly<Record<DiagnosticCode, boolean>>> = {
  RPT3005: true,
  RPT3025: true,
  RPT3026: false,
  RPT3027: false,
  RPT4003: true,
  RPT4004: false,
  RPT4008: false,
  RPT4012: false,
  RPT4013: false,
  RPT4016: true,
  RPT4020: true,
  RPT4022: true,
  RPT4023: true,
  RPT4024: true,
  RPT4025: true,
  RPT4026: true,
  RPT4027: false,
  RPT4029: false,
  RPT4030: false,
  RPT4031: false,
  RPT4034: false,
  RPT4035: false,
  RPT5004: false,
  RPT5005: false,
  RPT5006: false,
  RPT5007: false,
  RPT5008: false,
  RPT5011: false,
  RPT5012: false,
  RPT5021: false,
  RPT5022: false,
};

const codes = (Object.keys(CODES) as DiagnosticCode[]).filter((code) => /^RPT[345]/u.test(code));
const found = (code: DiagnosticCode) => [
  { code, severity: CODES[code].severity, span: { start: 0, end: 1 }, message: "", why: "", repair: null } as const,
];

test.each(codes)("%s", (code) => {
  const { severity } = CODES[code];
  if (severity !== "warning") expect(LOSES_DATA[code]).toBeUndefined();
  expect(hasMisfit(found(code))).toBe(severity === "error" || (severity === "warning" && LOSES_DATA[code]));
});
