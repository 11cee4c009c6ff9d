// Breaking: strings → the places where a line may end.
export { BETWEEN, type BreakOptions, breakOpportunities, breakRank, brokenAt, isReluctantStart } from "./line-break.ts";
export { amountsIn, figuresIn, numberLength, numeralsIn } from "./number-groups.ts";
