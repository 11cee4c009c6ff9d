// What a style holds does what the same property does that is written at the element, or is told as without effect.
import { describe, expect, test } from "vitest";
import { compileSource, examplePayload } from "../../../src/core/canvas/index.ts";
import { createCodeEncoder } from "../../../src/core/engine/barcodes/code-encoder.ts";
import { drawnRecords, planRecords } from "../../../src/core/engine/messages/records.ts";
import { compileProgram } from "../../../src/core/expression/index.ts";
import { layOut } from "../../../src/core/layout/index.ts";
import { placesOf } from "../../../src/core/reference/index.ts";
import { ELEMENTS, type ElementDefinition, elementNamed } from "../../../src/core/schema/index.ts";
import { BORDER } from "../../../src/core/schema/schema-properties.ts";
import { placedSample, valuesOf } from "../../support/element-samples.ts";
import { inLane } from "../../support/lane.ts";
import { testFonts } from "../../support/lay-out.ts";

const codes = createCodeEncoder([]);
/** The fast lane takes some of them: each takes half a second. */
const EACH = inLane({ fast: 7, merge: 2, full: 1 });
const STYLED = ELEMENTS.filter(({ properties }) => Object.hasOwn(properties, "style"))
  .flatMap((element) => placesOf(element).map((place) => [element.name, place, element] as const))
  .filter((_, at) => at % EACH === 0);
const OF_STYLES = Object.entries(elementNamed("style")?.properties ?? {}).filter(([name]) => name !== "base");

interface Shown {
  readonly pages: string;
  readonly told: readonly string[];
}

const SEEN = new Map<string, Shown>();

function shownBy(source: string): Shown {
  const known = SEEN.get(source);
  if (known !== undefined) return known;
  const { value: canvas, diagnostics } = compileSource(source);
  const told = diagnostics.filter(({ code, message }) => code === "RPT1023" && message.includes("of style probe"));
  const shown = { pages: canvas === null ? "" : drawn(canvas), told: told.map(({ message }) => message) };
  SEEN.set(source, shown);
  return shown;
}

function drawn(canvas: NonNullable<ReturnType<typeof compileSource>["value"]>): string {
  const plan = planRecords(canvas, new TextEncoder().encode(canvas.dataset ?? examplePayload(canvas)), false);
  if (plan.kind !== "records") throw new Error(plan.kind);
  const records = drawnRecords(canvas, compileProgram(canvas), plan, canvas.document.id);
  const { pages } = layOut(
    canvas,
    records.flatMap(({ layout }) => layout),
    testFonts(),
    { codes },
  ).value;
  return JSON.stringify(pages, unplaced);
}

/** Where something stands in its source is seen by nobody; a font is known by its name. */
function unplaced(key: string, value: unknown): unknown {
  if (key === "span" || key === "isStatic" || key === "counts") return undefined;
  if (key === "font" && typeof value === "object" && value !== null && "id" in value) return value.id;
  return ArrayBuffer.isView(value) ? Array.from(value as Uint8Array).join() : value;
}

/** Beside these a property can be seen. */
const BESIDE: Readonly<Record<string, string>> = {
  "border-color": "border=1pt",
  "border-style": "border=1pt",
  radius: "border=1pt",
  align: "w=90mm",
  valign: "h=30mm",
};

/** A style frames the cells of these, and what is written at them frames them as a whole. */
const OF_CELLS: ReadonlySet<string> = new Set(["table", "gantt", "grid"]);

/** What of a style is neither done as it is by the element's own property, nor told. */
function differences(element: ElementDefinition, place: string): readonly string[] {
  return OF_STYLES.flatMap(([name, definition]) => {
    if (OF_CELLS.has(element.name) && Object.hasOwn(BORDER, name)) return [];
    const own = element.properties[name];
    const values = valuesOf(name, definition).filter((value) => own?.choices?.includes(value) ?? true);
    const differs = (value: string) => !isSame(element, place, name, value);
    if (own !== undefined) return values.filter(differs).map((value) => `${name}=${value}`);
    return isSideOfFrame(name) || values.some((value) => isSeen(element, place, name, value)) ? [] : [name];
  });
}

/** One side is as good as all four. */
function isSideOfFrame(name: string): boolean {
  return /^(?:padding|border)-(?:top|right|bottom|left)$/.test(name);
}

function isSame(element: ElementDefinition, place: string, name: string, value: string): boolean {
  const beside = BESIDE[name] ?? "";
  const more = Object.hasOwn(element.properties, beside.split("=")[0] ?? "") ? beside : "";
  const styled = shownWith(element, place, name, `${more} style=probe`, `${name}=${value}`);
  const direct = shownWith(element, place, name, `${more} ${name}=${value}`);
  return styled.pages === direct.pages || styled.told.length > 0;
}

/** Whether what only a style may say to an element shows, or is told. */
function isSeen(element: ElementDefinition, place: string, name: string, value: string): boolean {
  const beside = name.startsWith("border-") ? "border=1pt" : "";
  const without = shownWith(element, place, name, "style=probe", beside);
  const styled = shownWith(element, place, name, "style=probe", `${beside} ${name}=${value}`);
  return styled.pages !== without.pages || styled.told.length > 0;
}

/** The element's sample with what is written in place of the same properties of its example. */
function shownWith(element: ElementDefinition, place: string, name: string, written: string, style = ""): Shown {
  const names = [...written.matchAll(/([a-z-]+)=/g)].map((one) => one[1] ?? "");
  const said = new RegExp(` (?:${[...names, name, "style"].join("|")})=(?:\\[[^\\]]*\\]|"[^"]*"|\\S+)`, "g");
  const lines = placedSample(element, place, ` @@ ${written}`).split("\n");
  const replaced = lines.map((line) => {
    const [head = "", tail] = line.split(" @@ ");
    return tail === undefined ? line : `${head.replace(said, "")} ${tail}`;
  });
  return shownBy(replaced.join("\n").replace("\nstyle framed", `\nstyle probe ${style}$&`));
}

describe("a style does what its properties do at the element, or is told", () => {
  test.each(STYLED)("%s in %s", (_, place, element) => {
    expect(differences(element, place)).toEqual([]);
  });
});
