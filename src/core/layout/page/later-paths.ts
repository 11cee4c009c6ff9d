// Paths of very many commands, which are made where somebody asks for them: a large code has 40,000 commands of two
// megabytes, and a form of a thousand such codes filled the memory of a process.
import type { PathCommand, Shape } from "./pages.ts";

type PathShape = Extract<Shape, { kind: "path" }>;

/** The paths that were asked for last keep this number of commands: the gate and renderers ask page by page. */
const KEPT_COMMANDS_MAX = 500_000;

const KEPT = new Map<PathShape, readonly PathCommand[]>();
let keptCommands = 0;
const MADE_LATER = new WeakSet<PathShape>();

/** A path that is made when it is asked for, and again when it was asked for long ago. `make` always makes the same. */
export function pathMadeLater(make: () => readonly PathCommand[]): PathShape {
  const shape: PathShape = {
    kind: "path",
    get commands() {
      return KEPT.get(shape) ?? keep(shape, make());
    },
  };
  MADE_LATER.add(shape);
  return shape;
}

/** Whether a path is made when it is asked for. */
export function isMadeLater(shape: PathShape): boolean {
  return MADE_LATER.has(shape);
}

function keep(shape: PathShape, commands: readonly PathCommand[]): readonly PathCommand[] {
  KEPT.set(shape, commands);
  keptCommands += commands.length;
  for (const [oldest, { length }] of KEPT) {
    if (keptCommands <= KEPT_COMMANDS_MAX || oldest === shape) break;
    KEPT.delete(oldest);
    keptCommands -= length;
  }
  return commands;
}
