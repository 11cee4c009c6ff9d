// Faults at every stage of a check: none of them may read as "nothing found".
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parseCanvas } from "../../../../src/core/canvas/index.ts";
import { type Diagnostic, findingsIn } from "../../../../src/core/diagnostics/index.ts";
import type { CheckStage } from "../../../../src/core/engine/checking/check-layout.ts";
import { createSvgLibrary } from "../../../../src/core/engine/fonts/svg-thread.ts";
import { bundledFonts, type CheckRequest, createEngine, profilesAt } from "../../../../src/core/engine/index.ts";
import { findWorstCases } from "../../../../src/core/engine/worst/worst-cases.ts";
import { type TemporaryFolder, temporaryFolder } from "../../../support/temporary-folder.ts";

const PICTURE = Buffer.from('<svg viewBox="0 0 90 20"><text y="15">印</text></svg>').toString("base64");

const SOURCE = `rpt 1
document slip
field name string(10) example="青空"
field seal image example="data:image/svg+xml;base64,${PICTURE}"
page A5 portrait margin=15mm {
  body {
    text (name)
    image (seal) w=20mm h=10mm alt="印"
  }
}
`;

let folder: TemporaryFolder;
beforeAll(async () => {
  folder = await temporaryFolder("silent-stages");
});
afterAll(() => folder[Symbol.asyncDispose]());

const fonts = bundledFonts();
const LIMITS = { ruleMs: 300, memoryMib: 256 };

/** The module of a thread with a fault; an address of a thread's own module has no query, so that one imports it. */
function faulty(module: "profiles" | "pictures", query: Readonly<Record<string, string>>): URL {
  const address = new URL(`../plugins/faulty-${module}.ts?${new URLSearchParams(query)}`, import.meta.url);
  return new URL(`data:text/javascript,${encodeURIComponent(`await import(${JSON.stringify(address.href)});`)}`);
}

function checked(
  { profiles = "none", pictures = "" }: { readonly profiles?: string; readonly pictures?: string },
  request: Partial<CheckRequest> = {},
) {
  const startMs = pictures === "hangs" ? 0 : 20_000;
  const library = () => createSvgLibrary({ pictureMs: 200, startMs }, faulty("pictures", { fault: pictures }));
  const svg = pictures === "" ? {} : { svg: library() };
  const mark = join(folder.path, "mark");
  return createEngine({
    fonts: { ...fonts, set: { ...fonts.set, ...svg } },
    renderers: async () => [],
    profiles: profilesAt(["acme"], LIMITS, faulty("profiles", { fault: profiles, mark })),
  }).check({ source: SOURCE, data: null, profiles: ["acme.waybill", "acme.house"], ...request });
}

function dataOf(value: unknown): Uint8Array {
  return new TextEncoder().encode(typeof value === "string" ? value : JSON.stringify(value));
}

/** The worst cases of the form by a layout that fails. */
function worstCasesWith(layOut: Parameters<typeof findWorstCases>[3]): readonly Diagnostic[] {
  const { template } = checked({});
  if (template === null) throw new Error("the form is compiled");
  return findingsIn(
    findWorstCases(
      parseCanvas(template.canvasJson),
      { diagnostics: [], pages: 1 },
      {
        widestOf: (characters) => characters[0] ?? "",
        widthOf: (text) => text.length,
        hasWideLetters: false,
        fullSizesOf: () => [],
      },
      layOut,
    ),
  );
}

interface Fault {
  readonly is: string;
  readonly diagnostics: () => readonly Diagnostic[];
  /** What says so, each as severity, code and message. */
  readonly told: readonly RegExp[];
}

function ofProfiles(fault: string, how: string, names: readonly string[] = ["waybill", "house"]): Fault {
  return {
    is: `a thread that ${fault.replaceAll("-", " ")}`,
    diagnostics: () => checked({ profiles: fault }).diagnostics,
    told: names.map((name) => new RegExp(`^error RPT7021 acme\\.${name} could not be judged: .*${how}`)),
  };
}

function ofPictures(fault: string, how: string): Fault {
  return {
    is: `a library of pictures that ${fault.replaceAll("-", " ")}`,
    diagnostics: () => checked({ pictures: fault }).diagnostics,
    told: [new RegExp(`^error RPT4009 .*${how}`)],
  };
}

