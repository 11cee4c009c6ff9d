// Datetimes print by the clocks that they were sent with: which clock a form prints by, and what prints by another.
import { type CivilMoment, inOffset, printOffset } from "./calendar.ts";
import type { DateFormat } from "./date-format.ts";

/** Where a datetime is printed. */
interface Printed {
  readonly moment: CivilMoment;
  readonly format: Pick<DateFormat, "print">;
  /** The same for each format that is written in the form. */
  readonly key: string;
  /** Where the datetime stands in the data; asked of findings alone. */
  readonly place: () => string | null;
}

/** The clock of one evaluation: that of the first datetime that it prints. */
export class Clocks {
  #first: { readonly offsetMinutes: number; readonly place: () => string | null } | null = null;
  readonly #told = new Set<string>();

  /**
   * What is to be said of a datetime whose letters would be others by the form's clock; null for all others. A format
   * is told once for each offset. A date, or minutes alone, may be the same by both clocks, and tells nothing false.
   */
  complaint({ moment, format, key, place }: Printed): { readonly message: string; readonly place: string } | null {
    const { offsetMinutes } = moment;
    this.#first ??= { offsetMinutes, place };
    const first = this.#first;
    if (offsetMinutes === first.offsetMinutes) return null;
    const there = inOffset(moment, first.offsetMinutes);
    const [own, other] = [format.print(moment), there === null ? null : format.print(there)];
    const told = `${key} ${offsetMinutes}`;
    if (own === other || this.#told.has(told)) return null;
    this.#told.add(told);
    const zones = [printOffset(offsetMinutes), printOffset(first.offsetMinutes)];
    const message =
      `${place() ?? "a datetime"} prints "${own}" by its own clock (${zones[0]}), and ${first.place() ?? "another"} ` +
      `prints by that of ${zones[1]}${other === null ? "" : `, where it would be "${other}"`}`;
    return { message, place: place() ?? "" };
  }
}
