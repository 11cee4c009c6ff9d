// The dictionaries that files have, as ISO 32000-1 lists their keys: since which version of PDF each is known, whether
// it must stand, and what its value is. Two keys are newer (ISO 32000-2, and before it ISO 19005-3).
import type { StructureType } from "../../../../src/core/layout/index.ts";
import { runCommand } from "../../../support/command.ts";

const STRUCTURE_TYPES = Object.keys({
  ...{ Document: 0, Sect: 0, Div: 0, BlockQuote: 0, P: 0, Span: 0, Figure: 0, Link: 0, Ruby: 0, RB: 0, RT: 0 },
  ...{ H1: 0, H2: 0, H3: 0, H4: 0, H5: 0, H6: 0, L: 0, LI: 0, Lbl: 0, LBody: 0 },
  ...{ Table: 0, THead: 0, TBody: 0, TFoot: 0, TR: 0, TH: 0, TD: 0 },
} satisfies Readonly<Record<StructureType, 0>>).join(" ");

/**
 * `Key since shape …`, with `!` after a key that must stand. Shapes: `name` with the allowed ones, `integer`,
 * `number`, `boolean`, `string`, `date`, `dictionary KIND`, `stream KIND`, `numbers COUNT`, `strings COUNT`,
 * `list KIND`, `map KIND` (keys of the file's own choice), and those of `isOther`.
 */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  Trailer: [
    ...["Size! 1.0 integer", "Root! 1.0 dictionary Catalog", "Info 1.0 dictionary Info", "ID 1.1 strings 2"],
    "Encrypt 1.1 dictionary Encrypt",
  ],
  /** Of a stream (table 17), which says what a trailer says. */
  CrossReferences: [
    ...["Type! 1.5 name XRef", "Size! 1.0 integer", "Root! 1.0 dictionary Catalog", "Info 1.0 dictionary Info"],
    ...["ID 1.1 strings 2", "Encrypt 1.1 dictionary Encrypt", "W! 1.5 numbers 3"],
  ],
  Catalog: [
    ...["Type! 1.0 name Catalog", "Pages! 1.0 dictionary PageTree", "Names 1.2 dictionary Names"],
    ...["ViewerPreferences 1.2 dictionary ViewerPreferences", "PageMode 1.0 name UseOutlines"],
    ...["Outlines 1.0 dictionary Outline", "Metadata 1.4 stream Metadata", "StructTreeRoot 1.3 dictionary TreeRoot"],
    ...["MarkInfo 1.4 dictionary MarkInfo", "Lang 1.4 string", "OutputIntents 1.4 list OutputIntent"],
    ...["Extensions 1.7 map Extension", "AF 2.0 list FileSpec"],
  ],
  Info: [
    ...["Title 1.1 string", "Author 1.0 string", "Subject 1.1 string", "Keywords 1.1 string", "Producer 1.0 string"],
    ...["CreationDate 1.0 date", "ModDate 1.1 date"],
  ],
  Names: ["Dests 1.2 dictionary NameTree", "EmbeddedFiles 1.4 dictionary NameTree"],
  NameTree: ["Names! 1.2 pairs"],
  NumberTree: ["Nums! 1.3 pairs"],
  ViewerPreferences: [
    ...["DisplayDocTitle 1.4 boolean", "PrintScaling 1.6 name None AppDefault"],
    "Duplex 1.7 name Simplex DuplexFlipShortEdge DuplexFlipLongEdge",
  ],
  MarkInfo: ["Marked 1.4 boolean"],
  Extension: ["BaseVersion! 1.7 name 1.7", "ExtensionLevel! 1.7 integer"],
  OutputIntent: [
    ...["Type 1.4 name OutputIntent", "S! 1.4 name GTS_PDFA1", "OutputConditionIdentifier! 1.4 string"],
    ...["Info 1.4 string", "DestOutputProfile 1.4 stream Profile"],
  ],
  Metadata: ["Type! 1.4 name Metadata", "Subtype! 1.4 name XML"],
  PageTree: ["Type! 1.0 name Pages", "Kids! 1.0 list Page", "Count! 1.0 integer"],
  Page: [
    ...["Type! 1.0 name Page", "Parent! 1.0 dictionary PageTree", "MediaBox! 1.0 numbers 4"],
    ...["TrimBox 1.3 numbers 4", "BleedBox 1.3 numbers 4", "Resources! 1.0 dictionary Resources"],
    ...["Contents 1.0 stream Content", "Annots 1.0 list Annotation", "StructParents 1.3 integer", "Tabs 1.5 name S"],
  ],
  Content: [],
  Resources: [
    ...["Font 1.0 map Font", "XObject 1.0 map XObject", "ExtGState 1.2 map ExtGState", "Shading 1.3 map Shading"],
    "Pattern 1.2 map Pattern",
  ],
  ExtGState: ["Type 1.2 name ExtGState", "ca 1.4 number", "CA 1.4 number", "SMask 1.4 dictionary SoftMask"],
  SoftMask: ["Type 1.4 name Mask", "S! 1.4 name Luminosity", "G! 1.4 stream XObject"],
  Group: ["Type 1.4 name Group", "S! 1.4 name Transparency", "CS 1.4 colours"],
  Pattern: [
    ...["Type 1.2 name Pattern", "PatternType! 1.2 integer", "Shading! 1.3 dictionary Shading", "Matrix 1.2 numbers 6"],
  ],
  Shading: [
    ...["ShadingType! 1.3 integer", "ColorSpace! 1.3 colours", "Coords! 1.3 numbers", "Function! 1.3 function"],
    "Extend 1.3 booleans",
  ],
  XObject: [
    ...["Type 1.0 name XObject", "Subtype! 1.0 name Form Image", "BBox 1.0 numbers 4", "Matrix 1.0 numbers 6"],
    ...["Resources 1.2 dictionary Resources", "Group 1.4 dictionary Group", "Width 1.0 integer", "Height 1.0 integer"],
    ...["ColorSpace 1.0 colours", "BitsPerComponent 1.0 integer", "Decode 1.0 numbers", "Mask 1.3 numbers"],
    ...["SMask 1.4 stream XObject", "Interpolate 1.0 boolean"],
  ],
  Profile: ["N! 1.3 integer"],
  Font: [
    ...["Type! 1.0 name Font", "Subtype! 1.0 name Type0", "BaseFont! 1.2 name", "ToUnicode 1.2 stream Content"],
    ...["Encoding! 1.2 name Identity-H Identity-V", "DescendantFonts! 1.2 list CidFont"],
  ],
  CidFont: [
    ...["Type! 1.2 name Font", "Subtype! 1.2 name CIDFontType0 CIDFontType2", "BaseFont! 1.2 name"],
    ...["CIDSystemInfo! 1.2 dictionary CidSystemInfo", "FontDescriptor! 1.2 dictionary FontDescriptor"],
    ...["DW 1.2 integer", "W 1.2 widths", "DW2 1.2 numbers 2", "W2 1.2 widths", "CIDToGIDMap 1.2 stream Content"],
  ],
  CidSystemInfo: ["Registry! 1.2 string", "Ordering! 1.2 string", "Supplement! 1.2 integer"],
  FontDescriptor: [
    ...["Type! 1.0 name FontDescriptor", "FontName! 1.0 name", "Flags! 1.0 integer", "FontBBox! 1.0 numbers 4"],
    ...["ItalicAngle! 1.0 number", "Ascent! 1.0 number", "Descent! 1.0 number", "CapHeight 1.0 number"],
    ...["StemV! 1.0 number", "FontFile2 1.1 stream TrueType", "FontFile3 1.2 stream Cff"],
  ],
  TrueType: ["Length1! 1.1 integer"],
  Cff: ["Subtype! 1.3 name CIDFontType0C"],
  Annotation: [
    ...[
      "Type 1.0 name Annot",
      "Subtype! 1.0 name Link",
      "Rect! 1.0 numbers 4",
      "Border 1.0 numbers 3",
      "F 1.1 integer",
    ],
    ...["A 1.1 dictionary Action", "Dest 1.0 destination", "Contents 1.0 string", "StructParent 1.3 integer"],
  ],
  Action: ["Type 1.2 name Action", "S! 1.1 name URI", "URI! 1.1 string"],
  Outline: [
    ...["Type 1.0 name Outlines", "First 1.0 dictionary OutlineItem", "Last 1.0 dictionary OutlineItem"],
    "Count 1.0 integer",
  ],
  OutlineItem: [
    ...["Title! 1.0 string", "Parent! 1.0 dictionary", "Prev 1.0 dictionary OutlineItem"],
    ...["Next 1.0 dictionary OutlineItem", "First 1.0 dictionary OutlineItem", "Last 1.0 dictionary OutlineItem"],
    ...["Count 1.0 integer", "Dest 1.0 destination"],
  ],
  TreeRoot: [
    ...["Type! 1.3 name StructTreeRoot", "K 1.3 kids", "ParentTree 1.3 dictionary NumberTree"],
    "ParentTreeNextKey 1.3 integer",
  ],
  Element: [
    ...["Type 1.3 name StructElem", "P! 1.3 dictionary", "Pg 1.3 dictionary Page", "K 1.3 kids", "Lang 1.4 string"],
    ...["A 1.3 attributes", "Alt 1.3 string", "ActualText 1.4 string"],
    `S! 1.3 name ${STRUCTURE_TYPES}`,
  ],
  MarkedContent: ["Type! 1.3 name MCR", "Pg 1.3 dictionary Page", "MCID! 1.3 integer"],
  ObjectReference: ["Type! 1.3 name OBJR", "Pg 1.3 dictionary Page", "Obj! 1.3 dictionary Annotation"],
  TableAttributes: [
    ...["O! 1.3 name Table", "RowSpan 1.3 integer", "ColSpan 1.3 integer", "Scope 1.5 name Row Column Both"],
  ],
  LayoutAttributes: ["O! 1.3 name Layout", "Placement 1.4 name Block", "BBox 1.4 numbers 4"],
  FileSpec: [
    ...["Type 1.0 name Filespec", "F! 1.0 string", "UF 1.7 string", "EF 1.3 dictionary EmbeddedFiles"],
    ...["Desc 1.6 string", "AFRelationship 2.0 name Source Data Supplement Alternative"],
  ],
  EmbeddedFiles: ["F 1.3 stream EmbeddedFile", "UF 1.7 stream EmbeddedFile"],
  EmbeddedFile: ["Type 1.3 name EmbeddedFile", "Subtype 1.3 name", "Params 1.3 dictionary FileParameters"],
  FileParameters: ["Size 1.3 integer", "CreationDate 1.3 date", "ModDate 1.3 date"],
  Encrypt: [
    ...["Filter! 1.1 name Standard", "V! 1.1 integer", "R! 1.1 integer", "Length 1.4 integer", "P! 1.1 integer"],
    ...[
      "U! 1.1 string",
      "O! 1.1 string",
      "UE 1.7 string",
      "OE 1.7 string",
      "Perms 1.7 string",
      "CF 1.5 map CryptFilter",
    ],
    ...["StmF 1.5 name StdCF", "StrF 1.5 name StdCF"],
  ],
  CryptFilter: ["AuthEvent 1.5 name DocOpen", "CFM 1.5 name AESV3", "Length 1.5 integer"],
};

