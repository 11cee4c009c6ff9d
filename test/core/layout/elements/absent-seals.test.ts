// A seal whose name is absent, empty or blank is a place for a hand's seal: a frame with its label.
import { describe, expect, test } from "vitest";
import { layOutSource } from "../../../support/lay-out.ts";

const NAMES = {
  absent: undefined,
  empty: "",
  blank: "  ",
  "a wide blank": "　",
  "a line end": "\n",
  "one letter": "山",
  "a name": "山本",
  "the longest": "山本太郎兵衛",
} as const;
type Name = keyof typeof NAMES;
const WITHOUT: readonly Name[] = ["absent", "empty", "blank", "a wide blank", "a line end"];

/** Seals of `n`, and the letters that their empty places have; in a row of seals the label stands above. */
const FORMS: Readonly<Record<string, { readonly form: string; readonly label: string; readonly isRow?: true }>> = {
  "in the flow": { form: "seal (n) w=18mm h=18mm", label: "" },
  "with a label": { form: 'seal "印" (n) w=18mm h=18mm', label: "印" },
  "on a plate": { form: 'plate h=30mm {\nseal "印" (n) x=0mm y=0mm w=18mm h=18mm\n}', label: "印" },
  "of a fallback": { form: 'seal "印" (n ?? "") w=18mm h=18mm', label: "印" },
  "in a row": { form: 'seals w=40mm h=24mm {\nseal "承認" (n)\n}', label: "承認", isRow: true },
};

function drawn(form: string, name: Name): { readonly letters: string; readonly told: number; readonly items: number } {
  const n = NAMES[name];
  const { value, diagnostics } = layOutSource(
    `rpt 1\nfield n? text(6)\npage A4 {\nbody {\n${form.replace('""', "''")}\n}\n}\n`,
    n === undefined ? {} : { n },
  );
  const items = value.pages[0]?.items ?? [];
  const letters = items.flatMap((item) => (item.kind === "glyphs" ? [item.run.text] : [])).join("");
  return { letters: [...letters].toSorted().join(""), told: diagnostics.length, items: items.length };
}

const sorted = (text: string): string => [...text].toSorted().join("");

describe.each(Object.keys(FORMS))("%s", (name) => {
  const { form, label, isRow } = FORMS[name] ?? { form: "", label: "" };
  test.each(Object.keys(NAMES) as readonly Name[])("of %s", (one) => {
    const isEmpty = WITHOUT.includes(one);
    const { letters, told, items } = drawn(form, one);
    const printed = isEmpty ? "" : (NAMES[one] ?? "");
    expect(letters).toBe(sorted(isEmpty || isRow === true ? label + printed : printed));
    // A frame, or a rim.
    expect(items).toBeGreaterThan([...letters].length === 0 ? 0 : 1);
    expect(told).toBe(0);
  });
});
