// Names, fields of records, `[]` and filters: looked up in the declarations, slips answered with the nearest name.
import type { Span } from "../../diagnostics/index.ts";
import type { Expression, Name } from "../../language/index.ts";
import {
  AMBIENT_TYPES,
  type Ambient,
  type Checked,
  type Code,
  codeKey,
  computed,
  describeType,
  FROM_ONE,
  joinPath,
  type ListType,
  type Member,
  numberType,
  plainType,
  type RecordShape,
  recordOf,
  type Type,
  withAnswer,
  withOptional,
} from "../code/index.ts";
import {
  advice,
  factKey,
  finding,
  insert,
  nearest,
  type OpenedRecord,
  openRecord,
  presentWhen,
  RESERVED_NAMES,
  replace,
  safe,
  sourceShape,
  suggestion,
} from "../names/index.ts";
import type { CheckContext } from "./check-context.ts";

type Node<K extends Expression["kind"]> = Extract<Expression, { kind: K }>;

const ANY: Type = plainType("any", true);
const RANK: Type = withAnswer(numberType(0), FROM_ONE);

/** A name from outside any record: field, let, alias, `index`. */
export function checkName(node: Node<"name">, context: CheckContext): Checked | null {
  const { name, span } = node;
  const { scope } = context;
  const reserved = RESERVED_NAMES.includes(name) ? scope.root.members.get(name) : undefined;
  if (reserved !== undefined) {
    scope.reserved?.(name, span);
    return reference(reserved, { op: "root" }, span, false, context);
  }
  if (name === "index") return checkIndex(span, 0, context);
  if (name === "outer") return checkOuter(span, 1, context);
  const opened = scope.records.findIndex((record) => record.alias === name);
  const named = scope.records[opened];
  if (named !== undefined) return entryOf(named, opened, span, context);
  const source = scope.source?.alias === name ? sourceShape(scope) : null;
  if (source !== null) return computed(span, { op: "source" }, recordOf(source));
  const member = scope.root.members.get(name);
  if (member !== undefined) return reference(member, { op: "root" }, span, false, context);
  if (scope.root.open && !RESERVED_NAMES.includes(name))
    return undeclared({ op: "member", base: { op: "root" }, name }, span);
  return unknownName(name, span, context);
}

/** The entry of a list that was opened so many levels further out: a record, or the value itself. */
function entryOf({ shape, value }: OpenedRecord, level: number, span: Span, context: CheckContext): Checked {
  const code: Code = { op: "record", level };
  if (shape !== null) return computed(span, code, recordOf(shape));
  const type = value ?? ANY;
  const isPresent = context.scope.facts.has(factKey(code, context.scope.records.length));
  const located = type.kind === "any" ? undeclared(code, span).code : code;
  return computed(span, located, isPresent ? withOptional(type, false) : type);
}

function checkIndex(span: Span, level: number, context: CheckContext): Checked | null {
  if (context.scope.records.length > level) return computed(span, { op: "index", level }, RANK);
  const why = "index is the number of the current row.";
  const outermost = context.scope.records.length - 1;
  const written = `${"outer.".repeat(Math.max(0, outermost))}index`;
  const repair =
    outermost < 0
      ? advice("only table, each, let x[]… and filters have one")
      : suggestion(`write ${written}, the number of the record here`, replace(span, written));
  const [code, message] =
    outermost < 0
      ? (["RPT2102", "index used outside a record"] as const)
      : (["RPT2115", "there is no record so far out"] as const);
  context.findings.diagnostics.push(finding(code, span, message, why, repair));
  return null;
}

function checkOuter(span: Span, level: number, context: CheckContext): Checked | null {
  const record = context.scope.records[level];
  if (record !== undefined) return entryOf(record, level, span, context);
  const why = "outer is the record one level out; fields outside all records have no prefix.";
  const repair =
    context.scope.records.length === 0
      ? "name the field without outer."
      : "name a field outside all records without outer.; rows of a[].b have none: write each a { table .b { … } }, " +
        "or hand them the value, let a[].b[].x = outer.x";
  context.findings.diagnostics.push(finding("RPT2115", span, "there is no record further out", why, advice(repair)));
  return null;
}