/** Of every stream (table 5). */
const STREAM_KEYS = ["Length! 1.0 integer", "Filter 1.0 filter", "DecodeParms 1.0 parameters"];

/** A key that a dictionary has: where, and since which version of PDF. */
export interface KeyUse {
  readonly kind: string;
  readonly key: string;
  readonly since: number;
}

type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json };
type Dictionary = { readonly [key: string]: Json };

const REFERENCE = /^\d+ \d+ R$/;
const DATE = /^u:D:\d{14}Z00'00'$/;

/** Every key of every dictionary that can be reached; throws at the first one that the table does not have so. */
export async function keysOf(path: string, password: string): Promise<readonly KeyUse[]> {
  const args = ["--json", "--json-stream-data=none", `--password=${password}`, path];
  const { exitCode, stderr, stdout } = await runCommand("qpdf", args);
  if (exitCode !== 0) throw new Error(stderr);
  const [, objects] = (JSON.parse(stdout) as { readonly qpdf: readonly [unknown, Dictionary] }).qpdf;
  const walk = new KeyWalk(objects);
  const { value } = objects["trailer"] as { readonly value: Dictionary };
  if ("/Type" in value) walk.enter("CrossReferences", { stream: { dict: value } }, "the cross-reference stream");
  else walk.enter("Trailer", value, "the trailer");
  return walk.uses;
}

