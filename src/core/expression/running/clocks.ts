// Datetimes print by the clocks that they were sent with: which clock a form prints by, and what prints by another.
import type { SourceSpan } from "../../diagnostics/index.ts";
import type { DateFormat } from "../formats/index.ts";
import { type CivilMoment, inOffset, printOffset } from "../values/index.ts";

/** Where a datetime is printed. */
interface Printed {
  readonly moment: CivilMoment;
  readonly format: Pick<DateFormat, "print">;
  /** Where the format is written in the form. */
  readonly span: SourceSpan;
  /** Where the datetime stands in the data; asked of findings alone. */
  readonly place: () => string | null;
}

/** A clock that a document goes by, and what goes by it. */
interface Clock {
  readonly offsetMinutes: number;
  readonly follower: () => string;
  /** Formats within these are judged by others. */
  readonly except: readonly SourceSpan[];
}

/** What is to be said of a datetime whose letters would be others by another clock of its document. */
export interface ClockComplaint {
  readonly message: string;
  readonly place: string;
}

/** The clocks of one evaluation: that of the first datetime that it prints, and those of its time axes. */
export class Clocks {
  readonly #clocks: Clock[] = [];
  /** The first datetime of each format and offset, which a later axis may contradict. */
  readonly #printed = new Map<string, Printed>();
  readonly #told = new Set<string>();

  /**
   * Of a datetime that is printed; null where there is nothing to say. A format is told once for each offset. A date,
   * or minutes alone, may be the same by both clocks, and tells nothing false.
   */
  complaint(printed: Printed): ClockComplaint | null {
    const { offsetMinutes } = printed.moment;
    const key = keyOf(printed);
    if (this.#clocks.length === 0) {
      this.#clocks.push({ offsetMinutes, follower: () => `${printed.place() ?? "another"} prints`, except: [] });
    }
    if (!this.#printed.has(key)) this.#printed.set(key, printed);
    return this.#firstOf(printed, this.#clocks);
  }

  /**
   * Of what is printed by another clock than a time axis counts by; null where there is nothing to say.
   * @param except the axis's bars and marks, whose words are compared with their places (RPT4030).
   */
  complaintOfAxis(offsetMinutes: number, except: readonly SourceSpan[]): ClockComplaint | null {
    const clock = { offsetMinutes, follower: () => "the axis of the schedule counts", except };
    if (this.#clocks.some((one) => one.offsetMinutes === offsetMinutes)) return null;
    this.#clocks.push(clock);
    for (const printed of this.#printed.values()) {
      const complaint = this.#firstOf(printed, [clock]);
      if (complaint !== null) return complaint;
    }
    return null;
  }

  #firstOf(printed: Printed, clocks: readonly Clock[]): ClockComplaint | null {
    const { moment, format, span, place } = printed;
    const { offsetMinutes } = moment;
    for (const clock of clocks) {
      if (clock.offsetMinutes === offsetMinutes || clock.except.some((one) => isWithin(span, one))) continue;
      const there = inOffset(moment, clock.offsetMinutes);
      const [own, other] = [format.print(moment), there === null ? null : format.print(there)];
      const told = keyOf(printed);
      if (own === other || this.#told.has(told)) continue;
      this.#told.add(told);
      const zones = [printOffset(offsetMinutes), printOffset(clock.offsetMinutes)];
      const message =
        `${place() ?? "a datetime"} prints "${own}" by its own clock (${zones[0]}), and ${clock.follower()} ` +
        `by that of ${zones[1]}${other === null ? "" : `, where it would be "${other}"`}`;
      return { message, place: place() ?? "" };
    }
    return null;
  }
}

/** The same for each format that is written in the form, and each offset. */
function keyOf({ span, moment }: Printed): string {
  return `${span[0]} ${span[1]} ${moment.offsetMinutes}`;
}

function isWithin(inner: SourceSpan, outer: SourceSpan): boolean {
  return inner[0] >= outer[0] && inner[1] <= outer[1];
}
