// Every element that takes expressions, in a small form around it, for the question which names it sees.
import { ELEMENTS, type ElementDefinition } from "../../src/core/schema/index.ts";

/** An element with its arguments and block, in the form that it stands in. */
export interface NamePlace {
  readonly definition: ElementDefinition;
  /** The elements around it, from the outermost in, then its name. */
  readonly name: string;
  /** Its line: `«…»` is an argument that may be an expression, `@rows` the list of the rows. */
  readonly line: string;
  /** What stands in its block; null: it has none. */
  readonly block: string | null;
  readonly before: string;
  readonly behind: string;
  /** Whether the element, or one around it, opens records: then all names are asked for. */
  readonly opens: boolean;
  /** Whether it stands at the top level, where no record is around it. */
  readonly isTop: boolean;
  /** The names of the arguments and properties that are asked; absent: all. */
  readonly only?: readonly string[];
  readonly without?: readonly string[];
  /** What a property needs beside it to be seen, by the property's name. */
  readonly beside: Readonly<Record<string, string>>;
}

type Written = Pick<NamePlace, "line"> & {
  readonly of?: string;
  readonly only?: readonly string[];
  readonly without?: readonly string[];
  readonly block?: string;
  readonly beside?: Readonly<Record<string, string>>;
};

const BORDERED = { "border-color": "border=1pt", color: "", fill: "" };

function definitionOf(word: string, parent: string): ElementDefinition {
  const named = ELEMENTS.filter(({ name }) => name === word);
  const found = named.find(({ parents }) => parents.some((each) => each === parent));
  if (found === undefined) throw new Error(`${word} stands in no ${parent}`);
  return found;
}

interface Frame {
  readonly parent: string;
  readonly around: string;
  readonly before: string;
  readonly behind: string;
  readonly opens?: true;
  readonly isTop?: true;
}

function placed(frame: Frame, written: readonly Written[]): readonly NamePlace[] {
  return written.map(({ line, of: word = line.split(" ", 1)[0] ?? "", block = null, beside = {}, only, without }) => {
    const definition = word.includes(":") ? variant(word, frame.parent) : definitionOf(word, frame.parent);
    return {
      definition,
      name: `${frame.around} > ${word}`,
      ...{ line, block, before: frame.before, behind: frame.behind },
      opens: frame.opens === true || definition.opensRecord === true,
      isTop: frame.isTop === true,
      beside: { ...BORDERED, ...beside },
      ...(only === undefined ? {} : { only }),
      ...(without === undefined ? {} : { without }),
    };
  });
}

/** `column:each`, `grid:cells`: the second word of its kind. */
function variant(word: string, parent: string): ElementDefinition {
  const [name = ""] = word.split(":");
  const stands = ELEMENTS.filter((each) => each.name === name && each.parents.some((one) => one === parent));
  const last = stands.at(-1);
  if (last === undefined) throw new Error(`${word} stands in no ${parent}`);
  return last;
}

const PAGE: readonly [string, string] = ["page A4 margin=10mm {\n  body {\n", "\n  }\n}\n"];

function frame(parent: string, around: string, [before, behind]: readonly [string, string], opens?: true): Frame {
  return { parent, around, before: `${PAGE[0]}${before}`, behind: `${behind}${PAGE[1]}`, ...(opens ? { opens } : {}) };
}

const BODY = frame("flow", "body", ['text "前"\n', '\ntext "後"']);
const PLATE = frame("absolute", "plate", ["plate h=100mm {\n", "\n}"]);
const ROWS = 'column v "数" (.v) w=30mm\ncolumn w "量" (.v) w=30mm\n';
const TABLE = frame("table", "table", [`table @rows as=row rows-per-page=1 {\n${ROWS}`, "\n}"], true);
const CELLS = (parent: string, head: string): Frame =>
  frame(parent, `table ${parent}`, [`table @rows as=row rows-per-page=1 {\n${ROWS}${head} {\n`, "\n}\n}"], true);
const GROUP = frame("group", "group", [`table @rows as=row {\n${ROWS}group (.m) as=g {\n`, "\n}\n}"], true);
const IN_GROUP = (parent: string): Frame =>
  frame(
    parent,
    `group ${parent}`,
    [`table @rows as=row {\n${ROWS}group (.m) as=g {\n${parent} {\n`, "\n}\n}\n}"],
    true,
  );