class KeyWalk {
  readonly uses: KeyUse[] = [];
  readonly #objects: Dictionary;
  readonly #seen = new Set<string>();

  constructor(objects: Dictionary) {
    this.#objects = objects;
  }

  enter(kind: string, given: Json, where: string): void {
    if (typeof given === "string" && REFERENCE.test(given)) {
      const visit = `${kind} ${given}`;
      if (this.#seen.has(visit)) return;
      this.#seen.add(visit);
    }
    const { dictionary, isStream } = this.#dictionaryOf(given, where);
    const rules = [...(KINDS[kind] ?? []), ...(isStream ? STREAM_KEYS : [])].map((rule) => rule.split(" "));
    for (const [name = "", since = "", shape = "", ...more] of rules) {
      const key = name.replace("!", "");
      const value = dictionary[`/${key}`];
      if (value === undefined && name.endsWith("!")) throw new Error(`${where} (${kind}) has no ${key}`);
      if (value === undefined) continue;
      this.uses.push({ kind, key, since: Number(since) });
      this.#judge(shape, more, value, `${where}/${key}`);
    }
    const known = new Set(rules.map(([name = ""]) => `/${name.replace("!", "")}`));
    const strange = Object.keys(dictionary).filter((key) => !known.has(key));
    if (strange.length > 0) throw new Error(`${where} (${kind}) has ${strange.join(" ")}`);
  }

  #resolve(value: Json): Json {
    if (typeof value !== "string" || !REFERENCE.test(value)) return value;
    const held = this.#objects[`obj:${value}`] as Dictionary | undefined;
    if (held === undefined) throw new Error(`${value} is named, but there is no such object`);
    return held["value"] ?? held;
  }

