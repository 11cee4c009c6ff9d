// What print dialogs start with (ISO 32000-1 §12.2, table 150).
import type { CanvasPrinting } from "../../../core/sdk/index.ts";
import type { PdfContainer } from "./container.ts";

const DUPLEX = {
  simplex: "Simplex",
  "long-edge": "DuplexFlipLongEdge",
  "short-edge": "DuplexFlipShortEdge",
} as const satisfies Record<NonNullable<CanvasPrinting["duplex"]>, string>;

export function writePrinting(container: PdfContainer, printing: CanvasPrinting | undefined): void {
  if (printing?.scale === "none") container.viewerPreference("PrintScaling", "None");
  const duplex = printing?.duplex ?? null;
  if (duplex !== null) container.viewerPreference("Duplex", DUPLEX[duplex]);
}
