// One form and the profiles that judge it → findings, in the engine of this thread.
import { type Diagnostic, LineIndex } from "../diagnostics/index.ts";
import { bundledFonts, createEngine, type EngineFonts, profileMistake, profilesInThisThread } from "../engine/index.ts";
import type { Barcode, Profile } from "../sdk/index.ts";

/** A form, and what it is judged with. */
export interface FormToCheck {
  /** The whole `.rpt` text. */
  readonly source: string;
  /** Values as JSON would hold them; left out, the form's own dataset or examples. */
  readonly data?: unknown;
  /** The day whose law holds, `YYYY-MM-DD`; left out, the data tell, or the newest rules hold. */
  readonly asOf?: string;
  /** Kinds of bar codes of plugins. */
  readonly barcodes?: readonly Barcode[];
  /** The files that its `asset` lines name, by name. */
  readonly files?: Readonly<Record<string, Uint8Array>>;
}

export interface CheckedForm {
  /** All findings, of the language, the gate and the profiles, in source order. */
  readonly diagnostics: readonly Diagnostic[];
  /** Whether the form could be drawn: profiles judge drawn forms only. */
  readonly isDrawn: boolean;
}

let fonts: EngineFonts | null = null;

/** Checks a form and judges it by all of `profiles`, whatever the source names. Rules run here, without limits. */
export function checkForm(profiles: readonly Profile[], form: FormToCheck): CheckedForm {
  for (const profile of profiles) {
    const mistake = profileMistake(profile);
    if (mistake !== null) throw new Error(mistake);
  }
  fonts ??= bundledFonts();
  const judge = profilesInThisThread(profiles, "rule tester");
  const engine = createEngine({ fonts, renderers: async () => [], profiles: judge, barcodes: form.barcodes ?? [] });
  const { diagnostics, template } = engine.check({
    source: form.source,
    data: form.data === undefined ? null : new TextEncoder().encode(JSON.stringify(form.data)),
    assets: form.files ?? {},
    profiles: profiles.map((profile) => profile.name),
    worstCases: false,
    ...(form.asOf === undefined ? {} : { asOf: form.asOf }),
  });
  return { diagnostics, isDrawn: template !== null && !diagnostics.some(isDataError) };
}

/** Data that are refused are not drawn. */
function isDataError({ code, severity }: Diagnostic): boolean {
  return severity === "error" && code.startsWith("RPT3");
}

/** `3:5-3:9 warning half-width-kana "ﾋﾝﾒｲ" is written in half-width katakana`: a finding as tables write it. */
export function findingLine(source: string, { span, severity, code, message }: Diagnostic): string {
  const { line, column, endLine, endColumn } = new LineIndex(source).range(span);
  return `${line}:${column}-${endLine}:${endColumn} ${severity} ${code.replace(/^.*\//, "")} ${message}`;
}
