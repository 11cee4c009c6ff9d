// What a file promises (ISO 19005, ISO 14289) → what the renderer has to do for it.
import type { Conformance, RenderOptions } from "../../../core/sdk/index.ts";
import type { PdfContainer } from "./container.ts";
import { deflate } from "./deflate.ts";
import { srgbProfile } from "./icc-profile.ts";

export interface ArchiveLevel {
  readonly part: 2 | 3;
  readonly letter: "A" | "B" | "U";
}

/** Part and level of PDF/A; null for a file that promises none. */
export function archiveLevel(conformance: Conformance | undefined): ArchiveLevel | null {
  switch (conformance?.pdf) {
    case "a-2a":
      return { part: 2, letter: "A" };
    case "a-2b":
      return { part: 2, letter: "B" };
    case "a-2u":
      return { part: 2, letter: "U" };
    case "a-3a":
      return { part: 3, letter: "A" };
    case "a-3b":
      return { part: 3, letter: "B" };
    case "a-3u":
      return { part: 3, letter: "U" };
    case "1.7":
    case undefined:
      return null;
  }
}

/** Whether the file carries its structure. */
export function isTagged(conformance: Conformance | undefined): boolean {
  return conformance?.ua === true || archiveLevel(conformance)?.letter === "A";
}

/**
 * The checks of a template refuse what contradicts itself; a caller that asks for it all the same has made a mistake.
 */
export function refuseContradictions(options: RenderOptions): void {
  const { attachments = [], compatibility, conformance, encryption, printing } = options;
  const isNewer = archiveLevel(conformance) !== null || encryption !== undefined || printing !== undefined;
  if (compatibility === "1.4" && (isNewer || attachments.length > 0)) {
    throw new Error("PDF 1.4 has no PDF/A-2, no AES, no settings of print dialogs, and no Japanese names of files");
  }
  const level = archiveLevel(conformance);
  if (level === null) return;
  if (encryption !== undefined) throw new Error("PDF/A is never encrypted (ISO 19005-2, 6.1.3)");
  if (level.part === 2 && attachments.length > 0) {
    throw new Error("PDF/A-2 holds no files but PDF/A ones (ISO 19005-2, 6.8); PDF/A-3 does");
  }
}

/** What our red, green, blue and gray mean: without it PDF/A allows no colour of a device (ISO 19005-2, 6.2.3). */
export function writeOutputIntent(container: PdfContainer): void {
  const profile = container.object({ N: 3, Filter: "FlateDecode" }, deflate(srgbProfile()));
  const intent = container.object({
    Type: "OutputIntent",
    S: "GTS_PDFA1",
    OutputConditionIdentifier: new String("sRGB IEC61966-2.1"),
    Info: new String("sRGB IEC61966-2.1"),
    DestOutputProfile: profile,
  });
  container.catalogue("OutputIntents", [intent]);
}
