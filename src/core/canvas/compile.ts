// Source → canvas: the one verb that publishing, checking and previews use.
import { type CheckedDocument, type CheckedElement, type CheckOptions, checkDocument } from "../check/index.ts";
import { arrange, hasErrors, type Outcome } from "../diagnostics/index.ts";
import { parseSource } from "../language/index.ts";
import { compileAssets } from "./assets.ts";
import { boxOf, lengthOf, wordOf } from "./boxes.ts";
import type { Canvas, CanvasBand, CanvasBody, CanvasDocument, CanvasGaiji, CanvasPage } from "./canvas.ts";
import type { CanvasElement } from "./canvas-elements.ts";
import {
  type CompiledCopies,
  compileCopies,
  compileRecordSource,
  placeOnSheet,
  type SheetPlace,
} from "./compile-documents.ts";
import { COLUMN_GAP_EMU, compileChildren } from "./compile-elements.ts";
import { compileGaiji } from "./compile-gaiji.ts";
import { compileOutput, compilePromises } from "./compile-output.ts";
import { type Compiling, colorOf, countOf, spanOf } from "./element-values.ts";
import { rootText, TextStyles, type TextValues } from "./text-styles.ts";

const MARGIN_DEFAULT_EMU = 540_000;

/** What a document is compiled with beside its source. */
export interface CompileOptions extends CheckOptions {
  /** The files that its `asset` lines name, by name; left out, nobody knows them and any name is taken. */
  readonly assets?: Readonly<Record<string, Uint8Array>>;
  /** Told of the document as it was checked, where it has no errors. */
  readonly onChecked?: (checked: CheckedDocument) => void;
}

/** Reads, checks and compiles a source. The value is null where an error refuses it. */
export function compileSource(source: string, options: CompileOptions = {}): Outcome<Canvas | null> {
  const parsed = parseSource(source);
  const checked = checkDocument(parsed.value, options);
  const refused = hasErrors(parsed.diagnostics) || hasErrors(checked.diagnostics);
  const drawn = compileGaiji(refused ? [] : checked.value.declarations, options.assets ?? null);
  const files = compileAssets(refused ? [] : checked.value.declarations, options.assets ?? null);
  // What a text with a slip does not read may well be meant to be read there.
  const found = checked.diagnostics.filter((each) => parsed.diagnostics.length === 0 || each.code !== "RPT2012");
  const diagnostics = arrange([...parsed.diagnostics, ...found, ...drawn.diagnostics, ...files.diagnostics]);
  const isWhole = !refused && !hasErrors(drawn.diagnostics) && !hasErrors(files.diagnostics);
  if (isWhole) options.onChecked?.(checked.value);
  return { value: isWhole ? compileCanvas(checked.value, drawn.gaiji, files.assets) : null, diagnostics };
}

/** Compiles a checked document without errors. */
function compileCanvas(checked: CheckedDocument, gaiji: CanvasGaiji | null, assets: Canvas["assets"] | null): Canvas {
  const document = compileDocument(checked.document);
  const compiling: Compiling = {
    resources: checked.resources,
    styles: new TextStyles(checked.resources),
    parts: partsOf(checked.declarations),
  };
  const text = rootText(checked.resources, document.lang);
  const copies = compileCopies(checked);
  const pages = checked.pages.map((page) => compilePage(compiling, page, text, copies));
  return {
    format: 1,
    language: 1,
    document,
    fields: checked.fields,
    lets: checked.lets,
    dataset: checked.dataset,
    fonts: checked.resources.fonts,
    colors: Object.fromEntries(checked.resources.colors),
    textStyles: compiling.styles.styles,
    pages,
    ...(gaiji === null ? {} : { gaiji }),
    ...(assets == null ? {} : { assets }),
    ...compileRecordSource(checked),
    ...(copies === null ? {} : { copies: copies.labels }),
    ...compileOutput(checked),
  };
}

function partsOf(declarations: readonly CheckedElement[]): Compiling["parts"] {
  const parts = declarations.filter((each) => each.definition.name === "part");
  return new Map(parts.map((part) => [wordOf(part.args, "name") ?? "", part]));
}

function compileDocument(element: CheckedElement | null): CanvasDocument {
  const values = element?.properties ?? new Map();
  const title = values.get("title");
  const profiles = values.get("profile");
  return {
    id: element === null ? "document" : (wordOf(element.args, "id") ?? "document"),
    name: wordOf(values, "name"),
    title: title?.kind === "template" ? title.template : null,
    lang: wordOf(values, "lang") ?? "ja",
    profiles: profiles?.kind === "words" ? profiles.texts : [],
    extra: wordOf(values, "extra") === "forbid" ? "forbid" : "ignore",
    author: wordOf(values, "author"),
    subject: wordOf(values, "subject"),
    keywords: wordOf(values, "keywords"),
    ...compilePromises(element),
  };
}

function compilePage(
  compiling: Compiling,
  page: CheckedElement,
  text: TextValues,
  copies: CompiledCopies | null,
): CanvasPage {
  const margin = page.properties.get("margin");
  const fill = page.properties.get("fill");
  const first = page.properties.get("first-number");
  const body = page.children.find((child) => child.definition.name === "body");
  const all = MARGIN_DEFAULT_EMU;
  const gutter = wordOf(page.properties, "gutter");
  const paper: SheetPlace = {
    widthEmu: lengthOf(page.args, "width") ?? 0,
    heightEmu: lengthOf(page.args, "height") ?? 0,
    margin: margin?.kind === "edges" ? margin.edges : [all, all, all, all],
  };
  return {
    ...placeOnSheet(page, paper, copies),
    ...(gutter === null ? {} : { gutter: gutter as NonNullable<CanvasPage["gutter"]> }),
    fill: fill?.kind === "paint" && fill.paint?.kind === "fixed" ? fill.paint.color : null,
    firstNumber: first?.kind === "number" ? first.thousandths / 1000 : 1,
    bands: page.children
      .filter((child) => child.definition.name !== "body")
      .map((child) => compileBand(compiling, child, text)),
    body: compileBody(compiling, body, page, text),
    span: spanOf(page),
  };
}

function compileBand(compiling: Compiling, band: CheckedElement, text: TextValues): CanvasBand {
  const print = band.properties.get("print");
  const offset = band.properties.get("offset");
  return {
    kind: band.definition.name as CanvasBand["kind"],
    on: (wordOf(band.properties, "on") ?? "all") as CanvasBand["on"],
    heightEmu: lengthOf(band.properties, "h") ?? 0,
    children: compileChildren(compiling, band, text),
    span: spanOf(band),
    ...(print?.kind === "flag" && !print.value ? { print: false } : {}),
    ...(offset?.kind === "shift" ? { offset: [offset.rightEmu, offset.downEmu] } : {}),
  };
}

function compileBody(
  compiling: Compiling,
  body: CheckedElement | undefined,
  page: CheckedElement,
  text: TextValues,
): CanvasBody {
  const span = spanOf(body ?? page);
  if (body === undefined) return { gapEmu: 0, children: [], span };
  const gapEmu = lengthOf(body.properties, "gap") ?? 0;
  const children = compileChildren(compiling, body, text);
  const count = countOf(body.properties, "columns") ?? 1;
  if (count === 1) return { gapEmu, children, span };
  const columnGapEmu = lengthOf(body.properties, "column-gap") ?? COLUMN_GAP_EMU;
  const box = boxOf(new Map(), colorOf(text));
  const columns: CanvasElement = { kind: "columns", box, span, count, columnGapEmu, gapEmu, balance: true, children };
  return { gapEmu, children: [columns], span };
}
