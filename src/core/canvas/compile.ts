// Source → canvas: the one verb that publishing, checking and previews use.
import {
  type CheckedDocument,
  type CheckedElement,
  type CheckedPage,
  type CheckedValues,
  type CheckOptions,
  checkDocument,
  type DeclarationName,
} from "../check/index.ts";
import { arrange, type Diagnostic, hasErrors, type Outcome } from "../diagnostics/index.ts";
import { parseSource } from "../language/index.ts";
import type { ChildName, PropertyName } from "../schema/index.ts";
import { compileAssets } from "./assets.ts";
import { boxOf, lengthOf, wordOf } from "./boxes.ts";
import type { Canvas, CanvasBand, CanvasBody, CanvasDocument, CanvasPage } from "./canvas.ts";
import type { CanvasElement } from "./canvas-elements.ts";
import type { Emu } from "./canvas-styles.ts";
import {
  type CompiledCopies,
  compileCopies,
  compileRecordSource,
  placeOnSheet,
  type SheetPlace,
} from "./compile-documents.ts";
import { COLUMN_GAP_EMU, compileFramed } from "./compile-elements.ts";
import { compileGaiji } from "./compile-gaiji.ts";
import { compileAttachments, compileEncryption, compilePromises } from "./compile-output.ts";
import { type Compiling, choiceOf, colorOf, countOf, type Readers, readByName, spanOf } from "./element-values.ts";
import { rootText, TextStyles, type TextValues } from "./text-styles.ts";

const MARGIN_DEFAULT_EMU = 540_000;

/** What a document is compiled with beside its source. */
export interface CompileOptions extends CheckOptions {
  /** The files that its `asset` lines name, by name; left out, nobody knows them and any name is taken. */
  readonly assets?: Readonly<Record<string, Uint8Array>>;
  /** Told of the document as it was checked, where no error hinders drawing it. */
  readonly onChecked?: (checked: CheckedDocument) => void;
  /** Told of the findings that the source allows, also where an error hinders drawing it. */
  readonly onAllowances?: (allowances: CheckedDocument["allowances"]) => void;
}

/** Reads, checks and compiles a source. The value is null where an error hinders drawing it. */
export function compileSource(source: string, options: CompileOptions = {}): Outcome<Canvas | null> {
  const parsed = parseSource(source);
  const checked = checkDocument(parsed.value, options);
  options.onAllowances?.(checked.value.allowances);
  const refused = hasErrors(parsed.diagnostics) || hasErrors(checked.diagnostics.filter(hindersDrawing));
  const declared = compileDeclarations(
    checked.value,
    refused ? [] : checked.value.declarations,
    options.assets ?? null,
  );
  const { gaiji: drawn, asset: files } = declared;
  // What a text with a slip does not read may well be meant to be read there.
  const found = checked.diagnostics.filter((each) => parsed.diagnostics.length === 0 || each.code !== "RPT2012");
  const diagnostics = arrange([...parsed.diagnostics, ...found, ...drawn.diagnostics, ...files.diagnostics]);
  const isWhole = !refused && !hasErrors(drawn.diagnostics) && !hasErrors(files.diagnostics);
  if (isWhole) options.onChecked?.(checked.value);
  return { value: isWhole ? compileCanvas(checked.value, declared) : null, diagnostics };
}

/** What stands at the top level beside the document, its resources and its pages. */
function compileDeclarations(
  { record }: CheckedDocument,
  declarations: CheckedDocument["declarations"],
  files: Readonly<Record<string, Uint8Array>> | null,
) {
  return readByName(declarations, {
    source: ([source]) => compileRecordSource(source, record),
    copies: ([copies]) => compileCopies(copies),
    part: (parts) => new Map(parts.map((part) => [wordOf(part.args, "name") ?? "", part])),
    asset: (assets) => compileAssets(assets, files),
    gaiji: (gaiji) => compileGaiji(gaiji, files),
    encrypt: ([encrypt]) => compileEncryption(encrypt),
    attach: compileAttachments,
  } satisfies Readers<DeclarationName, "top">);
}

/** Whether a form can't be drawn with such an error. A form that can't be judged is drawn, so all else is found too. */
export function hindersDrawing({ code, severity }: Diagnostic): boolean {
  return severity === "error" && code !== "RPT7020";
}

