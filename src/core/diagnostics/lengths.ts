// Lengths as findings write them. A figure never reads as zero, nor as equal to what it is compared with, where the
// length is not: who is told of "0.0mm" has nothing to measure.

const EMU_PER_TENTH_MILLIMETRE = 3_600;
const EMU_PER_HUNDREDTH_MILLIMETRE = 360;
const EMU_PER_POINT = 12_700;

/** `14.2mm`, rounded to the tenth that a person measures; less than half of that is told in hundredths. */
export function millimetres(emu: number): string {
  return tenths(Math.round(emu / EMU_PER_TENTH_MILLIMETRE)) ?? small(emu);
}

/** `14.3mm`, rounded up: a size that is surely enough. */
export function millimetresEnough(emu: number): string {
  return tenths(Math.ceil(emu / EMU_PER_TENTH_MILLIMETRE)) ?? small(emu);
}

/** `14.2mm`, rounded down: of a room beside the size that is enough, so that the two figures differ. */
export function millimetresAtMost(emu: number): string {
  return tenths(Math.floor(emu / EMU_PER_TENTH_MILLIMETRE)) ?? small(emu);
}

/** `15.3mm`, to the hundredth. */
export function hundredths(emu: number): string {
  return `${Math.round(emu / EMU_PER_HUNDREDTH_MILLIMETRE) / 100}mm`;
}

/** `0.25mm`, rounded down: bars of codes differ by less than a tenth. */
export function hundredthsAtMost(emu: number): string {
  const count = Math.floor(emu / EMU_PER_HUNDREDTH_MILLIMETRE);
  return count === 0 ? small(emu) : `${(count / 100).toFixed(2)}mm`;
}

/** `7.5pt` */
export function points(emu: number): string {
  return `${Math.round((emu * 100) / EMU_PER_POINT) / 100}pt`;
}

function tenths(count: number): string | null {
  return count === 0 ? null : `${(count / 10).toFixed(1)}mm`;
}

function small(emu: number): string {
  if (emu === 0) return "0.0mm";
  const count = Math.round(emu / EMU_PER_HUNDREDTH_MILLIMETRE);
  return count === 0 ? "less than 0.01mm" : `${(count / 100).toFixed(2)}mm`;
}
