// Plans of forms → their source and data. What may stand where, and which properties it takes, is read from the schema
// table, so that elements and properties added there are generated as well.
import {
  allowedChildren,
  ELEMENTS,
  type ElementDefinition,
  elementIn,
  elementNamed,
} from "../../../src/core/schema/index.ts";
import { dataFor, type FormData } from "./form-fields.ts";
import type { FormPlan, NodePlan, SectionPlan } from "./form-plan.ts";
import { argumentOf, propertyValue, type Scope, scopeOf, type ValuePlace } from "./form-values.ts";

export interface GeneratedForm {
  readonly source: string;
  readonly data: FormData["data"];
  /** The field whose declaration the data break: such data must be refused. */
  readonly broken: string | null;
  /** The definitions of the schema table that it is written with, and the properties at them. */
  readonly written: ReadonlyMap<ElementDefinition, ReadonlySet<string>>;
}

/** Children that a block must have, and how many it gets at least. */
const AT_LEAST: Readonly<Record<string, readonly string[]>> = {
  table: ["column", "column"],
  gantt: ["column", "scale", "bar"],
  chart: ["category", "series"],
  pairs: ["pair"],
  rich: ["span"],
  seals: ["seal"],
  group: ["head"],
};
/** Children that may stand more than once in a named block. */
const MANY: ReadonlySet<string> = new Set([
  "column",
  "pair",
  "span",
  "ruby",
  "br",
  "seal",
  "bar",
  "milestone",
  "series",
  "cell",
]);

interface Context {
  readonly parent: ElementDefinition | null;
  readonly rule: "flow" | "absolute" | "named";
  readonly scope: Scope;
  readonly isBand: boolean;
  readonly columns: readonly string[];
  readonly depth: number;
  readonly inPart: boolean;
  /** The room of an absolute container. */
  readonly widthMm: number;
}

/** What an author asks for in so many words: content under an upper layer, and content that nobody is to see. */
const ASKED: readonly { readonly element?: string; readonly property?: string; readonly value?: string }[] = [
  { property: "layer", value: "over" },
  { property: "opacity", value: "0" },
];

const PAPERS = ["A5 portrait", "A5 landscape", "A4 portrait", "hagaki portrait", "w=90mm h=120mm"];

/** Every child of an absolute container has a stripe of its own. */
const STRIPE_MM = 14;

export function writtenForm(plan: FormPlan): GeneratedForm {
  return new FormWriter(plan).form();
}

class FormWriter {
  readonly #plan: FormPlan;
  #colors = 0;
  #usesPart = false;
  readonly #written = new Map<ElementDefinition, Set<string>>();

  constructor(plan: FormPlan) {
    this.#plan = plan;
  }

