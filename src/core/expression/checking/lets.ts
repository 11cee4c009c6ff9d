// `let` lines → typed columns and values in dependency order. Each is typed on its first use, so their order is free.
import type { Diagnostic, Outcome } from "../../diagnostics/index.ts";
import type { LetStatement } from "../../language/index.ts";
import {
  type CanvasLet,
  type Checked,
  childShape,
  joinPath,
  listOf,
  newShape,
  plainType,
  type RecordShape,
  readSegments,
  recordOf,
  type Segment,
  type Type,
} from "../code/index.ts";
import { advice, finding, type NameScope, newFindings, openShape } from "../names/index.ts";
import { checkNode } from "./check-node.ts";
import { collectNames, orderByNames } from "./let-order.ts";

export interface CheckedLets {
  /** In dependency order: each uses only fields and lets before it. Lets with errors are left out. */
  readonly lets: readonly CanvasLet[];
  /** The scope with all lets in it; lets with errors are of type `any`, so that one mistake is told once. */
  readonly scope: NameScope;
  /** Canonical paths that the lets read. */
  readonly uses: readonly string[];
}

/** One let on its way to a type. */
interface PendingLet {
  readonly statement: LetStatement;
  /** Canonical path, a source's alias replaced by its array. */
  readonly path: string;
  readonly name: Segment;
  /** Canonical path of the record it belongs to. */
  readonly owner: string;
  state: "waiting" | "checking" | "done";
  type: Type;
  /** Part of a circle: it keeps the type `any` and is left out. */
  circular: boolean;
}

interface Work {
  readonly scope: NameScope;
  readonly findings: ReturnType<typeof newFindings>;
  readonly done: CanvasLet[];
  readonly shapes: Map<string, RecordShape>;
  /** Lets being typed, outermost first: the way round a circle. */
  readonly way: PendingLet[];
}

const ANY: Type = plainType("any");
/** Lets typed inside one another; the order by names keeps it far lower. */
const WAY_MAX = 200;

/** Types all lets. Their order is free; they may not depend on themselves (RPT2106). */
export function checkLets(statements: readonly LetStatement[], scope: NameScope): Outcome<CheckedLets> {
  const work: Work = { scope, findings: newFindings(), done: [], shapes: new Map(), way: [] };
  collectShapes(scope.root, "", work.shapes, 0);
  const pending = statements.map((statement) => prepare(statement, scope));
  const known: PendingLet[] = [];
  for (const each of inDeclarationOrder(pending)) {
    if (declare(each, work)) known.push(each);
  }
  const names = known.map((each) => ({ name: each.name.name, uses: collectNames(each.statement.value) }));
  for (const at of orderByNames(names)) {
    const each = known[at];
    if (each !== undefined) resolve(each, work);
  }
  return { value: { lets: work.done, scope, uses: [...work.findings.uses] }, diagnostics: work.findings.diagnostics };
}

/** Deeper records than this are no form's data. */
const SHAPE_DEPTH_MAX = 64;

function collectShapes(shape: RecordShape, path: string, shapes: Map<string, RecordShape>, depth: number): void {
  shapes.set(path, shape);
  if (depth > SHAPE_DEPTH_MAX) return;
  for (const member of shape.members.values()) {
    const type = member.type();
    const element = type.kind === "list" ? type.element : type;
    if (element.kind === "record") collectShapes(element.shape, member.path, shapes, depth + 1);
  }
}

function prepare(statement: LetStatement, scope: NameScope): PendingLet {
  const segments: Segment[] = statement.path.segments.map(({ text, many }) => ({ name: text, many }));
  const [first] = segments;
  if (scope.source !== null && first !== undefined && first.name === scope.source.alias && segments.length > 1) {
    segments.splice(0, 1, ...readSegments(scope.source.path));
  }
  const name = segments.pop() ?? { name: "", many: false };
  const owner = segments.reduce((path, segment) => joinPath(path, segment.name, segment.many), "");
  return {
    statement,
    path: joinPath(owner, name.name, name.many),
    name,
    owner,
    state: "waiting",
    type: ANY,
    circular: false,
  };
}

/** New arrays first, so that their computed columns find them. */
function inDeclarationOrder(pending: readonly PendingLet[]): readonly PendingLet[] {
  const depth = (each: PendingLet) => (each.owner === "" ? 0 : each.owner.split(".").length);
  return [...pending].sort((a, b) => depth(a) - depth(b) || Number(b.name.many) - Number(a.name.many));
}

function declare(each: PendingLet, work: Work): boolean {
  const { statement, name, path } = each;
  const owner = work.shapes.get(each.owner) ?? openOwner(each, work);
  if (owner === null) return refuseOwner(each, work);
  if (owner.members.has(name.name)) {
    const message = `${path} is already declared`;
    return refuse(
      work,
      finding("RPT2007", statement.path.span, message, "A name means one thing.", advice("choose another name")),
    );
  }
  owner.members.set(name.name, {
    name: name.name,
    path,
    role: roleOf(statement),
    isComputed: true,
    type: () => resolve(each, work),
    typeSoFar: () => (each.state === "done" ? each.type : null),
  });
  if (name.many) work.shapes.set(path, newShape(path, false));
  return true;
}

/** Without declarations, a let may add to any record. */
function openOwner(each: PendingLet, work: Work): RecordShape | null {
  if (!work.scope.root.open || each.owner === "") return null;
  let shape = work.scope.root;
  for (const segment of readSegments(each.owner)) shape = childShape(shape, segment);
  work.shapes.set(each.owner, shape);
  return shape;
}

