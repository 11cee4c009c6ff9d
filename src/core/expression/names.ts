import type { CanvasField } from "./declarations.ts";
import type { RecordShape, Type } from "./types.ts";
import type { CheckedExpression } from "./check.ts";

/** The names that an expression may use at one place of the template. */
export interface NameScope {
  readonly root: RecordShape;
  /** Opened records, innermost first; null where the entries of a list are no records. */
  readonly records: readonly OpenedRecord[];
  readonly source: SourceRecord | null;
  /** Whether `page.n` and `page.total` may be used. */
  readonly pageNames: boolean;
  /** Whether anything is declared; without declarations every name is there. */
  readonly open: boolean;
  /** References known to be present, as keys made by `factKey`. */
  readonly facts: ReadonlySet<string>;
}

export interface OpenedRecord {
  readonly shape: RecordShape | null;
  readonly alias: string | null;
}

/** `source customers as=c`: the array's record is reached by its alias. */
export interface SourceRecord {
  readonly path: string;
  readonly alias: string;
}

/** The scope of lets and of elements outside any record. `source` is given where the template has a record source. */
export declare function rootScope(fields: readonly CanvasField[], source?: SourceRecord): NameScope;
/** The scope inside a body that repeats for each record of `list`. */
export declare function openRecord(list: CheckedExpression | Type, scope: NameScope, alias?: string): NameScope;
/** The scope where `condition` is known to hold: `has(x)` makes `x` present. */
export declare function narrow(scope: NameScope, condition: CheckedExpression): NameScope;
/** The scope where `page.n` and `page.total` may be used. */
export declare function withPageNames(scope: NameScope): NameScope;
