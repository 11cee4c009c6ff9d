// What authors bring along from CSS, HTML, other template languages and Japanese form tools, and what it is here.

/** How a foreign property is written here: another name, a name with a value, or advice where there is none. */
export type Habit =
  | { readonly name: string }
  | { readonly write: string }
  | { readonly advice: string };

const name = (text: string): Habit => ({ name: text });
const write = (text: string): Habit => ({ write: text });
const advice = (text: string): Habit => ({ advice: text });

/** Properties: near-synonyms and their exact repair. */
export const PROPERTY_HABITS: Readonly<Record<string, Habit>> = {
  // CSS boxes
  width: name("w"), height: name("h"), "min-height": name("min-h"), "max-height": name("max-h"),
  left: name("x"), top: name("y"), pad: name("padding"), inset: name("padding"), "inner-margin": name("padding"),
  "padding-all": name("padding"), background: name("fill"), "background-color": name("fill"), bg: name("fill"),
  "bg-color": name("fill"), bgcolor: name("fill"), "fill-color": name("fill"), shading: name("fill"),
  "border-width": name("border"), outline: name("border"), frame: name("border"), "border-radius": name("radius"),
  rounded: name("radius"), corner: name("radius"), "corner-radius": name("radius"), "border-type": name("border-style"),
  "border-top-width": name("border-top"), "border-bottom-width": name("border-bottom"), underline: write("decoration=underline"),
  "column-gap": name("gap"), spacing: name("gap"), gutter: name("gap"), "grid-gap": name("gap"), "row-spacing": name("row-gap"),
  "grid-template-columns": name("cols"), columns: name("cols"), "column-widths": name("cols"), "col-widths": name("cols"),
  "z-index": advice("layer=over or layer=under"), visibility: name("when"), visible: name("when"), show: name("when"),
  "show-if": name("when"), if: name("when"), condition: name("when"), hidden: advice("when=(not …)"), display: name("when"),
  "v-if": name("when"), "page-break-before": write("break=before"), "page-break-after": write("break=after"),
  "break-before": write("break=before"), "break-after": write("break=after"), "break-inside": write("keep=together"),
  "page-break-inside": write("keep=together"), "keep-together": write("keep=together"), "no-break": write("keep=together"),
  unbreakable: write("keep=together"), "keep-with-next": write("keep=next"), "with-next": write("keep=next"),
  "keep-next": write("keep=next"), next: write("keep=next"), "x-pos": name("x"), "y-pos": name("y"), "pos-x": name("x"),
  "pos-y": name("y"), float: name("place"), "justify-self": name("place"), "align-self": name("place"),
  // CSS text
  "font-size": name("size"), "text-size": name("size"), fontsize: name("size"), "font-family": name("font"),
  "font-name": name("font"), family: name("font"), typeface: name("font"), "font-weight": name("weight"),
  bold: write("weight=bold"), strong: write("weight=bold"), "font-style": write("italic=true"), oblique: write("italic=true"),
  "text-align": name("align"), halign: name("align"), "horizontal-align": name("align"), "text-anchor": name("align"),
  justify: name("align"), "vertical-align": name("valign"), "v-align": name("valign"), "align-items": name("valign"),
  "text-color": name("color"), colour: name("color"), "font-color": name("color"), fg: name("color"),
  foreground: name("color"), ink: name("color"), "text-decoration": name("decoration"), strikethrough: write("decoration=strike"),
  "line-through": write("decoration=strike"), leading: name("line-height"), lineheight: name("line-height"),
  "line-spacing": name("line-height"), tracking: name("letter-spacing"), "char-spacing": name("letter-spacing"),
  "character-spacing": name("letter-spacing"), "white-space": name("wrap"), "word-wrap": name("wrap"),
  "word-break": name("wrap"), "overflow-wrap": name("wrap"), nowrap: write("wrap=none"), overflow: name("fit"),
  "text-overflow": name("fit"), shrink: write("fit=shrink"), "auto-shrink": write("fit=shrink"), "shrink-to-fit": write("fit=shrink"),
  autofit: write("fit=shrink"), "max-lines": name("lines"), "line-clamp": name("lines"), "min-font-size": name("min-size"),
  language: name("lang"), class: name("style"), "class-name": name("style"), classname: name("style"),
  href: name("link"), url: name("link"), title: name("label"), "alt-text": name("alt"), description: name("alt"),
  "aria-label": name("alt"), name: name("id"), key: name("id"),
  // Tables
  "repeat-header": write("header=repeat"), "header-repeat": write("header=repeat"), "show-header": write("header=once"),
  "row-height": name("row-h"), "min-row-height": name("row-h"), "striped": name("zebra"), stripe: name("zebra"),
  stripes: name("zebra"), "alternate-fill": name("zebra"), "page-rows": name("rows-per-page"), "page-size": name("rows-per-page"),
  "max-rows": name("rows-per-page"), "blank-rows": name("min-rows"), "empty-rows": name("min-rows"), minrows: name("min-rows"),
  "no-data": name("empty"), "empty-text": name("empty"), "if-empty": name("empty"), placeholder: name("empty"),
  colspan: name("col"), column: name("col"), span: name("col"), "number-format": name("format"), pattern: name("format"),
  fmt: name("format"), numfmt: name("format"), "date-format": name("format"), "label-width": name("label-w"),
  "header-text": name("heading"), var: name("as"), item: name("as"),
  // Lines
  "line-width": name("stroke-width"), thickness: name("stroke-width"), "stroke-color": name("color"), "line-color": name("color"),
  "line-style": name("dash"), "stroke-dasharray": name("dash"), dashed: write("dash=dash"), dotted: write("dash=dot"),
  x1: name("x"), y1: name("y"),
  // Documents, fields and pages
  margins: name("margin"), "page-number": name("first-number"), "start-number": name("first-number"), background_color: name("fill"),
  "document-title": name("title"), locale: name("lang"), profiles: name("profile"), "additional-properties": name("extra"),
  examples: name("example"), sample: name("example"), "default-value": name("default"), regex: name("pattern"),
  regexp: name("pattern"), format: name("pattern"), minimum: name("min"), maximum: name("max"), "min-items": name("min"),
  "max-items": name("max"), "max-length": advice("string(40)"), maxlength: advice("string(40)"), required: advice("a field is required unless its path ends in ?"),
  optional: advice("write ? after the path"), enum: advice("enum(a, b) is a type"),
  // Japanese
  幅: name("w"), 高さ: name("h"), 余白: name("margin"), 背景: name("fill"), 背景色: name("fill"), 色: name("color"),
  文字色: name("color"), 罫線: name("border"), 枠線: name("border"), 太字: write("weight=bold"), 書体: name("font"),
  フォント: name("font"), 文字サイズ: name("size"), 揃え: name("align"), 行間: name("line-height"), 字間: name("letter-spacing"),
  均等割付: write("align=distribute"), 条件: name("when"), 書式: name("format"), 例: name("example"), 役割: name("role"),
};

