// What the runs of a batch have in common, and which records one of them holds.
import type { CodeEncoder } from "../../layout/index.ts";
import type { ImageReading } from "../../pictures/index.ts";
import type { PartRenderer } from "../../sdk/index.ts";
import type { EngineFonts } from "../fonts/index.ts";
import type { RecordPlan } from "../messages/index.ts";
import type { FileProfiles } from "./render-profiles.ts";
import type { Loaded } from "./templates.ts";

/** Records of a plan, from one index up to but without another. */
export interface RecordRange {
  readonly from: number;
  readonly to: number;
}

/** All that runs of one request have in common. */
export interface RunJob {
  readonly loaded: Loaded;
  readonly plan: RecordPlan;
  /** What the file is called, and a record that says nothing of itself. */
  readonly name: string;
  readonly renderer: PartRenderer;
  readonly fonts: EngineFonts;
  readonly codes: CodeEncoder;
  readonly pagesMax: number | null;
  readonly bytesMax: number;
  /** Pre-printed stock is shown. */
  readonly screen: boolean;
  /** Images of the data that were read already. */
  readonly images: Map<string, ImageReading>;
  /** The profiles that judge the records; null for none. */
  readonly profiles: FileProfiles | null;
}
