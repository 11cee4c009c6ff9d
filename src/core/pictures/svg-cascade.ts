// The style sheets of an SVG → which declarations hold for an element, from the weakest on (CSS Cascading 4, §6).
import { XmlElement, type XmlNode } from "@rgrove/parse-xml";
import { compile } from "css-select";
import type { CssNode, DeclarationPlain } from "css-tree";
import parseCss from "css-tree/parser";
import { parse as parseSelectors, type Selector } from "css-what";

export interface StyleRule {
  /** Whether one selector of the rule is about an element. */
  readonly matches: (element: XmlElement) => boolean;
  /** How specific that selector is: ids, then classes, then names. */
  readonly weight: number;
  /** How many things are asked of an element, and whether they look at all elements beside it. */
  readonly asked: number;
  readonly asksBeside: boolean;
  readonly declarations: readonly Declaration[];
}

/** A property in lower case, its value as it is written, and whether it stands over what any other says. */
export interface Declaration {
  readonly property: string;
  readonly value: string;
  readonly isImportant: boolean;
}

/** What of a style sheet is read, and what is not, in words. */
export interface StyleSheet {
  readonly rules: readonly StyleRule[];
  readonly unread: readonly string[];
}

/** Selectors of more parts are not read: matching takes time for each. */
const PARTS_MAX = 40;
/** Of what an element is and where it stands; all else hangs on a pointer, a screen or time, or on what is in it. */
const STANDING: ReadonlySet<string> = new Set([
  ...["root", "empty", "not", "is", "where", "first-child", "last-child", "only-child", "nth-child", "nth-last-child"],
  ...["first-of-type", "last-of-type", "only-of-type", "nth-of-type", "nth-last-of-type"],
]);
/** What never holds on paper. */
const MOVING: ReadonlySet<string> = new Set([
  ...["hover", "active", "focus", "focus-within", "focus-visible", "visited", "target", "checked", "disabled"],
]);
/** At-rules that are about fonts, movement and printing, and style no element. */
const ABOUT_OTHERS: ReadonlySet<string> = new Set([
  "font-face",
  "charset",
  "namespace",
  "keyframes",
  "page",
  "property",
]);

/** The rules of a style sheet, and whatever of it styles elements and is not read. */
export function readStyleSheet(text: string): StyleSheet {
  const rules: StyleRule[] = [];
  const unread: string[] = [];
  const options = { parseValue: false, parseRulePrelude: false, parseAtrulePrelude: false } as const;
  const read = (node: CssNode): void => {
    if (node.type === "Rule" && node.prelude.type === "Raw") {
      const children = node.block.children.toArray();
      const declarations = declarationsIn(children);
      if (children.some((one) => one.type !== "Declaration" && !(one.type === "Raw" && !one.value.includes("{")))) {
        unread.push(`styles within those of "${node.prelude.value.trim()}"`);
      }
      addRules(node.prelude.value, declarations, { rules, unread });
    } else if (node.type === "Atrule") {
      const condition = node.prelude?.type === "Raw" ? node.prelude.value : "";
      const holds = node.name === "media" ? mediaHold(condition) : null;
      if (holds === true) for (const child of node.block?.children.toArray() ?? []) read(child);
      const isOther = ABOUT_OTHERS.has(node.name.replace(/^-\w+-/u, ""));
      if (holds === null && !isOther) unread.push(`styles by @${node.name} ${condition}`.trim());
    }
  };
  const sheet = parseCss(text, options);
  if (sheet.type === "StyleSheet") for (const node of sheet.children.toArray()) read(node);
  return { rules, unread };
}

/** Paper is printed, and light. */
const PAPER_MEDIA = /^(?:all|print|\(\s*prefers-color-scheme\s*:\s*light\s*\))?$/u;

/** Whether styles for such media hold on paper; null where that hangs on what a picture does not know. */
export function mediaHold(condition: string): boolean | null {
  const queries = condition.toLowerCase().split(",");
  const plain = queries.map((query) => query.trim().replace(/^only\s+/u, ""));
  if (plain.some((query) => PAPER_MEDIA.test(query))) return true;
  return plain.every((query) => /^(?:screen|speech)\b|prefers-|hover|pointer/u.test(query)) ? false : null;
}

/** The declarations of a `style` attribute. */
export function readDeclarations(text: string): readonly Declaration[] {
  if (text.trim() === "") return [];
  const list = parseCss(text, { context: "declarationList", parseValue: false });
  return list.type === "DeclarationList" ? declarationsIn(list.children.toArray()) : [];
}

function declarationsIn(nodes: readonly CssNode[]): readonly Declaration[] {
  return nodes.flatMap((node) => {
    if (node.type !== "Declaration") return [];
    const { property, value, important } = node as unknown as DeclarationPlain;
    const written = value.type === "Raw" ? value.value.replaceAll(COMMENTS, " ").trim() : "";
    const name = property.startsWith("--") ? property : property.toLowerCase();
    return written === "" ? [] : [{ property: name, value: written, isImportant: important !== false }];
  });
}

