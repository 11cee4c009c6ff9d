import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { compileSource } from "../../../src/core/canvas/index.ts";
import { applyEdits, type Diagnostic, formatDiagnostics, LineIndex } from "../../../src/core/diagnostics/index.ts";

// Slips of the kinds that authors bring along: units, CSS, HTML, Typst, spreadsheets, Japanese punctuation, misspelt
// roles, wrong nesting, and the elements that are checked but not drawn yet.

function form(name: string): string {
  return readFileSync(new URL(`forms/${name}.rpt`, import.meta.url), "utf8");
}

const FORMS = {
  bill: form("billing-run"),
  report: form("inspection-report"),
  plan: form("production-schedule"),
  qualified: form("invoice-qualified"),
  invoice: form("invoice"),
} as const;

interface Slip {
  readonly name: string;
  readonly form: keyof typeof FORMS;
  readonly from: string;
  readonly to: string;
  readonly code: string;
  /** A piece of the line that the finding stands on, where that is not the edited text. */
  readonly onLine?: string;
  /** The repair is advice in words: only the author knows what was meant. */
  readonly advice?: true;
}

function slip(name: string, where: keyof typeof FORMS, from: string, to: string, code: string, more = {}): Slip {
  return { name, form: where, from, to, code, ...more };
}

const UNITS = [
  slip("pixels", "report", "h=9mm on=rest", "h=36px on=rest", "RPT0114"),
  slip("em", "report", "gap=6mm {\n      stack", "gap=1em {\n      stack", "RPT0114", { onLine: "gap=1em" }),
  slip("a unit that stands apart", "plan", "row-h=8mm", "row-h=8 mm", "RPT1007"),
  slip("a point size without a unit", "plan", "sizes title=16pt", "sizes title=16", "RPT1007"),
  slip("degrees", "report", "merge=same writing", "rotate=90deg merge=same writing", "RPT1003"),
  slip("a share of nothing", "plan", "chart bar lines w=1fr", "chart bar lines w=0fr", "RPT1018"),
];

const CSS = [
  slip("font-size", "report", "size=head border-bottom", "font-size=head border-bottom", "RPT1003"),
  slip(
    "text-align",
    "plan",
    "align=distribute\n    text (plan.name)",
    "text-align=distribute\n    text (plan.name)",
    "RPT1003",
    {
      onLine: "text-align=distribute",
    },
  ),
  slip("background", "report", "padding=2mm fill=shade", "padding=2mm background=shade", "RPT1003"),
  slip("writing-mode", "report", "writing=vertical", "writing-mode=vertical", "RPT1003"),
  slip("a CSS value", "report", "writing=vertical", "writing=vertical-rl", "RPT1006"),
  slip("border-radius", "plan", "radius=2mm", "border-radius=2mm", "RPT1003"),
  slip("a colour function", "report", "ng=#c00000", "ng=rgb(192,0,0)", "RPT0120", { advice: true }),
  slip("a colour in quotes", "plan", "late=#d9534f", 'late="#d9534f"', "RPT1015"),
];

const HTML = [
  slip("span", "report", 'label "図番"', 'span "図番"', "RPT1002"),
  slip("br in the flow", "report", 'text "特記事項" style=small', "br", "RPT1002"),
  slip("img", "report", "image (.image)", "img (.image)", "RPT1001"),
  slip("a tag", "report", 'text "特記事項" style=small', "<b>特記事項</b>", "RPT0100", { advice: true }),
  slip("colspan", "plan", "(totalHours) col=load", "(totalHours) colspan=load", "RPT1003"),
  slip(
    "class",
    "plan",
    "(plan.name) x=66mm y=1mm w=160mm h=7mm style=head",
    "(plan.name) x=66mm y=1mm w=160mm h=7mm class=head",
    "RPT1003",
  ),
];

const TYPST = [
  slip("a call", "report", 'text "特記事項" style=small', '#text("特記事項")', "RPT0104"),
  slip("a for loop", "plan", "each jobs[.state == 'late'] {", "for job in jobs {", "RPT1001"),
  slip("a filter with a pipe", "plan", "(label(.state))", "(.state | label)", "RPT0120"),
  slip("a ternary", "plan", "(if(late > 0, 'late', 'ink'))", "(late > 0 ? 'late' : 'ink')", "RPT0122"),
];

const JAPANESE = [
  slip("a full-width colon", "report", "gap=1mm {\n          image", "gap：1mm {\n          image", "RPT0103", {
    onLine: "gap：1mm",
  }),
  slip("full-width digits", "report", "cols=3", "cols=３", "RPT0103"),
  slip("a full-width comma", "report", "cols=[1fr, 1fr]", "cols=[1fr，1fr]", "RPT0103"),
  slip("corner brackets", "report", 'seal "承認"', "seal 「承認」", "RPT0103"),
  slip("a Japanese element", "bill", "table taxes", "表 taxes", "RPT1001"),
  slip("a Japanese property", "bill", "place=center role", "揃え=center role", "RPT1003", { advice: true }),
];

const ROLES = [
  slip("a misspelt role", "report", "role=inspection.lot ", "role=inspection.lott ", "RPT6090"),
  slip("an older role", "qualified", "role=line.description", "role=line.desc", "RPT6090"),
  slip("a role of a let", "plan", "role=schedule.totalHours", "role=schedule.totalhours", "RPT6090"),
  slip("a role in quotes", "bill", "role=tax.reducedNote", 'role="tax.reducedNote"', "RPT1015"),
];