/** `.name`, and `.` or `.value` where the entries of a list are no records. */
export function checkCurrent(node: Node<"current">, context: CheckContext): Checked | null {
  const { name, span } = node;
  const record = context.scope.records[0];
  if (record === undefined) return outsideRecord(node, context);
  const entry = entryOf(record, 0, span, context);
  if (record.shape === null) return isWholeEntry(name) ? entry : notInPlainEntry(node, context);
  if (name.text !== "") return checkField(entry.type, entry.code, name, span, context);
  return record.shape.open ? undeclared({ op: "record", level: 0 }, span) : wholeRecord(node, record.shape, context);
}

/** How the entry of a plain list is written: `.` alone, or by the name that it would have as a field. */
function isWholeEntry({ text }: Pick<Name, "text">): boolean {
  return text === "" || text === "value";
}

function notInPlainEntry({ name, span }: Node<"current">, context: CheckContext): null {
  const why = "The entries of this list are single values and no records.";
  const repair =
    ofRecordAround(name.text, span, context) ?? suggestion("write . for the entry itself", replace(span, "."));
  const message = `no field "${name.text}" here: the entry is a single value`;
  context.findings.diagnostics.push(finding("RPT2103", name.span, message, why, repair));
  return null;
}

/** `.` in a record: which of its fields is meant is not said. */
function wholeRecord({ span }: Node<"current">, shape: RecordShape, context: CheckContext): null {
  const [first = "name"] = shape.members.keys();
  const known = [...shape.members.keys()].slice(0, 12).join(", ");
  const why = "Only the entries of a plain list are single values.";
  const repair = suggestion(`name a field: ${known}`, replace(span, `.${first}`));
  context.findings.diagnostics.push(finding("RPT2103", span, "the entry is a record, not a single value", why, repair));
  return null;
}

function outsideRecord(node: Node<"current">, context: CheckContext): null {
  const { name, span } = node;
  const known = context.scope.root.members.has(name.text);
  const repair = known
    ? safe(name.text, replace({ start: span.start, end: name.span.start }, ""))
    : (ofRecordsNear(name.text, span, context) ??
      advice("only table, each, let x[]… and filters have a current record"));
  const why = "A leading dot names a field of the current record, and here is none.";
  context.findings.diagnostics.push(finding("RPT2102", span, `.${name.text} used outside a record`, why, repair));
  return null;
}

/** `base.name`: an ambient name, a field of a record, or that field of all records of a list. */
export function checkMember(node: Node<"member">, context: CheckContext): Checked | null {
  const ambient = checkAmbient(node, context);
  if (ambient !== undefined) return ambient;
  const level = context.scope.root.members.has("outer") ? null : outerLevel(node.base);
  if (level !== null && node.name.text === "index") return checkIndex(node.span, level, context);
  if (level !== null && node.name.text === "outer") return checkOuter(node.span, level + 1, context);
  if (level !== null && leadsTooFar(node, level, context)) return null;
  const base = context.check(node.base, context);
  if (base === null) return null;
  if (base.type.kind === "list") return checkEach(base, base.type, node, context);
  // `tag.value` and `outer.value` are the entry of a plain list like `.value`.
  if (base.code.op === "record" && base.type.kind !== "record" && node.name.text === "value") return base;
  return checkField(base.type, base.code, node.name, node.span, context);
}

/**
 * `outer.no` where the record further out has no such field, or is not there, and a nearer one has it: heads, feet and
 * sums of pages stand outside of their table's rows, so that the record around the table is the current one there.
 */