/** Elements: near-synonyms and what they are here. */
export const ELEMENT_HABITS: Readonly<Record<string, Habit>> = {
  div: name("box"), section: name("stack"), article: name("stack"), p: name("text"), span: name("text"), h1: name("text"),
  h2: name("text"), h3: name("text"), paragraph: name("text"), string: name("text"), heading: name("text"), title: name("text"),
  img: name("image"), picture: name("image"), logo: name("image"), hr: name("line"), rule: name("line"), hline: name("line"),
  rectangle: name("rect"), vbox: name("stack"), vstack: name("stack"), column_stack: name("stack"), hbox: name("row"), hstack: name("row"),
  flex: name("row"), columns: name("row"), frame: name("box"), panel: name("box"), group: name("box"), container: name("box"),
  block: name("box"), absolute: name("plate"), canvas: name("plate"), layer: name("plate"), for: name("each"), foreach: name("each"),
  loop: name("each"), repeat: name("each"), list: name("each"), iterate: name("each"), tr: name("newrow"), td: name("cell"),
  th: name("column"), tfoot: name("foot"), "table-footer": name("foot"), total: name("foot"), totals: name("foot"),
  summary: name("foot"), col: name("column"), field_column: name("column"), br: name("space"), vspace: name("space"),
  spacer: name("space"), gap: name("space"), pagebreak: name("break"), "page-break": name("break"), newpage: name("break"),
  main: name("body"), content: name("body"), "page-header": name("header"), "page-footer": name("footer"), watermark: name("background"),
  stamp: name("seal"), hanko: name("seal"), inkan: name("seal"), dl: name("pairs"), dt: name("pair"), kv: name("pair"),
  definition: name("pair"), outline: name("bookmark"), var: name("let"), const: name("let"), set: name("let"), def: name("let"),
  param: name("field"), input: name("field"), variable: name("field"), font: name("fonts"), size: name("sizes"), color: name("colors"),
  colours: name("colors"), palette: name("colors"), class: name("style"), styles: name("style"), doc: name("document"),
  report: name("document"), template: name("document"), paper: name("page"), sheet: name("page"),
  if: advice("write when=(…) on the element"), else: advice("write when=(not …) on a second element"),
  while: advice("each repeats over an array"), include: advice("a source stands alone"), import: advice("a source stands alone"),
  qrcode: advice("this version draws no barcodes"), barcode: advice("this version draws no barcodes"),
  表: name("table"), 列: name("column"), 文字: name("text"), 明細: name("table"), 印: name("seal"), 印鑑: name("seal"),
  線: name("line"), 枠: name("box"), 改ページ: name("break"), ヘッダー: name("header"), フッター: name("footer"), 本文: name("body"),
};

