// What rows lack for a cell that lies over all of them → what each gets of it, in whole EMU.
import type { Emu } from "../../canvas/index.ts";

/** Divides a missing height among rows in equal whole EMU. The last row also gets the remainder. */
export function sharedOut(missingEmu: Emu, rows: number): readonly Emu[] {
  const each = Math.floor(Math.max(0, missingEmu) / rows);
  return Array.from({ length: rows }, (_, at) => (at === rows - 1 ? Math.max(0, missingEmu) - each * at : each));
}