function leadsTooFar({ name, span }: Node<"member">, level: number, context: CheckContext): boolean {
  const { records, root } = context.scope;
  const there = records[level];
  if (there !== undefined && (there.shape === null || there.shape.open || there.shape.members.has(name.text)))
    return false;
  const nearer = records.slice(0, level).findLastIndex(({ shape }) => shape?.members.has(name.text) === true);
  if (nearer < 0 && !root.members.has(name.text)) return false;
  const written = nearer < 0 ? name.text : `${"outer.".repeat(nearer)}${nearer === 0 ? "." : ""}${name.text}`;
  const where =
    nearer < 0 ? "a field outside of all records" : nearer === 0 ? "a field of the record here" : "a field further in";
  context.findings.diagnostics.push(
    finding(
      "RPT2115",
      span,
      `${"outer.".repeat(level)}${name.text} leads too far out: ${name.text} is ${where}`,
      "outer is the record one level out. Headings, feet and sums of pages stand outside of the rows of their table.",
      suggestion(`write ${written}`, replace(span, written)),
    ),
  );
  return true;
}

/** How many records out `outer.outer` leads; null for other expressions. */
function outerLevel(node: Expression): number | null {
  if (node.kind === "name") return node.name === "outer" ? 1 : null;
  if (node.kind !== "member" || node.name.text !== "outer") return null;
  const inner = outerLevel(node.base);
  return inner === null ? null : inner + 1;
}

/** Undefined where the node is no ambient name. */
function checkAmbient(node: Node<"member">, context: CheckContext): Checked | null | undefined {
  const { base, name, span } = node;
  if (base.kind !== "name" || !["page", "record", "copy"].includes(base.name)) return undefined;
  if (context.scope.records.some((record) => record.alias === base.name)) return undefined;
  const written = `${base.name}.${name.text}`;
  const ambient = (Object.keys(AMBIENT_TYPES) as Ambient[]).find((key) => key === written);
  if (ambient === undefined && context.scope.root.members.has(base.name)) return undefined;
  if (ambient === undefined) {
    const near = nearest(written, Object.keys(AMBIENT_TYPES));
    const own = Object.keys(AMBIENT_TYPES).filter((key) => key.startsWith(`${base.name}.`));
    const why = "page has n and total, record has n and total, copy has label and index.";
    const repair =
      near === null
        ? advice(`write ${own.join(" or ")}; a field of the data has another name than ${base.name}`)
        : suggestion(`did you mean ${near}?`, replace(span, near));
    const message = `no field "${name.text}" here`;
    context.findings.diagnostics.push(finding("RPT2103", name.span, message, why, repair));
    return null;
  }
  if (base.name === "page" && !context.scope.pageNames) return pageNameInFlow(ambient, span, context);
  return computed(span, { op: "ambient", name: ambient }, AMBIENT_TYPES[ambient]);
}

function pageNameInFlow(name: string, span: Span, context: CheckContext): null {
  const why = "Page numbers are known after layout, so they may stand only where they can not change it.";
  const message = `${name} in a place without fixed width and height`;
  const sized = context.scope.mayBeSized === false ? "" : "give w and h, or ";
  context.findings.diagnostics.push(finding("RPT2107", span, message, why, advice(`${sized}move it to header/footer`)));
  return null;
}

function checkField(
  type: Type,
  base: Code,
  name: { text: string; span: Span },
  span: Span,
  context: CheckContext,
): Checked | null {
  if (type.kind === "any") return undeclared({ op: "member", base, name: name.text }, span);
  if (type.kind !== "record") {
    const message = `no field "${name.text}" here: the value is ${describeType(type)}`;
    const repair = SIZES.has(name.text)
      ? suggestion(
          "write len(…) for how many letters it has, or count(…) of the list for how many entries that has",
          insert(span.start, "len("),
          replace({ start: name.span.start - 1, end: span.end }, ")"),
        )
      : advice("delete the part after the dot");
    context.findings.diagnostics.push(finding("RPT2103", name.span, message, "Only records have fields.", repair));
    return null;
  }
  const member = type.shape.members.get(name.text);
  if (member !== undefined) return reference(member, base, span, type.optional, context);
  if (type.shape.open) return undeclared({ op: "member", base, name: name.text }, span);
  const isCurrent = base.op === "record" && base.level === 0;
  const near = isCurrent ? (ofRecordsNear(name.text, span, context) ?? ofRecordAround(name.text, span, context)) : null;
  return unknownField(name, type.shape, context, near);
}