  #dictionaryOf(given: Json, where: string): { readonly dictionary: Dictionary; readonly isStream: boolean } {
    const value = this.#resolve(given);
    if (typeof value !== "object" || value === null || Array.isArray(value))
      throw new Error(`${where} is no dictionary`);
    const dictionary = value as Dictionary;
    const stream = dictionary["stream"] as { readonly dict: Dictionary } | undefined;
    return stream === undefined ? { dictionary, isStream: false } : { dictionary: stream.dict, isStream: true };
  }

  #judge(shape: string, more: readonly string[], given: Json, where: string): void {
    const expect = (holds: boolean): void => {
      if (!holds) throw new Error(`${where} is no ${shape} ${more.join(" ")}: ${JSON.stringify(given)}`);
    };
    const value = this.#resolve(given);
    const [kind = ""] = more;
    const each = (holds: (item: Json) => boolean): void => {
      expect(Array.isArray(value) && value.every(holds) && (kind === "" || value.length === Number(kind)));
    };
    switch (shape) {
      case "integer":
        return expect(Number.isInteger(value));
      case "number":
        return expect(typeof value === "number");
      case "boolean":
        return expect(typeof value === "boolean");
      case "string":
        return expect(typeof value === "string" && /^[ub]:/.test(value));
      case "date":
        return expect(typeof value === "string" && DATE.test(value));
      case "name":
        return expect(
          typeof value === "string" && (kind === "" ? value.startsWith("/") : more.includes(value.slice(1))),
        );
      case "numbers":
        return each((item) => typeof item === "number");
      case "booleans":
        return each((item) => typeof item === "boolean");
      case "strings":
        return each((item) => typeof item === "string");
      case "dictionary":
      case "stream":
        expect(this.#dictionaryOf(given, where).isStream === (shape === "stream"));
        if (kind !== "") this.enter(kind, given, where);
        return;
      case "map":
        for (const [name, item] of Object.entries(this.#dictionaryOf(given, where).dictionary)) {
          this.enter(kind, item, `${where}${name}`);
        }
        return;
      case "list":
        expect(Array.isArray(value));
        for (const item of value as readonly Json[]) this.enter(kind, item, where);
        return;
      case "kids":
        for (const item of Array.isArray(value) ? (value as readonly Json[]) : [given]) this.#enterKid(item, where);
        return;
      case "attributes":
        return this.enter(this.#ownerOf(given, where), given, where);
      case "widths":
        return expect(areWidths(value));
      default:
        return expect(isOther(shape, value));
    }
  }

  #ownerOf(given: Json, where: string): string {
    return `${String(this.#dictionaryOf(given, where).dictionary["/O"]).slice(1)}Attributes`;
  }

  /** A marked content by its number, or a dictionary that says by its type what it is. */
  #enterKid(given: Json, where: string): void {
    if (Number.isInteger(given)) return;
    const type = this.#dictionaryOf(given, where).dictionary["/Type"];
    const kind = type === "/MCR" ? "MarkedContent" : type === "/OBJR" ? "ObjectReference" : "Element";
    this.enter(kind, given, where);
  }
}

/** `12 [500 600]` or `12 14 500`: whole numbers, or decimals that stand in a list by themselves. */
function areWidths(value: Json): boolean {
  const isRun = (item: Json): boolean =>
    typeof item === "number" || (Array.isArray(item) && item.every((width) => typeof width === "number"));
  return Array.isArray(value) && value.every(isRun);
}

const FILTERS = new Set(["/FlateDecode", "/DCTDecode", "/RunLengthDecode"]);
const SPACES = new Set(["/DeviceGray", "/DeviceRGB", "/DeviceCMYK"]);

/** What has more than one form, and is judged by what it begins with. */
function isOther(shape: string, value: Json): boolean {
  const list: readonly Json[] = Array.isArray(value) ? value : [value];
  const [first] = list;
  switch (shape) {
    case "filter":
      return list.every((filter) => FILTERS.has(String(filter)));
    case "colours":
      return SPACES.has(String(first)) || first === "/ICCBased" || first === "/Indexed";
    case "function":
      return typeof first === "object" && first !== null && "/FunctionType" in first;
    case "destination":
      return Array.isArray(value) ? list.length === 5 : typeof value === "string";
    case "pairs":
      return Array.isArray(value) && list.length % 2 === 0;
    case "parameters":
      return typeof first === "object" && first !== null && "/Predictor" in first;
    default:
      throw new Error(`the table has a shape ${shape}, which nothing judges`);
  }
}