function refuse(work: Work, diagnostic: Diagnostic): false {
  work.findings.diagnostics.push(diagnostic);
  return false;
}

function refuseOwner({ owner, statement }: PendingLet, work: Work): false {
  const single = owner.endsWith("[]") ? owner.slice(0, -2) : owner;
  const declared = work.scope.root.members.get(single);
  if (declared !== undefined && owner.endsWith("[]")) {
    const message = `${single} is not an array`;
    return refuse(
      work,
      finding(
        "RPT2104",
        statement.path.span,
        message,
        "A computed column belongs to the records of an array.",
        advice("declare it with []"),
      ),
    );
  }
  work.scope.missing?.(owner, statement.path.span);
  standIn(owner, work.scope.root);
  const message = `${owner} is not declared`;
  const why = "A computed column is added to the records of a declared array, or of an array that another let makes.";
  return refuse(
    work,
    finding("RPT2126", statement.path.span, message, why, advice(`declare ${owner}, or write it as let ${owner} = …`)),
  );
}

/** An open record or list for an owner that nobody declared: where its values are used, nothing is left to say. */
function standIn(owner: string, root: RecordShape): void {
  const [first] = readSegments(owner);
  if (first === undefined || root.members.has(first.name)) return;
  const path = joinPath("", first.name, first.many);
  const record = recordOf(newShape(path, true));
  const type = first.many ? listOf(record) : record;
  root.members.set(first.name, { name: first.name, path, role: null, type: () => type, typeSoFar: () => type });
}

function roleOf(statement: LetStatement): string | null {
  const value = statement.properties.find((property) => property.name.text === "role")?.value;
  return value?.kind === "word" || value?.kind === "literal" ? value.text : null;
}

/** The type of a let, found now where it was not needed before. */
function resolve(each: PendingLet, work: Work): Type {
  if (each.state === "done") return each.type;
  if (each.state === "checking" || work.way.length >= WAY_MAX) return refuseCircle(each, work);
  each.state = "checking";
  work.way.push(each);
  const checked = checkNode(each.statement.value, {
    scope: scopeOf(each.owner, work),
    findings: work.findings,
    depth: 0,
    check: checkNode,
  });
  work.way.pop();
  each.state = "done";
  if (checked === null || each.circular) return each.type;
  each.type = each.name.many ? arrayType(each, checked, work) : withoutArray(checked.type);
  if (each.name.many && each.type === ANY && checked.type.kind !== "any") return each.type;
  const { span } = each.statement;
  work.done.push({ path: each.path, role: roleOf(each.statement), code: checked.code, span: [span.start, span.end] });
  return each.type;
}

function refuseCircle(each: PendingLet, work: Work): Type {
  const start = work.way.indexOf(each);
  const circle = start < 0 ? work.way : work.way.slice(start);
  const way = [...circle.map((pending) => pending.path), each.path].join(" → ");
  const fresh = circle.some((pending) => !pending.circular);
  for (const pending of circle) pending.circular = true;
  const message = `let ${each.path} depends on itself (${way})`;
  const why = "Values are computed one after the other.";
  if (fresh) refuse(work, finding("RPT2106", each.statement.path.span, message, why, advice("break the circle")));
  return ANY;
}

function withoutArray(type: Type): Type {
  return type.kind === "list" ? { ...type, array: "" } : type;
}

/** `let taxes[] = …`: the records of the list with the computed columns of `taxes[]` beside them. */
function arrayType(each: PendingLet, checked: Checked, work: Work): Type {
  const shape = work.shapes.get(each.path) ?? newShape(each.path, false);
  if (checked.type.kind === "any")
    return { kind: "list", optional: false, element: recordOf({ ...shape, open: true }), array: "" };
  if (checked.type.kind !== "list") {
    const message = `let ${each.path} makes an array, but the value is no list`;
    refuse(
      work,
      finding(
        "RPT2104",
        each.statement.value.span,
        message,
        "A new array is made by group, sort or a filter.",
        advice("delete the [], or use group(…)"),
      ),
    );
    return ANY;
  }
  const { element } = checked.type;
  if (element.kind !== "record") return withoutArray(checked.type);
  for (const [name, member] of element.shape.members) {
    if (!shape.members.has(name))
      shape.members.set(name, { ...member, path: inherited(each.path, element.shape.path, member.path, member.name) });
  }
  return { kind: "list", optional: false, element: recordOf(shape), array: "" };
}

/** Records of `group` belong to the let; those of a declared array keep their own paths. */
function inherited(owner: string, shapePath: string, path: string, name: string): string {
  return shapePath === "" ? joinPath(owner, name, path.endsWith("[]")) : path;
}

/** Inside `let a[].b[].x`, the record of `b` is the current one and that of `a` is one out. */
function scopeOf(owner: string, work: Work): NameScope {
  let scope = work.scope;
  let path = "";
  if (owner === "") return scope;
  for (const segment of readSegments(owner)) {
    path = joinPath(path, segment.name, segment.many);
    if (!segment.many) continue;
    settle(path, work);
    scope = openShape(work.shapes.get(path) ?? null, scope, null);
  }
  return scope;
}

/** A new array's records must be known before its columns are typed. */
function settle(path: string, work: Work): void {
  const segments = readSegments(path);
  const last = segments.pop();
  const owner = segments.reduce((before, segment) => joinPath(before, segment.name, segment.many), "");
  if (last !== undefined) work.shapes.get(owner)?.members.get(last.name)?.type();
}