/** A stage that is added has to have its faults here. */
const FAULTS: Readonly<Record<CheckStage, readonly Fault[]>> = {
  drawing: [
    {
      is: "data that break the contract",
      diagnostics: () => checked({}, { data: dataOf({ name: 1 }) }).diagnostics,
      told: [/^error RPT3002 name is 1, not/],
    },
    ofPictures("ends", "can't be drawn now, since what draws it ended twice"),
    ofPictures("does-not-load", "can't be drawn now, since what draws it ended twice"),
    ofPictures("hangs", "takes too long to be drawn"),
  ],
  profiles: [
    ofProfiles("ends", "the thread of profiles failed, it ended its thread"),
    ofProfiles("hangs", "it did not end within 0\\.3 s"),
    ofProfiles("throws", "Error: a mistake of ours"),
    ofProfiles("answers-nothing", "it gave no answer"),
    ofProfiles("answers-half", "it gave no answer", ["house"]),
    ofProfiles("answers-another", "it gave no answer"),
    ofProfiles("answers-otherwise", "its thread answered something else"),
    ofProfiles("answers-what-cannot-travel", "DataCloneError"),
  ],
  "worst-cases": [
    {
      is: "worst data that the contract refuses",
      diagnostics: () => worstCasesWith(() => ({ refused: "name is 1, not a string" })),
      told: [/^info RPT4033 name of .* not tried: the data made .* break a declaration \(name is 1, not a string\)/],
    },
    {
      is: "worst data that take all pages of a check",
      diagnostics: () => worstCasesWith(() => ({ diagnostics: [BROKEN], pages: 1_000 })),
      told: [/^info RPT4033 name of .* not tried: a check lays out 84 worst cases of 300 pages together at most/],
    },
  ],
  "near-names": [
    {
      is: "data that are no JSON",
      diagnostics: () => checked({}, { data: dataOf("{") }).diagnostics,
      told: [/^error RPT3002 /],
    },
  ],
};

/** A finding of all fields at their worst together. */
const BROKEN: Diagnostic = {
  ...{ code: "RPT4001", severity: "error", span: { start: 0, end: 3 }, message: "too long" },
  ...{ why: "", repair: null },
};

test("without a fault the form has no finding, and all profiles have judged it", () => {
  const { diagnostics, completeProfiles } = checked({});
  expect([diagnostics, completeProfiles]).toEqual([[], ["acme.waybill", "acme.house"]]);
});

describe.each(Object.entries(FAULTS))("the stage %s tells of", (_stage, faults) => {
  test.each(faults)("$is", { timeout: 60_000 }, ({ diagnostics, told }) => {
    const found = diagnostics().map(({ severity, code, message }) => `${severity} ${code} ${message}`);
    for (const expected of told) expect(found).toContainEqual(expect.stringMatching(expected));
  });
});

test("a profile that was not judged is not among the complete ones, and the others are", () => {
  expect(checked({ profiles: "answers-half" }).completeProfiles).toEqual(["acme.waybill"]);
  expect(checked({ profiles: "answers-nothing" }).completeProfiles ?? []).toEqual([]);
});

test("a thread that ended once is tried again, and nobody notices", () => {
  expect(checked({ profiles: "ends-once" }).diagnostics).toEqual([]);
});

test("plugins that can't be loaded now cost a form that asks for none no finding, and one that asks is told", () => {
  const source = SOURCE.replace("text (name)", 'text (name)\n    text "unseen" size=2pt');
  const told = (profiles: readonly string[]) =>
    checked({ profiles: "does-not-load" }, { source, profiles }).diagnostics.map(({ code }) => code);
  expect(told([])).toEqual(checked({}, { source, profiles: [] }).diagnostics.map(({ code }) => code));
  expect(told([])).not.toEqual([]);
  expect(() => told(["acme.house"])).toThrow("a plugin cannot be loaded, it ended its thread: acme");
});

test("a picture is drawn again where what draws it failed before", () => {
  const task = { svg: '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>', faces: [] };
  const library = createSvgLibrary({ pictureMs: 200, startMs: 20_000 }, faulty("pictures", { fault: "ends" }));
  expect([library.pixels(task).ok, createSvgLibrary().pixels(task).ok]).toEqual([false, true]);
});