const COMMENTS = /\/\*[\s\S]*?\*\//gu;

function addRules(
  prelude: string,
  declarations: readonly Declaration[],
  { rules, unread }: { readonly rules: StyleRule[]; readonly unread: string[] },
): void {
  const tell = (selector: string) => unread.push(`styles of "${selector.trim()}"`);
  let selectors: readonly (readonly Selector[])[];
  try {
    selectors = parseSelectors(prelude.replaceAll(COMMENTS, " "));
  } catch {
    tell(prelude);
    return;
  }
  for (const parts of selectors) {
    const asked = allParts(parts);
    if (asked.some(isMoving)) continue;
    const siblings = asked.filter(({ type }) => type === "sibling").length;
    if (asked.length > PARTS_MAX || siblings > 1 || asked.some(isStrange)) {
      tell(prelude);
      continue;
    }
    try {
      const matches = compile<XmlNode, XmlElement>([[...parts]], { adapter: ADAPTER, xmlMode: true });
      const asksBeside = asked.some((part) => {
        return part.type === "sibling" || (part.type === "pseudo" && /^nth-|^last-|^only-|-of-type$/u.test(part.name));
      });
      rules.push({ matches, weight: weightOf(parts), asked: asked.length, asksBeside, declarations });
    } catch {
      tell(prelude);
    }
  }
}

/** All parts of a selector, those within `:not(…)` too. */
function allParts(parts: readonly Selector[]): readonly Selector[] {
  return parts.flatMap((part) => {
    const inner = part.type === "pseudo" && Array.isArray(part.data) ? part.data.flatMap(allParts) : [];
    return [part, ...inner];
  });
}

function isMoving(part: Selector): boolean {
  return part.type === "pseudo-element" || (part.type === "pseudo" && MOVING.has(part.name));
}

function isStrange(part: Selector): boolean {
  return part.type === "pseudo" && !STANDING.has(part.name);
}

const ID_WEIGHT = 1_000_000;
const CLASS_WEIGHT = 1_000;

/** Specificity (Selectors 4, §17). */
function weightOf(parts: readonly Selector[]): number {
  return parts.reduce((sum, part) => sum + weightOfPart(part), 0);
}

function weightOfPart(part: Selector): number {
  switch (part.type) {
    case "attribute":
      return part.name === "id" && part.ignoreCase === "quirks" ? ID_WEIGHT : CLASS_WEIGHT;
    case "tag":
    case "pseudo-element":
      return 1;
    case "pseudo":
      if (part.name === "where") return 0;
      if (Array.isArray(part.data)) return Math.max(0, ...part.data.map(weightOf));
      return CLASS_WEIGHT;
    default:
      return 0;
  }
}

function isElement(node: XmlNode): node is XmlElement {
  return node instanceof XmlElement;
}

/** How the library walks through the elements of an SVG. */
const ADAPTER = {
  isTag: isElement,
  getAttributeValue: ({ attributes }: XmlElement, name: string) => attributes[name],
  hasAttrib: ({ attributes }: XmlElement, name: string) => attributes[name] !== undefined,
  getName: ({ name }: XmlElement) => name.slice(name.indexOf(":") + 1),
  getChildren: (node: XmlNode) => (node instanceof XmlElement ? node.children : []),
  getParent: ({ parent }: XmlNode) => (parent instanceof XmlElement ? parent : null),
  getSiblings: (node: XmlNode) => (node.parent instanceof XmlElement ? node.parent.children : [node]),
  getText: (node: XmlNode) => (node instanceof XmlElement ? node.text : ""),
  removeSubsets: (nodes: XmlNode[]) => nodes,
};

/** What is declared of elements; each is asked for several times while its picture is read. */
const DECLARED = new WeakMap<readonly StyleRule[], WeakMap<XmlElement, readonly Declaration[]>>();

/** What style sheets and the element's own `style` say of it: what comes later stands over what comes before. */
export function declaredStyle(element: XmlElement, rules: readonly StyleRule[]): readonly Declaration[] {
  const known = DECLARED.get(rules) ?? new WeakMap<XmlElement, readonly Declaration[]>();
  DECLARED.set(rules, known);
  const found = known.get(element) ?? inOrder(element, rules);
  known.set(element, found);
  return found;
}

/** Of the rules about an element the more specific ones come later, and what is important after all else. */
function inOrder(element: XmlElement, rules: readonly StyleRule[]): readonly Declaration[] {
  const matching = rules.filter(({ matches }) => matches(element));
  const sorted = matching.toSorted((one, other) => one.weight - other.weight);
  const sheets = sorted.flatMap(({ declarations }) => declarations);
  const own = readDeclarations(element.attributes["style"] ?? "");
  const isImportant = (one: Declaration) => one.isImportant;
  const isUsual = (one: Declaration) => !one.isImportant;
  return [...sheets.filter(isUsual), ...own.filter(isUsual), ...sheets.filter(isImportant), ...own.filter(isImportant)];
}
