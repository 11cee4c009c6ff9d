// Assist: a source and a place in it → what an author asks there: proposals, descriptions, names, outline.
export { type Analysis, analyse } from "./analysis.ts";
export { propose } from "./completion.ts";
export { formatEdits } from "./formatting.ts";
export { type Description, describe } from "./hover.ts";
export { declarationsAt, type NamePlace, nameAt, placesOf } from "./names.ts";
export { type Fold, folds, type OutlineEntry, type OutlineKind, outline } from "./outline.ts";
export type { Proposal, ProposalKind } from "./proposal.ts";
export { type Renaming, renamable, rename } from "./rename.ts";
