// Capacities as they are told: in words to people, in numbers to programs.
import { counted } from "../diagnostics/index.ts";
import type { TextCapacity } from "./canvas.ts";

/** `24 full-width characters × 2 lines at 9pt`, for people and assistants that fill a form. */
export function describeCapacity({ charactersPerLine, lines, sizeHundredths, shrunk }: TextCapacity): string {
  const characters = counted(charactersPerLine, "full-width character");
  const words = `${characters} × ${counted(lines, "line")} at ${sizeHundredths / 100}pt`;
  return shrunk === undefined
    ? words
    : `${words}, shrunk ${shrunk.charactersPerLine} at ${shrunk.sizeHundredths / 100}pt`;
}

/** The value of `x-rpt-capacity` in a schema; sizes in points. */
export function capacityValue({ charactersPerLine, lines, sizeHundredths, shrunk }: TextCapacity): object {
  const value = { charactersPerLine, lines, sizePt: sizeHundredths / 100 };
  if (shrunk === undefined) return value;
  return {
    ...value,
    shrunk: { charactersPerLine: shrunk.charactersPerLine, sizePt: shrunk.sizeHundredths / 100 },
  };
}
