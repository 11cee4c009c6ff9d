import { type Node, parseSync, visitorKeys } from "oxc-parser";

/** What compiles, lays out, judges and draws elements: a kind that it leaves out is gone from the paper. */
const DRAWING = /^src\/(?:core\/(?:schema|check|canvas|pictures|layout|gate)|plugins\/renderers)\//;

/**
 * Switches that may leave a case out without a word, each as `path:line sentence`. The compiler sees to those that
 * answer a value in each case and stand last in their function; any other says `default: … satisfies never`.
 */
export function openSwitches(path: string, text: string): string[] {
  if (!DRAWING.test(path)) return [];
  const found: string[] = [];
  const enter = (node: Node, around: readonly Node[]): void => {
    if (node.type === "SwitchStatement" && !isClosed(node, around, text)) {
      const line = text.slice(0, node.start).split("\n").length;
      found.push(`${path}:${line} switches without a default; close it by "default: … satisfies never"`);
    }
    for (const child of childrenOf(node)) enter(child, [...around, node]);
  };
  enter(parseSync(path, text).program, []);
  return found;
}

function isClosed(node: Extract<Node, { type: "SwitchStatement" }>, around: readonly Node[], text: string): boolean {
  if (node.cases.some((each) => each.test === null)) return true;
  const owner = around.findLast((each) => /Function/.test(each.type));
  const block = around.at(-1);
  const isLast = block?.type === "BlockStatement" && block.body.at(-1) === node && around.at(-2) === owner;
  const returned = owner !== undefined && "returnType" in owner ? owner.returnType : null;
  const type = returned == null ? "" : text.slice(returned.start, returned.end);
  return isLast && !/\b(?:void|undefined)\b/.test(type) && node.cases.every(({ consequent }) => answers(consequent));
}

/** Whether statements end by answering a value; an empty case goes on with the next one. */
function answers(statements: readonly Node[]): boolean {
  const last = statements.at(-1);
  if (last === undefined || last.type === "ThrowStatement") return true;
  if (last.type === "BlockStatement") return last.body.length > 0 && answers(last.body);
  if (last.type === "IfStatement" && last.alternate !== null)
    return answers([last.consequent]) && answers([last.alternate]);
  return last.type === "ReturnStatement" && last.argument !== null;
}

function childrenOf(node: Node): readonly Node[] {
  return (visitorKeys[node.type] ?? []).flatMap((key) => {
    const child: unknown = Reflect.get(node, key);
    return (Array.isArray(child) ? child : [child]).filter(
      (each): each is Node => typeof each === "object" && each !== null && "type" in each && "start" in each,
    );
  });
}
