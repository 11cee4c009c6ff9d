import type { Outcome } from "../diagnostics/index.ts";
import type { LetStatement } from "../language/tree.ts";
import type { CanvasLet } from "./declarations.ts";
import type { NameScope } from "./names.ts";

export interface CheckedLets {
  /** In dependency order: each uses only fields and lets before it. Lets with errors are left out. */
  readonly lets: readonly CanvasLet[];
  /** The scope with all lets in it; lets with errors are of type `any`, so that one mistake is told once. */
  readonly scope: NameScope;
  /** Canonical paths that the lets read. */
  readonly uses: readonly string[];
}

/** Types all lets. Their order is free; they may not depend on themselves (RPT2106). */
export declare function checkLets(statements: readonly LetStatement[], scope: NameScope): Outcome<CheckedLets>;
