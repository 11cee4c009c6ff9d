// A field's name without signs around it, where a text is taken: the repair prints what the field holds, not its name.
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../../src/core/canvas/index.ts";
import { applyEdits, type Diagnostic } from "../../../../src/core/diagnostics/index.ts";
import { NAME_PLACES } from "../../../support/name-places.ts";
import { formOf, type Slot, slotsOf } from "../../../support/name-slots.ts";

const HEAD = `rpt 1
field mark string(4)
field rows[].m int
field rows[].v int
field rows[].d date
field rows[].s[].m int
field days.a date
field days.b date
field photo.a image
field photo.b image
`;

const slots = NAME_PLACES.flatMap(slotsOf).filter(({ kind }) => kind === "template");

function errorsOf(source: string): readonly Diagnostic[] {
  return compileSource(source).diagnostics.filter(({ severity }) => severity === "error");
}

/** The form with the bare word once its repairs are followed; null where the word is taken as it is. */
function repaired(slot: Slot, word: string): string | null {
  const source = formOf(HEAD, slot, word, false);
  const errors = errorsOf(source);
  return errors.length === 0
    ? null
    : applyEdits(
        source,
        errors.flatMap(({ repair }) => repair?.edits ?? []),
      );
}

/** The form as it ought to be; without the property where that has no effect. */
function right(slot: Slot, value: string): string {
  const source = formOf(HEAD, slot, value, false);
  const { diagnostics } = compileSource(source);
  const useless = diagnostics.filter(({ code, message }) => code === "RPT1023" && message.startsWith(slot.name));
  return applyEdits(
    source,
    useless.flatMap(({ repair }) => repair?.edits ?? []),
  );
}

function isTaken(slot: Slot, value: string): boolean {
  return errorsOf(formOf(HEAD, slot, value, false)).length === 0;
}

describe("a bare name where a text is taken", () => {
  test.each(slots.map((slot) => [`${slot.place.definition.name} ${slot.name}`, slot] as const))("%s", (_, slot) => {
    for (const [word, meant] of [
      ["mark", "(mark)"],
      ["v", "(.v)"],
    ] as const) {
      if (!isTaken(slot, meant)) continue;
      const got = repaired(slot, word);
      if (got !== null) expect(got).toBe(right(slot, meant));
    }
  });
});