  form(): GeneratedForm {
    const plan = this.#plan;
    const sections = [plan, ...(plan.second === null ? [] : [plan.second])];
    const pages = sections.flatMap((section, at) => this.#page(section, at));
    const part = this.#usesPart ? this.#children(plan.part, { ...this.#flow("root"), inPart: true }, "  ") : [];
    const copies = plan.copies % 8 === 7 ? ['copies ["正", "控"]'] : [];
    const shared = part.length === 0 ? [] : ["part shared {", ...part, "}"];
    const content = [...copies, ...shared, ...pages].join("\n");
    const { declarations, data, broken } = dataFor(plan, (path) => isMentioned(path, content));
    const source = ["rpt 1", ...declarations, ...RESOURCES, content, ""].join("\n");
    return { source, data, broken, written: this.#written };
  }

  /** Sections have paper of different sizes, by which a page tells whose it is. */
  #page(section: SectionPlan, at: number): readonly string[] {
    const sections = this.#plan.second === null ? 1 : 2;
    const columns = section.bodyColumns % 10 === 9 ? " columns=2" : "";
    const body = this.#children(section.body, this.#flow("root"), "    ");
    const wheres = ["all", at === 0 ? "first" : "rest", "rest", at === sections - 1 ? "last" : "odd", "odd", "even"];
    const bands = this.#bands(section, wheres);
    const margin = ["12mm", "8mm", "[15mm, 10mm]"][this.#plan.margin % 3];
    const head = `page ${PAPERS[(this.#plan.page + at) % PAPERS.length]} margin=${margin} {`;
    return [head, ...bands, `  body gap=2mm${columns} {`, ...body, "  }", "}"];
  }

  #flow(scope: Scope): Context {
    return { parent: null, rule: "flow", scope, isBand: false, columns: [], depth: 0, inPart: false, widthMm: 120 };
  }

  #bands({ bands }: SectionPlan, wheres: readonly string[]): readonly string[] {
    const seen = new Set<string>();
    return bands.flatMap(({ kind, on, children }) => {
      const name = ["footer", "header", "background"][kind % 3] ?? "footer";
      const where = wheres[on % wheres.length] ?? "all";
      if (seen.has(`${name} ${where}`)) return [];
      seen.add(`${name} ${where}`);
      const height = Math.max(1, children.length) * STRIPE_MM;
      const context: Context = { ...this.#flow("root"), rule: "absolute", isBand: true, widthMm: 70 };
      const lines = this.#children(children, context, "    ");
      return [`  ${name} ${name === "background" ? "" : `h=${height}mm `}on=${where} {`, ...lines, "  }"];
    });
  }

  #children(nodes: readonly NodePlan[], context: Context, indent: string): readonly string[] {
    return nodes.flatMap((node, at) => this.#node(node, at, context, indent));
  }

  #node(node: NodePlan, at: number, context: Context, indent: string): readonly string[] {
    const allowed = allowedChildren(context.rule as "flow" | "absolute").filter((name) =>
      mayStand(name, context, node),
    );
    const name = ["text", ...allowed][node.pick % (allowed.length + 1)] ?? "text";
    const parent = { children: context.rule, name: "" } as unknown as ElementDefinition;
    const definition = elementIn(name, parent) ?? elementNamed(name);
    return definition === undefined ? [] : this.#element(definition, node, at, context, indent);
  }