/** What other languages write behind a dot for the size of a list or a text. */
const SIZES: ReadonlySet<string> = new Set(["len", "length", "size", "count"]);

function hasMember({ element }: ListType, name: string): boolean {
  return element.kind === "record" && element.shape.members.has(name);
}

/** `items[].price` */
function checkEach(base: Checked, list: ListType, node: Node<"member">, context: CheckContext): Checked | null {
  const { name, span } = node;
  const code: Code = { op: "each", base: base.code, name: name.text };
  if (!base.spread) {
    const why = "The fields of a list are reached through all of its entries.";
    const repair =
      SIZES.has(name.text) && !hasMember(list, name.text)
        ? suggestion(
            "write count(…): it is how many entries a list has",
            insert(span.start, "count("),
            replace({ start: base.span.end, end: span.end }, ")"),
          )
        : safe(`write [] before .${name.text}`, insert(base.span.end, "[]"));
    context.findings.diagnostics.push(
      finding("RPT2103", name.span, `no field "${name.text}" here: the value is a list`, why, repair),
    );
    return null;
  }
  const { element } = list;
  if (
    element.kind === "any" ||
    (element.kind === "record" && element.shape.open && !element.shape.members.has(name.text))
  ) {
    const located: Code = { ...code, span: [span.start, span.end] };
    return {
      ...computed(span, located, { kind: "list", optional: false, element: ANY, array: list.array }),
      spread: false,
    };
  }
  if (element.kind !== "record") return checkField(element, base.code, name, span, context);
  const member = element.shape.members.get(name.text);
  if (member === undefined) return unknownField(name, element.shape, context);
  context.findings.uses.add(member.path);
  const type = member.type();
  const present = type.optional && isPresentInFilter(base.code, name.text);
  const flat: Type = type.kind === "list" ? type.element : withOptional(type, type.optional && !present);
  const array = type.kind === "list" ? codeKey(code) : list.array;
  const isFilled = list.isFilled === true && (type.kind !== "list" || type.isFilled === true);
  return {
    code,
    type: { kind: "list", optional: false, element: flat, array, ...(isFilled ? { isFilled } : {}) },
    path: member.path,
    role: member.role,
    span,
    spread: false,
  };
}

/** `items[has(.low)].low`: the filter leaves only records with the field. */
function isPresentInFilter(base: Code, name: string): boolean {
  if (base.op !== "filter") return false;
  const wanted = codeKey({ op: "member", base: { op: "record", level: 0 }, name });
  return presentWhen(true, base.condition).some((code) => codeKey(code) === wanted);
}

/** `items[]`: all entries. */
export function checkAll(node: Node<"all">, context: CheckContext): Checked | null {
  const base = context.check(node.base, context);
  if (base === null) return null;
  if (base.type.kind === "any") return { ...base, type: openList(base.code), span: node.span, spread: true };
  if (base.type.kind === "list") return { ...base, span: node.span, spread: true };
  return notAnArray(base, node.span, context);
}

function openList(code: Code): ListType {
  return { kind: "list", optional: false, element: ANY, array: codeKey(code) };
}

function notAnArray(base: Checked, span: Span, context: CheckContext): null {
  const name = base.path ?? "the value";
  const message = `${name} is not an array`;
  context.findings.diagnostics.push(
    finding("RPT2104", span, message, "Only arrays have entries.", advice("declare it with []")),
  );
  return null;
}