const AXIS = "scale from=(days.a) to=(days.z) unit=day\nbar start=(.d) end=(days.z)\n";
const GANTT = frame("gantt", "gantt", [`gantt @rows as=row {\n${ROWS}${AXIS}`, "\n}"], true);
const BARE_GANTT = frame("gantt", "gantt", [`gantt @rows as=row {\n${ROWS}bar start=(.d) end=(days.z)\n`, "\n}"], true);
const CHART = 'chart bar @rows as=row h=60mm w=120mm alt="x" {\n';
const PLOT = frame("chart", "chart", [`${CHART}category (.v)\nseries "甲" (.v) color=black\n`, "\n}"], true);
const BARE_PLOT = frame("chart", "chart", [`${CHART}category (.v)\nseries "終" (.v) color=black\n`, "\n}"], true);
const NAMELESS_PLOT = frame("chart", "chart", [`${CHART}series "甲" (.v)\n`, "\n}"], true);
const RULED = frame("grid", "grid", ["grid cols=[40mm, 40mm] {\n", '\ncell "終"\n}']);

const TEXT = 'text "文"';
const PLACED = "x=1mm y=1mm w=60mm h=20mm";

/** What stands in flows and in plates alike; a plate wants its place. */
const VISUAL: readonly Written[] = [
  { line: "stack", block: TEXT },
  { line: "row", block: TEXT },
  { line: "grid cols=[40mm]", block: TEXT },
  { line: "columns", block: TEXT },
  { line: "box", block: TEXT },
  { line: "plate", block: 'text "文" x=1mm y=1mm w=20mm h=8mm', beside: { color: "" } },
  { line: "each @rows as=row", block: TEXT },
  { line: 'text «"文"»' },
  { line: 'label «"文"»' },
  { line: "rich", block: 'span "文"' },
  { line: 'markdown «"文"»' },
  { line: "line", beside: { color: "stroke-width=1pt" } },
  { line: "rect", beside: { color: "stroke-width=1pt" } },
  { line: "image «(photo.a)»" },
  { line: 'seal "印" «(photo.a)»', only: ["source"] },
  { line: "seal" },
  { line: "seals", block: 'seal "承認"' },
  { line: 'barcode qr «"文"»' },
  { line: 'comb «"文"» cells=3' },
  { line: 'check «(true)» "文"' },
  { line: "pairs", block: 'pair "名" "値"' },
  {
    line: "table @rows as=row",
    block: `${ROWS}group (.v) {\nhead "{.key}"\nfoot "計"\n}
carry (.v) into=w\npagefoot {\ncell (.v) col=w\n}\nfoot {\ncell "計" col=v\n}`,
    beside: { blank: "min-rows=5" },
  },
  { line: "gantt @rows as=row", without: ["from", "to"], block: `column v "数" (.v) w=30mm\n${AXIS}` },
  {
    line: "gantt @rows as=row from=(days.a) to=(days.z)",
    block: 'column v "数" (.v) w=30mm\nbar start=(.d) end=(days.z)',
    only: ["from", "to"],
  },
  { line: "chart bar @rows as=row", block: 'category (.v)\nseries "甲" (.v)' },
];

/** What a band holds is drawn page by page. */
const HEADER: Frame = {
  ...{ parent: "absolute", around: "header", before: "page A4 margin=10mm {\n  header h=100mm {\n" },
  behind: '\n}\n  body {\ntext "文"\n  }\n}\n',
  isTop: true,
};

const SIZES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    ["plate", "line", "rect", "image", "seal", "seals", "barcode"].map((name) => [name, " w=60mm"]),
  ),
};
const HEIGHTS: ReadonlySet<string> = new Set(["plate", "rect", "image", "seal", "seals", "barcode", "chart"]);

function sized({ line, ...rest }: Written, isPlaced: boolean): Written {
  const [word = ""] = line.split(" ", 1);
  const alt = word === "image" || word === "barcode" || word === "chart" ? ' alt="絵"' : "";
  if (isPlaced) return { ...rest, line: `${line}${alt} ${PLACED.replace(word === "line" ? " h=20mm" : "", "")}` };
  const height = HEIGHTS.has(word) ? (word === "chart" ? " h=60mm w=120mm" : " h=20mm") : "";
  return { ...rest, line: `${line}${alt}${SIZES[word] ?? ""}${height}` };
}

/** Frames of a page, whose texts have the colour that is written at them. */
const FRAME_OF_PAGE = (behind: string): Frame => ({
  ...{ parent: "page", around: "page", before: "page A4 margin=10mm {\n" },
  behind: `\n${behind}}\n`,
  isTop: true,
});
const BAND_TEXT = `${TEXT} x=0mm y=0mm w=40mm h=8mm`;

const TOP = (behind: string): Frame => ({ parent: "top", around: "top", before: "", behind, isTop: true });