  /** One element with its block. */
  #element(
    definition: ElementDefinition,
    node: NodePlan,
    at: number,
    context: Context,
    indent: string,
  ): readonly string[] {
    if (definition.name === "use") this.#usesPart = true;
    const ownColor = this.#color();
    const wordsOf = wordsSee(definition, context);
    const around: ValuePlace = { ...context, at, ownColor, ownNumber: this.#colors, wordsOf };
    const args = this.#arguments(definition, node, around);
    const array = args.find((each, index) => definition.args[index]?.kind === "array" && each !== null);
    const opened = definition.opensRecord === true && array !== undefined ? scopeOf(array ?? "") : context.scope;
    const scope = definition.name === "group" ? "root" : opened;
    const place = EACH_ENTRY.has(definition) ? { ...around, scope: opened } : around;
    const properties = this.#properties(definition, node, place, args, context);
    const head = [definition.name, ...args.filter((each) => each !== null), ...properties].join(" ");
    const inner: Context = { ...context, parent: definition, scope, depth: context.depth + 1 };
    const block = this.#block(definition, node, inner, `${indent}  `);
    if (block === null) return [indent + head];
    return [`${indent}${head} {`, ...block, `${indent}}`];
  }

  #arguments(definition: ElementDefinition, node: NodePlan, place: ValuePlace): readonly (string | null)[] {
    const written: string[] = [];
    let isOver = false;
    let { scope } = place;
    return definition.args.map((argument, index) => {
      // What follows an argument that is left out would be taken for it.
      const pick = node.text + index * 13;
      const own =
        isOver && argument.optional === true ? null : argumentOf(argument, pick, { ...place, scope }, written);
      if (own === null) isOver = true;
      else written.push(own);
      if (argument.kind === "array" && EACH_ENTRY.has(definition)) scope = scopeOf(own ?? "");
      return own;
    });
  }

  #properties(
    definition: ElementDefinition,
    node: NodePlan,
    place: ValuePlace,
    args: readonly (string | null)[],
    context: Context,
  ): readonly string[] {
    const names = Object.keys(definition.properties);
    const written = new Map<string, string>();
    const write = (name: string, pick: number): void => {
      const property = definition.properties[name];
      if (property === undefined || written.has(name) || !isUseful(name, definition, args)) return;
      const value = propertyValue(name, property, pick, place);
      if (value !== null && !isAsked(definition.name, name, value)) written.set(name, value);
    };
    if (definition.children === "absolute") written.set("h", `${Math.max(1, node.children.length) * STRIPE_MM}mm`);
    for (const name of definition.required) write(name, node.text);
    if (context.rule === "absolute" && context.parent === null) this.#placed(definition, node, place, written);
    if (context.rule === "absolute" && context.parent?.children === "absolute") {
      this.#placed(definition, node, place, written);
    }
    for (const [which, value] of node.properties) write(names[which % Math.max(1, names.length)] ?? "", value);
    this.#note(definition, written.keys());
    return [...written].map(([name, value]) => `${name}=${value}`);
  }

  #note(definition: ElementDefinition, properties: Iterable<string>): void {
    const known = this.#written.get(definition) ?? new Set();
    for (const name of properties) known.add(name);
    this.#written.set(definition, known);
  }

  /** A stripe of the container; now and then a careless place, which has to be told. */
  #placed({ properties }: ElementDefinition, node: NodePlan, place: ValuePlace, written: Map<string, string>): void {
    const isCareless = node.text % 17 === 16;
    const values = {
      x: isCareless ? "35mm" : "0mm",
      y: isCareless ? "3mm" : `${place.at * STRIPE_MM}mm`,
      w: isCareless ? "60mm" : "66mm",
      h: `${STRIPE_MM - 2}mm`,
    };
    for (const [name, value] of Object.entries(values)) if (properties[name] !== undefined) written.set(name, value);
  }

  /** The lines of a block; null where there is none. */
  #block(definition: ElementDefinition, node: NodePlan, context: Context, indent: string): readonly string[] | null {
    const { children, example } = definition;
    if (children === "none") return null;
    if (definition.blockOptional === true && node.children.length === 0) return null;
    if (definition.blockOptional === true && definition.args.some(({ optional }) => optional === true)) return null;
    if (!example.endsWith("{") && node.children.length === 0) return null;
    if (children === "flow" || children === "absolute") {
      const nodes = node.children.length === 0 ? [PLAIN] : node.children;
      return this.#children(nodes, { ...context, rule: children }, indent);
    }
    return this.#named(definition, children, node, context, indent);
  }

  /** A block of named children: those that it needs, and a random few of the others. */
  #named(
    definition: ElementDefinition,
    children: readonly string[],
    node: NodePlan,
    context: Context,
    indent: string,
  ): readonly string[] {
    const needed = AT_LEAST[definition.name] ?? definition.needs ?? children.slice(0, 1);
    const wanted = node.children.map((child) => [children[child.pick % children.length] ?? "", child] as const);
    const seen = new Set(needed);
    const extra = wanted.filter(([name]) => {
      const isNew = MANY.has(name) || !seen.has(name);
      seen.add(name);
      return isNew && name !== "newrow" && !isAsked(name) && (name !== "group" || context.depth < 4);
    });
    const all = [...needed.map((name, at) => [name, node.children[at] ?? PLAIN] as const), ...extra];
    // The first columns have ids, which cells below them name; those of a list have none.
    const definitions = all.map(([name, child], at) =>
      name === "column" && at < needed.length ? elementIn(name, definition) : variantIn(name, definition, child),
    );
    const isNamed = (at: number) => definitions[at]?.name === "column" && definitions[at]?.opensRecord !== true;
    const columns = all.flatMap((_, at) => (isNamed(at) ? [`c${at}`] : []));
    const inner = { ...context, rule: "named" as const, columns: columns.length > 0 ? columns : context.columns };
    const order = (name: string): number => children.indexOf(name);
    let cells = 0;
    return all
      .map(([name, child], at) => ({ name, child, at, own: definitions[at] }))
      .filter(({ name }) => name !== "cell" || cells++ < inner.columns.length)
      .toSorted((one, other) => order(one.name) - order(other.name) || one.at - other.at)
      .flatMap(({ child, at, own }) => {
        return own === undefined ? [] : this.#element(own, child, at, scopedFor(own, inner), indent);
      });
  }

  #color(): string {
    this.#colors += 1;
    return `#1${(this.#colors * 7).toString(16).padStart(3, "0")}${"4a"}`;
  }
}