/** `items[.rate == 8]` */
export function checkFilter(node: Node<"filter">, context: CheckContext): Checked | null {
  const base = context.check(node.base, context);
  if (base === null) return null;
  const list = base.type.kind === "any" ? openList(base.code) : base.type;
  if (list.kind !== "list") return notAnArray(base, base.span, context);
  const scope = openRecord(list, context.scope);
  const condition = context.check(node.condition, { ...context, scope });
  if (condition === null) return null;
  if (condition.type.kind !== "bool" && condition.type.kind !== "any") {
    const why = "A filter keeps the records for which its condition holds.";
    const number = node.condition.kind === "number";
    const repair = advice(
      number ? "first(items) is the entry, items[index == 1] a list of it" : "for example [.rate == 8]",
    );
    context.findings.diagnostics.push(
      finding("RPT2105", node.condition.span, "a filter must be a condition", why, repair),
    );
    return null;
  }
  const code: Code = { op: "filter", base: base.code, condition: condition.code };
  const { isFilled: _, ...entries } = list;
  const type: ListType = { ...entries, array: codeKey(code) };
  return { code, type, path: null, role: null, span: node.span, spread: true };
}

function reference(member: Member, base: Code, span: Span, baseOptional: boolean, context: CheckContext): Checked {
  context.findings.uses.add(member.path);
  const code: Code = { op: "member", base, name: member.name };
  const declared = member.type();
  const known = context.scope.facts.has(factKey(code, context.scope.records.length));
  const optional = (declared.optional || baseOptional) && !known;
  const type = declared.kind === "list" ? listAt(declared, code, optional) : withOptional(declared, optional);
  // A computed value may be anything where nothing is declared.
  const located = declared.kind === "any" ? undeclared(code, span).code : code;
  return { code: located, type, path: member.path, role: member.role, span, spread: false };
}

/** The list of a record that may be absent is empty then. */
function listAt({ isFilled, ...list }: ListType, code: Code, isAbsent: boolean): ListType {
  return { ...list, array: codeKey(code), ...(isFilled === true && !isAbsent ? { isFilled } : {}) };
}

/** It may lead to anything: where it stands is told with what it led to and nobody could use. */
function undeclared(code: Extract<Code, { op: "member" | "record" }>, span: Span): Checked {
  return computed(span, { ...code, span: [span.start, span.end] }, ANY);
}

function unknownName(name: string, span: Span, context: CheckContext): null {
  const { scope } = context;
  const why = "Every name must be a declared field or let.";
  const inRecord = scope.records[0]?.shape?.members.has(name) === true;
  const repair = isLoopName(name, scope)
    ? suggestion("fields of the current record start with a dot", replace(span, ""))
    : inRecord
      ? safe(`fields of the current record start with a dot: .${name}`, insert(span.start, "."))
      : (ofRecordAround(name, span, context) ??
        boundElsewhere(name, scope) ??
        nearName(name, span, context) ??
        memberElsewhere(name, span, scope) ??
        advice(`declare it: field ${name} …`));
  if (!inRecord) scope.missing?.(name, span);
  context.findings.diagnostics.push(finding("RPT2101", span, `unknown name "${name}"`, why, repair));
  return null;
}

/** `item.price` where other languages name the entry of a loop; here it has no name, unless `as=` gives one. */
function isLoopName(name: string, scope: CheckContext["scope"]): boolean {
  return scope.records[0]?.shape != null && LOOP_NAMES.has(name);
}

const LOOP_NAMES: ReadonlySet<string> = new Set(["item", "row", "it", "this", "self", "entry", "record", "line"]);

function nearName(name: string, span: Span, context: CheckContext) {
  const { scope } = context;
  const aliases = [...scope.records.map((record) => record.alias), scope.source?.alias ?? null];
  const candidates = [...namesFor(scope, scope.root), ...aliases.filter((alias) => alias !== null)];
  const found = nearest(name, candidates);
  if (found !== null) return suggestion(`did you mean ${found}?`, replace(span, found));
  const shape = scope.records[0]?.shape ?? null;
  const field = nearest(name, shape === null ? [] : namesFor(scope, shape));
  return field === null ? null : suggestion(`did you mean .${field}?`, replace(span, `.${field}`));
}

/** A name that `as=` gives to records, used where none of them is open: also at the line that gives it. */
function boundElsewhere(name: string, { namedBy }: CheckContext["scope"]) {
  const by = namedBy?.(name) ?? null;
  if (by === null) return null;
  const there = "write this in there, such as at a box around its content";
  return advice(`${name} holds within the braces of ${by} alone: ${there}`);
}

