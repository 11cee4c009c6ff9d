// Sources → compiled templates, and canvases as they are read back: each once for as long as it is in use.
import { createHash } from "node:crypto";
import { LRUCache } from "lru-cache";
import {
  type BarcodeElement,
  type Canvas,
  canonicalJson,
  compileSource,
  examplePayload,
  hindersDrawing,
  parseCanvas,
  previewPayload,
} from "../../canvas/index.ts";
import type { Diagnostic, DiagnosticCode } from "../../diagnostics/index.ts";
import { compileProgram, type Program } from "../../expression/index.ts";
import type { CodeEncoder } from "../../layout/index.ts";
import type { ProfileDescription } from "../../profiles/index.ts";
import type { Barcode } from "../../sdk/index.ts";
import { barcodesIn } from "../barcodes/index.ts";
import { withCapacities } from "../checking/index.ts";
import type { EngineFonts } from "../fonts/index.ts";
import { type AskedProfiles, type Learned, learning } from "../judging/index.ts";
import type { CheckRequest, CompiledTemplate } from "../messages/index.ts";

/** Compiled canvases kept at hand, by number and by the length of their JSON: an object takes a few times that. */
const CANVASES_KEPT_MAX = 128;
const CANVASES_KEPT_CHARACTERS_MAX = 16 * 1024 * 1024;

/** Whoever does not ask for profiles does not know which names and roles are theirs. */
const OF_PROFILES: ReadonlySet<string> = new Set<DiagnosticCode>(["RPT6090", "RPT7020"]);

/** A canvas that is ready to be drawn. */
export interface Loaded {
  readonly canvas: Canvas;
  readonly program: Program;
  /** Its bar codes, whose kinds may be those of plugins. */
  readonly barcodes: readonly BarcodeElement[];
}

/** What came of a source; without a template where an error stands in the way. */
interface Compiled {
  readonly template: CompiledTemplate | null;
  readonly found: readonly Diagnostic[];
}

/** What was read of a source; without a canvas where an error stands in the way. */
interface Read {
  readonly canvas: Canvas | null;
  readonly found: readonly Diagnostic[];
}

/** What profiles ask of a source as it is compiled. */
interface Judged {
  readonly learned: Learned;
  readonly profiles: () => readonly ProfileDescription[];
}

/** The templates of one thread: a cache, and no answer depends on it. */
export class Templates {
  readonly #fonts: EngineFonts;
  readonly #codes: CodeEncoder;
  readonly #barcodes: readonly Barcode[];
  readonly #canvases = new LRUCache<string, Loaded>({
    max: CANVASES_KEPT_MAX,
    maxSize: CANVASES_KEPT_CHARACTERS_MAX,
  });

  readonly #asked = new LRUCache<string, AskedProfiles>({ max: CANVASES_KEPT_MAX });

  constructor(fonts: EngineFonts, codes: CodeEncoder, barcodes: readonly Barcode[] = []) {
    this.#fonts = fonts;
    this.#codes = codes;
    this.#barcodes = barcodes;
  }

  /** The canvas of this hash; `json` is asked where it is not at hand. */
  load(hash: string, json: () => string): Loaded {
    const known = this.#canvases.get(hash);
    if (known !== undefined) return known;
    const text = json();
    const loaded = loadedOf(text);
    this.#canvases.set(hash, loaded, { size: text.length });
    return loaded;
  }

  /** What the profiles of a canvas are asked by; `make` is asked where it is not at hand. */
  asked(hash: string, make: () => AskedProfiles): AskedProfiles {
    const known = this.#asked.get(hash) ?? make();
    this.#asked.set(hash, known);
    return known;
  }

  /** What profiles ask of a source; `named` tells of profiles that it names and that are not installed. */
  learn(
    source: string,
    profiles: () => readonly ProfileDescription[],
  ): { readonly learned: Learned; readonly named: readonly Diagnostic[] } {
    const learned: Learned = { typed: new WeakMap(), checked: null };
    const { found } = this.read(source, {}, { learned, profiles });
    return { learned, named: found.filter(({ code }) => code === "RPT7020") };
  }

  /** `learned` is filled with what profiles ask; `profiles` answers which are installed. */
  compile(source: string, assets: CheckRequest["assets"] = {}, judged?: Judged): Compiled {
    const { canvas, found } = this.read(source, assets, judged);
    if (canvas === null) return { template: null, found };
    const measured = withCapacities(canvas, { fonts: this.#fonts, codes: this.#codes });
    return { template: templateOf(measured, this.#fonts.versions), found };
  }

  /** The canvas alone, for judging what is never published. */
  read(source: string, assets: CheckRequest["assets"] = {}, judged?: Judged): Read {
    const { value: canvas, diagnostics: all } = compileSource(source, {
      families: this.#fonts.families,
      assets,
      barcodes: () => this.#barcodes,
      ...(judged === undefined ? {} : { ...learning(judged.learned), ...namesOf(judged.profiles) }),
    });
    const found = judged === undefined ? all.filter(({ code }) => !OF_PROFILES.has(code)) : all;
    return { canvas: found.some(hindersDrawing) ? null : canvas, found };
  }

  /** Whether a preview shows example values, and the payload that it draws. */
  previewed(template: CompiledTemplate, data: Uint8Array | null) {
    const loaded = this.load(template.hash, () => template.canvasJson);
    const { canvas } = loaded;
    const usedExamples = data === null && canvas.dataset === null && canvas.fields.length > 0;
    return { loaded, usedExamples, payload: usedExamples ? new TextEncoder().encode(previewPayload(canvas)) : data };
  }
}

function loadedOf(json: string): Loaded {
  const canvas = parseCanvas(json);
  const barcodes = json.includes('"barcode"') ? barcodesIn(canvas.pages) : [];
  return { canvas, program: compileProgram(canvas), barcodes };
}

/** A canvas as it would be read back, which is kept nowhere. */
export function readBack(canvas: Canvas): Loaded {
  return loadedOf(canonicalJson(canvas));
}

/** What a check asks about installed profiles, each where it is needed. */
function namesOf(profiles: () => readonly ProfileDescription[]) {
  return {
    profiles: () => profiles().map(({ name }) => name),
    roles: () => profiles().flatMap(({ roles }) => Object.keys(roles)),
  };
}

function templateOf(canvas: Canvas, fontVersions: string): CompiledTemplate {
  const canvasJson = canonicalJson(canvas);
  return {
    canvasJson,
    hash: createHash("sha256").update(canvasJson).digest("hex"),
    title: canvas.document.name ?? canvas.document.id,
    fields: canvas.fields.length,
    example: examplePayload(canvas),
    fontVersions,
    encryption: canvas.encryption?.open ?? "none",
  };
}