/** What stands once for each entry of a list that it names: all that it says is said of the entry. */
const EACH_ENTRY: ReadonlySet<ElementDefinition> = new Set(
  ELEMENTS.filter(({ name, opensRecord }) => opensRecord === true && ["column", "bar", "milestone"].includes(name)),
);

/** A word may have two definitions in one block: mostly the first is written. */
function variantIn(name: string, parent: ElementDefinition, { text }: NodePlan): ElementDefinition | undefined {
  const all = ELEMENTS.filter((each) => each.name === name && each.parents.includes(parent.name));
  return (text % 3 === 2 ? all.at(-1) : undefined) ?? elementIn(name, parent);
}

const PLAIN: NodePlan = { pick: 0, text: 9, properties: [], children: [] };

/** The foot of a table, its columns' conditions and the like see what is around the table. */
function scopedFor({ seesOutside, name }: ElementDefinition, context: Context): Context {
  return seesOutside === true || name === "head" || name === "foot" ? { ...context, scope: "root" } : context;
}

/** What the words of an element see, where that is another thing than its other parts do. */
function wordsSee({ name }: ElementDefinition, { parent }: Context): ValuePlace["wordsOf"] {
  if (name === "series" || name === "carry") return "root";
  return parent?.name === "pagefoot" ? "nothing" : "place";
}

/** Elements that this place of a form is no place for. */
function mayStand(name: string, context: Context, { text }: NodePlan): boolean {
  const isContainer = elementNamed(name)?.children !== "none";
  if (isContainer && context.depth >= 3) return false;
  // What grows with its content seldom fits a stripe.
  if (context.rule === "absolute" && isContainer && text % 5 !== 4) return false;
  if (name === "use") return !context.inPart;
  if (name === "break") return context.parent === null && !context.inPart;
  return true;
}

/** Properties that need something beside them. */
function isUseful(name: string, definition: ElementDefinition, args: readonly (string | null)[]): boolean {
  if (name === "x" || name === "y" || name === "as" || name === "x2" || name === "y2") return false;
  if (name === "format" && definition.name !== "series" && definition.name !== "axis") {
    return args.some((arg) => arg !== null && /^\((total|\.amount|\.value|\.rate)\)$/.test(arg));
  }
  return true;
}

function isAsked(element: string, property?: string, value?: string): boolean {
  return ASKED.some(
    (one) =>
      one.property === property &&
      (one.element === undefined || one.element === element) &&
      (one.value === undefined || one.value === value),
  );
}

const RESOURCES: readonly string[] = [
  'fonts gothic="Noto Sans JP" mincho="Noto Serif JP"',
  "sizes body=9pt small=7pt head=13pt",
  "colors ink=#1a1a1a rule=#767676 shade=#f2f4f7 plan=#9ab6d6 late=#c0392b",
  "style base font=gothic size=body color=ink",
  "style small size=small",
  "style cell border=[0.25pt, rule] padding=1mm",
];

/** A path is mentioned by its name, in whatever record. */
function isMentioned(path: string, content: string): boolean {
  const pieces = path.split("[].");
  const last = pieces.at(-1) ?? "";
  const name = pieces.length === 1 ? `(?<![.\\w])${last}(?![\\w=])` : `(?<!\\w)${pieces.at(-2)}(?!\\w)`;
  return new RegExp(name).test(content);
}
