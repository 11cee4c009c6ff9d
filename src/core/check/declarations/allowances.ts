// `allow RPT5006 "prescribed form, 5 pt labels"`: findings that an author knows and means. The lines are taken out of
// the tree before anything else looks at it, so that they may stand in every block.
import { CODES, isAllowable, type Span } from "../../diagnostics/index.ts";
import { nearest } from "../../expression/index.ts";
import type { ElementStatement, PropertyValue, Statement } from "../../language/index.ts";
import { type Allowance, advise, type CheckContext, rewrite } from "../context/index.ts";
import { withSpaceBefore } from "../values/index.ts";

/** Statements without their `allow` lines, and what these say. */
export interface WithAllowances {
  readonly statements: readonly Statement[];
  readonly allowances: readonly Allowance[];
}

const FORM = 'allow RPT5006 "prescribed form, 5 pt labels"';
/** `jp.print/hairline` */
const RULE = /^[a-z][a-z0-9-]*(?:\.[a-z0-9-]+)*\/[a-z0-9-]+$/;

/** Takes the `allow` lines out of a tree: those at the top level mean the document, others the element around them. */
export function takeAllowances(context: CheckContext, statements: readonly Statement[]): WithAllowances {
  const allowances: Allowance[] = [];
  const without = <Kind extends Statement>(children: readonly Kind[], within: Span | null): readonly Kind[] => {
    const kept = children.filter((each) => !isAllowance(each));
    for (const each of children) {
      if (!isAllowance(each)) continue;
      const allowance = readAllowance(context, each, within);
      if (allowance !== null) allowances.push(allowance);
    }
    return kept.map((each) => (each.kind === "element" ? { ...each, ...blockWithout(each) } : each));
  };
  const blockWithout = ({ block, span }: ElementStatement): Pick<ElementStatement, "block"> => {
    if (block === null) return { block };
    const children = without(block.children, span);
    // A block that was opened for such a line alone is none of the element's own.
    return { block: children.length === 0 && block.children.length > 0 ? null : { ...block, children } };
  };
  const kept = without(statements, null);
  return { statements: kept, allowances };
}

function isAllowance(statement: Statement): statement is ElementStatement {
  return statement.kind === "element" && statement.keyword.text === "allow";
}

function readAllowance(context: CheckContext, line: ElementStatement, within: Span | null): Allowance | null {
  const words = line.args.map((each) => ({ text: textOf(context, each), value: each }));
  const last = words.at(-1);
  const given = line.properties[0] ?? line.block;
  if (given !== undefined && given !== null) {
    const repair = rewrite(withSpaceBefore(context, given.span), "", "delete it");
    refuse(context, given.span, "allow takes codes and a reason, and nothing else", repair);
    return null;
  }
  if (last === undefined || !isReason(last.value) || last.text.trim() === "") {
    refuse(context, line.keyword.span, "allow does not say why", advise(`write the reason in quotes: ${FORM}`));
    return null;
  }
  const codes = words.slice(0, -1);
  if (codes.length === 0) refuse(context, line.keyword.span, "allow names no code", advise(`name it: ${FORM}`));
  for (const { text, value } of codes) refuseCode(context, text, value.span);
  return { codes: codes.map(({ text }) => text), reason: last.text, span: line.span, within };
}

function textOf(context: CheckContext, value: PropertyValue): string {
  if (value.kind === "literal" || value.kind === "word") return value.text;
  const written = context.textOf(value.span);
  return value.kind === "template" ? written.slice(1, -1) : written;
}

function isReason({ kind }: PropertyValue): boolean {
  return kind === "template" || kind === "literal";
}

function refuseCode(context: CheckContext, code: string, span: Span): void {
  if (RULE.test(code)) return;
  if (Object.hasOwn(CODES, code)) {
    if (isAllowable(code)) return;
    const why = advise("mend what it says, and delete this line");
    refuse(context, span, `${code} can't be allowed: something of the data or of the judgement would be lost`, why);
    return;
  }
  const near = nearest(code, Object.keys(CODES));
  const repair =
    near === null
      ? advise(`write the code as a check prints it: ${FORM}`)
      : rewrite(span, near, `did you mean ${near}?`);
  refuse(context, span, `there is no finding ${code}`, repair);
}

function refuse(context: CheckContext, span: Span, message: string, repair: ReturnType<typeof advise>): void {
  const why = `An allow line names findings and says why they are meant: ${FORM}.`;
  context.report({ code: "RPT1026", span, message, why, repair });
}
