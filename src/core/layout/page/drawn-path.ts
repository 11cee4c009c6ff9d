// A path as drawings are made of: its commands, and what it is filled and stroked with.
import type { Color, Emu } from "../../canvas/index.ts";
import type { ClipPath, Gradient, PathCommand, Rectangle } from "./pages.ts";

/** Any path, measured as shapes are; what lies outside of its clip is not seen. */
export interface DrawnPath {
  readonly commands: readonly PathCommand[];
  /** Makes the commands where the path stands, for codes; their `commands` are empty. */
  readonly commandsAt?: (xEmu: Emu, yEmu: Emu) => readonly PathCommand[];
  /** The path has many commands. They are made on each use, and not kept. */
  readonly isLarge?: boolean;
  readonly fill: Color | null;
  /** What counts as inside where the path crosses itself; absent: by its winding. */
  readonly rule?: "evenodd";
  readonly stroke: PathStroke | null;
  /** What is filled in place of one colour. */
  readonly gradient?: Gradient;
  readonly clip?: Rectangle;
  readonly clipPaths?: readonly ClipPath[];
  /** The quiet zone of a bar code, which holds its bars alone. */
  readonly quiet?: Rectangle;
  /** What a chart shows its values by: where it has no fill, its stroke. */
  readonly isMark?: true;
  /** The text of a picture that it is a part of the letters of. */
  readonly words?: string;
}

/** How a path is stroked; ends and corners are cut square where nothing is said. */
export interface PathStroke {
  readonly widthEmu: Emu;
  readonly color: Color;
  /** What it is drawn with in place of one colour. */
  readonly gradient?: Gradient;
  readonly dashEmu: readonly Emu[];
  readonly dashOffsetEmu?: Emu;
  readonly cap?: "round" | "square";
  readonly join?: "round" | "bevel";
  readonly miterLimitThousandths?: number;
}