/** The names of a record that may be meant: where a list is wanted, those of lists and of what holds some. */
function namesFor({ wantsList = false }: CheckContext["scope"], { members }: RecordShape): readonly string[] {
  if (!wantsList) return [...members.keys()];
  return [...members.values()].filter((member) => mayBeList(member.typeSoFar())).map(({ name }) => name);
}

function mayBeList(type: Type | null): boolean {
  return type === null || type.kind === "list" || type.kind === "any";
}

/** `.name` in an entry of a list, where the record around the entry has the field: `outer.name`. */
function ofRecordAround(name: string, span: Span, { scope }: CheckContext) {
  const { records, root, wantsList = false } = scope;
  const level = records.findIndex(({ shape }, at) => at > 0 && shape?.members.has(name) === true);
  const type = records[level]?.shape?.members.get(name)?.typeSoFar() ?? null;
  if (level < 0 || root.members.has("outer") || (wantsList && !mayBeList(type))) return null;
  const written = `${"outer.".repeat(level)}${name}`;
  return suggestion(`did you mean ${written}?`, replace(span, written));
}

/** `amount` where `.items[].amount` or `items[].amount` is declared, or `number` where `invoice.number` is. */
function memberElsewhere(name: string, span: Span, { root, records }: CheckContext["scope"]) {
  const holders = records.map(({ shape }, level) => ({ shape, before: level === 0 ? "." : "outer.".repeat(level) }));
  for (const { shape, before } of [...holders, { shape: root, before: "" }]) {
    const written = shape === null ? null : memberWithin(name, shape, before);
    if (written !== null) return suggestion(`did you mean ${written}?`, replace(span, written));
  }
  return null;
}

/** The first record or list of a record that has the field, as the field is written there. */
function memberWithin(name: string, { members }: RecordShape, before: string): string | null {
  for (const owner of members.values()) {
    const type = owner.typeSoFar();
    if (type === null) continue;
    const element = type.kind === "list" ? type.element : type;
    const member = element.kind === "record" ? element.shape.members.get(name) : undefined;
    if (member === undefined) continue;
    const path = `${before}${owner.name}${type.kind === "list" ? "[]" : ""}.${name}`;
    if (type.kind !== "list") return path;
    return member.typeSoFar()?.kind === "num" ? `sum(${path})` : `first(${path})`;
  }
  return null;
}

/** A field of records that stand near, as it may be named where none of them is open; null where they have none. */
function ofRecordsNear(name: string, span: Span, { scope }: CheckContext) {
  const type = scope.near?.shape.members.get(name)?.typeSoFar() ?? null;
  if (scope.near === undefined || type === null || ["list", "record", "image"].includes(type.kind)) return null;
  const { written, key } = scope.near;
  const meant = key === name ? ".key" : `${type.kind === "num" ? "sum" : "first"}(${written}.${name})`;
  return suggestion(`did you mean ${meant}?`, replace(span, meant));
}

function unknownField(
  name: { text: string; span: Span },
  shape: RecordShape,
  context: CheckContext,
  near: ReturnType<typeof ofRecordsNear> = null,
): null {
  const found = nearest(name.text, shape.members.keys());
  const known = [...shape.members.keys()].slice(0, 12).join(", ");
  const elsewhere = found === null ? memberElsewhere(name.text, name.span, context.scope) : null;
  const repair =
    near ??
    (found === null
      ? advice(elsewhere === null ? `fields here: ${known}` : `${elsewhere.title} fields here: ${known}`)
      : suggestion(`did you mean ${found}?`, replace(name.span, found)));
  const why = `${shape.path === "" ? "The record" : shape.path} has no field of that name.`;
  context.scope.missing?.(joinPath(shape.path, name.text, false), name.span);
  context.findings.diagnostics.push(finding("RPT2103", name.span, `no field "${name.text}" here`, why, repair));
  return null;
}
