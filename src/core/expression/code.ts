// The checked form of an expression: plain JSON that a canvas stores and `compileProgram` turns into closures.

/** JSON of one checked expression; only this room reads what is inside. */
export interface ExpressionCode {
  readonly op: string;
}
