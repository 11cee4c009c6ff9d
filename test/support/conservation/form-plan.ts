// Random plans of whole forms: numbers that the writer reads as choices among what the schema table allows in a place.
// Smaller numbers are plainer choices, so that what fast-check shrinks is a small form that a person can read.
import fc from "fast-check";

/** One element: which of the allowed, its texts, its properties, and what its block holds. */
export interface NodePlan {
  readonly pick: number;
  readonly text: number;
  readonly properties: readonly (readonly [which: number, value: number])[];
  readonly children: readonly NodePlan[];
}

/** How the values of one field are made. */
export interface ValuePlan {
  /** Which kind of value: usual, longest, empty, absent, a long word … */
  readonly kind: number;
  readonly seed: number;
  /** How long its declaration lets it be. */
  readonly bound: number;
}

/** One section: a `page` block. */
export interface SectionPlan {
  /** Headers, footers, backgrounds. */
  readonly bands: readonly { readonly kind: number; readonly on: number; readonly children: readonly NodePlan[] }[];
  readonly body: readonly NodePlan[];
  readonly bodyColumns: number;
}

export interface FormPlan extends SectionPlan {
  readonly page: number;
  readonly margin: number;
  /** A second section, on paper of another size. */
  readonly second: SectionPlan | null;
  /** What `use` repeats. */
  readonly part: readonly NodePlan[];
  readonly copies: number;
  readonly isSource: boolean;
  /** How many values of lists come: few, none, all that are declared. */
  readonly entries: number;
  readonly values: readonly ValuePlan[];
  /** Breaks the declaration of one field: such data are refused. */
  readonly breaks: number;
}

const choice = fc.nat({ max: 999 });

const properties = fc.oneof(
  { weight: 5, arbitrary: fc.constant([]) },
  { weight: 4, arbitrary: fc.array(fc.tuple(choice, choice), { minLength: 1, maxLength: 2 }) },
  { weight: 1, arbitrary: fc.array(fc.tuple(choice, choice), { minLength: 3, maxLength: 6 }) },
);

function nodes(depth: number, most: number): fc.Arbitrary<readonly NodePlan[]> {
  return fc.array(node(depth), { minLength: 1, maxLength: most });
}

function node(depth: number): fc.Arbitrary<NodePlan> {
  const children = depth === 0 ? fc.constant([]) : nodes(depth - 1, 3);
  return fc.record({ pick: choice, text: choice, properties, children });
}

const value: fc.Arbitrary<ValuePlan> = fc.record({ kind: choice, seed: choice, bound: choice });

/** How many fields the writer's forms declare. */
export const FIELDS_MAX = 24;

const bands = fc.array(fc.record({ kind: choice, on: choice, children: nodes(1, 2) }), { maxLength: 2 });

export const formPlans: fc.Arbitrary<FormPlan> = fc.record({
  page: choice,
  margin: choice,
  bands,
  body: nodes(3, 4),
  bodyColumns: choice,
  second: fc.option(fc.record({ bands, body: nodes(1, 2), bodyColumns: choice }), { freq: 4 }),
  part: nodes(1, 2),
  copies: choice,
  isSource: fc.boolean(),
  entries: choice,
  values: fc.array(value, { minLength: FIELDS_MAX, maxLength: FIELDS_MAX }),
  breaks: choice,
});
