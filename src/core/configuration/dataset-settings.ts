import { z } from "zod";

const sources = z.record(z.string(), z.record(z.string(), z.string()));

/** Values by a source's scheme and a setting's name, or a sentence's end that says what is wrong. Values are secret. */
export type DatasetSettingsReading =
  | { readonly ok: true; readonly settings: Readonly<Record<string, Readonly<Record<string, string>>>> }
  | { readonly ok: false; readonly wrong: string };

/** Reads the JSON of the setting. Which sources there are, and what they take, is known where plugins are. */
export function readDatasetSettings(json: string): DatasetSettingsReading {
  let parsed: unknown;
  try {
    parsed = JSON.parse(json);
  } catch {
    return { ok: false, wrong: "is not JSON" };
  }
  const reading = sources.safeParse(parsed);
  if (reading.success) return { ok: true, settings: reading.data };
  const [issue] = reading.error.issues;
  return { ok: false, wrong: `${issue?.path.join(".") || "the value"}: ${issue?.message ?? "is wrong"}` };
}