const NESTING = [
  slip(
    "a bar outside its schedule",
    "plan",
    "      box w=60mm",
    "      bar start=(plan.from) end=(plan.to)\n      box w=60mm",
    "RPT1002",
    {
      onLine: "bar start=(plan.from)",
      advice: true,
    },
  ),
  slip(
    "a series outside its chart",
    "plan",
    "        axis y min",
    '        column a "A"\n        axis y min',
    "RPT1002",
    {
      onLine: 'column a "A"',
      advice: true,
    },
  ),
  slip(
    "a cell straight in a table",
    "qualified",
    "      carry (.amount)",
    '      cell "計" col=name\n      carry (.amount)',
    "RPT1002",
    {
      onLine: 'cell "計"',
      advice: true,
    },
  ),
  slip("a body in a body", "report", "    row gap=6mm {", "    body {\n    }\n    row gap=6mm {", "RPT1002", {
    onLine: "    body {",
    advice: true,
  }),
];

const OTHERS = [
  slip(
    "a schedule without a scale",
    "plan",
    "      scale from=(plan.from) to=(plan.to) unit=day top='M月' bottom='d' holidays=(holidays[]) off=off\n",
    "",
    "RPT1021",
    {
      onLine: "gantt jobs",
    },
  ),
  slip(
    "a bar that starts with a text",
    "plan",
    "bar start=(.from) end=(.to) fill",
    "bar start=(.no) end=(.to) fill",
    "RPT2123",
    {
      advice: true,
    },
  ),
  slip("a series of texts", "plan", 'series "負荷率" (.ratio)', 'series "負荷率" (.key)', "RPT2123", { advice: true }),
  slip("a carry into no column", "qualified", "into=amount", "into=amont", "RPT1019"),
  slip("an unknown kind of code", "qualified", "barcode qr", "barcode qrr", "RPT1006"),
  slip("a level of correction", "qualified", "ecc=M", "ecc=m", "RPT1006"),
  slip("a source that is no array", "bill", "source customers", "source customer", "RPT2020"),
  slip("a record without its name", "bill", "{c.name}　{honorific}", "{c.nmae}　{honorific}", "RPT2103"),
  slip("a password in the source", "bill", "open=optional", "open=optional password='himitsu'", "RPT7004"),
  slip("a permission that there is not", "bill", "allow=[print", "allow=[printing", "RPT1006"),
  slip("an archive with a key", "bill", "lang=ja profile", "lang=ja pdf=a-3u profile", "RPT7002", {
    onLine: "encrypt aes-256",
  }),
  slip("a member of the dataset", "bill", '"invoiceNo": "2611-0001"', '"invoiceNr": "2611-0001"', "RPT3005"),
  slip("a pattern and its example", "bill", 'example="T7290001045678"', 'example="7290001045678"', "RPT2009", {
    advice: true,
  }),
  slip("a gaiji in place of a letter", "bill", "fonts gothic", "gaiji U+3042 'asset:a.svg'\nfonts gothic", "RPT1015"),
  slip("a gaiji without its drawing", "bill", "fonts gothic", "gaiji U+E000\nfonts gothic", "RPT1014"),
  slip("a picture from elsewhere", "bill", "fonts gothic", "asset logo src='/img/logo.svg'\nfonts gothic", "RPT7011"),
  slip("a wrong check digit", "qualified", "barcode qr (payment.qr)", 'barcode ean13 "4901234567890"', "RPT1020"),
  slip("a link that leads nowhere", "invoice", 'text "請求書"', 'text "請求書" link="#totl"', "RPT1022", {
    advice: true,
  }),
  slip("a profile", "report", "jp.inspection-report", "jp.inspection-reports", "RPT7020"),
];

const SLIPS: readonly Slip[] = [...UNITS, ...CSS, ...HTML, ...TYPST, ...JAPANESE, ...ROLES, ...NESTING, ...OTHERS];

function findings(source: string, code = ""): readonly Diagnostic[] {
  return compileSource(source).diagnostics.filter((each) => each.severity !== "info" || each.code === code);
}

function spoil({ form: name, from, to }: Slip): string {
  const source = FORMS[name];
  expect(source, `the form has ${from}`).toContain(from);
  return source.replace(from, () => to);
}

test.each(Object.keys(FORMS) as (keyof typeof FORMS)[])("the form %s has neither error nor warning", (name) => {
  expect(formatDiagnostics(FORMS[name], findings(FORMS[name]))).toBe("");
});

test("there are slips enough", () => {
  expect(SLIPS.length).toBeGreaterThanOrEqual(35);
});

describe("a slip is told once, on its line, and its repair mends it", () => {
  test.each(SLIPS)("$name", (each) => {
    const source = spoil(each);
    const found = findings(source, each.code);
    const told = formatDiagnostics(source, found);
    expect(
      found.map((one) => one.code),
      told,
    ).toEqual([each.code]);
    const [first] = found;
    const line = source.split("\n")[new LineIndex(source).position(first?.span.start ?? 0).line - 1] ?? "";
    expect(line).toContain(each.onLine ?? each.to.split("\n")[0]);
    expect(first?.repair?.title).toMatch(/\S/);
    const edits = first?.repair?.edits ?? [];
    if (each.advice === true) return;
    expect(edits, told).not.toEqual([]);
    const after = applyEdits(source, edits);
    const left = findings(after, each.code === "RPT7020" ? "" : each.code).filter((one) => one.severity !== "warning");
    expect(formatDiagnostics(after, left)).toBe("");
  });
});