/** Types: near-synonyms. */
export const TYPE_HABITS: Readonly<Record<string, string>> = {
  number: "decimal(12,2)", float: "decimal(12,2)", double: "decimal(12,2)", numeric: "decimal(12,2)", money: "decimal(13,0)",
  currency: "decimal(13,0)", amount: "decimal(13,0)", yen: "decimal(13,0)", integer: "int", long: "int", bigint: "int",
  boolean: "bool", str: "string(40)", varchar: "string(40)", char: "string(1)", multiline: "text(400)", textarea: "text(400)",
  timestamp: "datetime", "date-time": "datetime", dateTime: "datetime", datetimetz: "datetime", day: "date", file: "image",
  picture: "image", png: "image", base64: "image", choice: "enum(a, b)", select: "enum(a, b)", percent: "decimal(5,2)",
  real: "decimal(12,2)", "数値": "decimal(12,2)", "文字列": "string(40)", "日付": "date", "整数": "int", "金額": "decimal(13,0)",
};

/** Words for choices: near-synonyms. */
export const CHOICE_HABITS: Readonly<Record<string, string>> = {
  centre: "center", middle: "center", centered: "center", start: "left", end: "right", justified: "justify", equal: "distribute",
  spread: "distribute", "均等": "distribute", "左": "left", "右": "right", "中央": "center", "600": "bold", "700": "bold", heavy: "bold",
  regular: "normal", "400": "normal", light: "normal", dashed: "dash", dotted: "dot", hidden: "clip", ellipsis: "clip",
  scale: "shrink", every: "all", always: "repeat", never: "none", off: "none", no: "none", nowrap: "none", underlined: "underline",
  "line-through": "strike", strikethrough: "strike", avoid: "together", true: "together", stretch: "fill", "not-first": "rest", "2nd": "rest",
};

/** Units: how many EMU, or what to write instead. */
export const UNIT_HABITS: Readonly<Record<string, (digits: number) => string>> = {
  px: (digits) => `${trim(digits * 0.75)}pt`, em: (digits) => `${trim(digits * 9)}pt`, rem: (digits) => `${trim(digits * 9)}pt`,
  pc: (digits) => `${trim(digits * 12)}pt`, inch: (digits) => `${trim(digits)}in`, q: (digits) => `${trim(digits)}Q`,
  H: (digits) => `${trim(digits)}Q`, ミリ: (digits) => `${trim(digits)}mm`, m: (digits) => `${trim(digits)}mm`,
  points: (digits) => `${trim(digits)}pt`, MM: (digits) => `${trim(digits)}mm`, PT: (digits) => `${trim(digits)}pt`,
};

function trim(value: number): string {
  return String(Math.round(value * 1000) / 1000);
}