/** Compiles a checked document without errors. */
function compileCanvas(checked: CheckedDocument, declared: ReturnType<typeof compileDeclarations>): Canvas {
  const document = compileDocument(checked.document);
  const text = rootText(checked.resources, document.lang);
  const { copies } = declared;
  const { gaiji } = declared.gaiji;
  const { assets } = declared.asset;
  const compilePages = (leastEmu: Emu | null) => {
    const { resources } = checked;
    const styles = new TextStyles(resources);
    const compiling: Compiling = { resources, styles, parts: declared.part, headings: { leastEmu, found: [] } };
    const pages = checked.pages.map((page) => compilePage(compiling, page, text, copies));
    return { pages, textStyles: styles.styles, sizes: compiling.headings.found };
  };
  const first = compilePages(null);
  // Only Markdown has sizes that are scaled, by those of headings that may stand below it.
  const isScaled = first.textStyles.some((style) => style.isScaled === true);
  const { pages, textStyles } = isScaled && first.sizes.length > 0 ? compilePages(Math.min(...first.sizes)) : first;
  return {
    format: 1,
    language: 1,
    document,
    fields: checked.fields,
    lets: checked.lets,
    dataset: checked.dataset,
    fonts: checked.resources.fonts,
    colors: Object.fromEntries(checked.resources.colors),
    textStyles,
    pages,
    ...(gaiji === null ? {} : { gaiji }),
    ...(assets === null ? {} : { assets }),
    ...declared.source,
    ...(copies === null ? {} : { copies: copies.labels }),
    ...declared.encrypt,
    ...declared.attach,
    ...allowancesOf(checked),
  };
}

/** Absent where nothing is allowed, so that such canvases keep their compiled form. */
function allowancesOf({ allowances }: CheckedDocument): Pick<Canvas, "allowances"> {
  if (allowances.length === 0) return {};
  return {
    allowances: allowances.map(({ codes, reason, span, within }) => ({
      codes,
      reason,
      line: [span.start, span.end],
      within: within === null ? null : [within.start, within.end],
    })),
  };
}

function compileDocument(element: CheckedElement<"document"> | null): CanvasDocument {
  const values: CheckedValues<PropertyName<"document">> = element?.properties ?? new Map();
  const title = values.get("title");
  const profiles = values.get("profile");
  return {
    id: element === null ? "document" : (wordOf(element.args, "id") ?? "document"),
    name: wordOf(values, "name"),
    title: title?.kind === "template" ? title.template : null,
    lang: wordOf(values, "lang") ?? "ja",
    profiles: profiles?.kind === "words" ? profiles.texts : [],
    extra: (element === null ? null : choiceOf(element, "extra")) ?? "ignore",
    author: wordOf(values, "author"),
    subject: wordOf(values, "subject"),
    keywords: wordOf(values, "keywords"),
    ...compilePromises(element),
  };
}

function compilePage(
  compiling: Compiling,
  page: CheckedPage,
  text: TextValues,
  copies: CompiledCopies | null,
): CanvasPage {
  const margin = page.properties.get("margin");
  const fill = page.properties.get("fill");
  const first = page.properties.get("first-number");
  const pagesMost = countOf(page.properties, "pages");
  const all = MARGIN_DEFAULT_EMU;
  const gutter = choiceOf(page, "gutter");
  const paper: SheetPlace = {
    widthEmu: lengthOf(page.args, "width") ?? 0,
    heightEmu: lengthOf(page.args, "height") ?? 0,
    margin: margin?.kind === "edges" ? margin.edges : [all, all, all, all],
  };
  return {
    ...placeOnSheet(page, paper, copies),
    ...(gutter === null ? {} : { gutter }),
    fill: fill?.kind === "paint" && fill.paint?.kind === "fixed" ? fill.paint.color : null,
    firstNumber: first?.kind === "number" ? first.thousandths / 1000 : 1,
    ...(pagesMost === null ? {} : { pagesMost }),
    bands: page.children.flatMap((child) => (child.name === "body" ? [] : compileBand(compiling, child, text))),
    body: compileBody(
      compiling,
      page.children.find((child) => child.name === "body"),
      page,
      text,
    ),
    span: spanOf(page),
  };
}

type Band = CheckedElement<Exclude<ChildName<"page">, "body">, "page">;

function compileBand(compiling: Compiling, band: Band, text: TextValues): CanvasBand {
  const print = band.name === "background" ? band.properties.get("print") : undefined;
  const offset = band.name === "background" ? band.properties.get("offset") : undefined;
  return {
    kind: band.name,
    on: choiceOf(band, "on") ?? "all",
    heightEmu: band.name === "background" ? 0 : (lengthOf(band.properties, "h") ?? 0),
    children: compileFramed(compiling, band, text),
    span: spanOf(band),
    ...(print?.kind === "flag" && !print.value ? { print: false } : {}),
    ...(offset?.kind === "shift" ? { offset: [offset.rightEmu, offset.downEmu] } : {}),
  };
}

function compileBody(
  compiling: Compiling,
  body: CheckedElement<"body", "page"> | undefined,
  page: CheckedPage,
  text: TextValues,
): CanvasBody {
  const span = spanOf(body ?? page);
  if (body === undefined) return { gapEmu: 0, children: [], span };
  const gapEmu = lengthOf(body.properties, "gap") ?? 0;
  const children = compileFramed(compiling, body, text);
  const count = countOf(body.properties, "columns") ?? 1;
  if (count === 1) return { gapEmu, children, span };
  const columnGapEmu = lengthOf(body.properties, "column-gap") ?? COLUMN_GAP_EMU;
  const box = boxOf(new Map(), colorOf(text));
  const columns: CanvasElement = { kind: "columns", box, span, count, columnGapEmu, gapEmu, balance: true, children };
  return { gapEmu, children: [columns], span };
}