export const NAME_PLACES: readonly NamePlace[] = [
  ...placed(TOP(`${PAGE[0]}${TEXT}${PAGE[1]}`), [{ line: "document x" }]),
  ...placed(TOP(`${PAGE[0]}text "文" style=looks${PAGE[1]}`), [{ line: "style looks" }]),
  ...placed(FRAME_OF_PAGE("body {\n}\n"), [
    { line: "header h=20mm", block: BAND_TEXT },
    { line: "footer h=20mm", block: BAND_TEXT },
    { line: "background", block: BAND_TEXT },
  ]),
  ...placed(FRAME_OF_PAGE(""), [{ line: "body", block: TEXT }]),
  ...placed(
    BODY,
    VISUAL.map((each) => sized(each, false)),
  ),
  ...placed(
    PLATE,
    VISUAL.map((each) => sized(each, true)),
  ),
  ...placed(
    HEADER,
    VISUAL.map((each) => sized(each, true)),
  ),
  ...placed(BODY, [{ line: "use p" }, { line: "space 9mm" }, { line: "break page" }, { line: 'bookmark «"文"»' }]),
  ...placed(BODY, [{ of: "grid:cells", line: "grid cols=[40mm, 40mm]", block: 'head "名"\ncell "値"' }]),
  ...placed(RULED, [
    { of: "head", line: 'head «"文"»' },
    { of: "cell", line: 'cell «"文"»' },
  ]),
  ...placed(frame("rich", "rich", ["rich {\n", '\nspan "終"\n}']), [
    { line: 'span «"文"»' },
    { line: 'ruby «"文"» «"ぶん"»' },
  ]),
  ...placed(frame("pairs", "pairs", ["pairs {\n", '\npair "終" "終"\n}']), [{ line: 'pair «"文"» «"値"»' }]),
  ...placed(frame("seals", "seals", ["seals w=60mm h=20mm {\n", '\nseal "終"\n}']), [
    { line: 'seal "文" «(photo.a)»', without: ["label"] },
    { line: "seal", only: ["label"] },
  ]),
  ...placed(TABLE, [
    { line: 'column x «"文"» «(.v)» w=30mm' },
    { of: "column:each", line: 'column each .s as=e «"文"» «(.m)» w=30mm' },
    { line: "group «(.m)»", block: 'head "{.key}"\nfoot "{.key}"' },
    { line: "head", block: 'cell "文" col=v' },
    { line: "row", block: 'cell "文" col=v' },
    { line: "pagefoot", block: 'cell "文" col=v' },
    { line: "foot", block: 'cell "文" col=v' },
    { line: "carry «(.v)» into=w" },
  ]),
  ...placed(CELLS("foot", "foot"), [{ line: 'cell «"文"» col=v' }, { line: "row", block: 'cell "文" col=v' }]),
  ...placed(CELLS("head", "head"), [{ line: 'cell «"文"» col=v' }]),
  ...placed(CELLS("row", "row"), [{ line: 'cell «"文"» col=v' }]),
  ...placed(CELLS("pagefoot", "pagefoot"), [{ line: 'cell «"文"» col=v' }]),
  ...placed(GROUP, [
    { line: "head", block: 'cell "文" col=v' },
    { of: "foot:group", line: "foot", block: 'cell "文" col=v' },
    { of: "head:line", line: 'head «"文"»' },
    { of: "foot:line", line: 'foot «"文"»' },
    { line: "group «(.m)» as=h", block: 'head "{.key}"\nfoot "{.key}"' },
  ]),
  ...placed(IN_GROUP("head"), [{ line: 'cell «"文"» col=v' }]),
  ...placed(IN_GROUP("foot"), [{ line: 'cell «"文"» col=v' }, { line: "row", block: 'cell "文" col=v' }]),
  ...placed(GANTT, [
    { line: 'column x «"文"» «(.v)» w=30mm' },
    { of: "column:each", line: 'column each .s as=e «"文"» «(.m)» w=30mm' },
    { line: "head", block: 'cell "文" col=v' },
    { of: "foot:gantt", line: "foot", block: 'cell "文" col=v' },
    { line: "bar start=(.d) end=(days.z)", beside: { color: 'label="文" fill=black' } },
    { line: 'milestone «(.d)» «"文"»' },
    { of: "bar:each", line: "bar .s as=e start=(row.d) end=(days.z)", beside: { color: 'label="文" fill=black' } },
    { of: "milestone:each", line: 'milestone .s as=e «(row.d)» «"文"»' },
    { line: 'today «(days.b)» «"文"»' },
  ]),
  ...placed(BARE_GANTT, [
    { line: "scale from=(days.a) to=(days.z) unit=day", beside: { off: "holidays=(rows[].d)", holidays: "off=black" } },
  ]),
  ...placed(PLOT, [{ line: "axis y min=0 max=10 step=5" }]),
  ...placed(BARE_PLOT, [{ line: 'series «"文"» «(.v)»' }]),
  ...placed(NAMELESS_PLOT, [{ line: 'category «"文"»' }]),
];
