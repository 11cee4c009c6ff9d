// Declarations: fields, resources, parts and sources → what the rest of a form may name.
export { takeAllowances } from "./allowances.ts";
export { BAND_PRECEDENCE, type BandOn, checkBands, isBandFor, type PageKind } from "./bands.ts";
export { checkDatasetNames } from "./dataset-names.ts";
export { describeField } from "./examples.ts";
export { checkFields, GREY_PICTURE } from "./fields.ts";
export { checkLinks, checkOutput, checkRepeats, promisesTags } from "./output.ts";
export { checkPageSums } from "./page-sums.ts";
export { checkPartSizes, checkParts } from "./parts.ts";
export { ReservedNames } from "./reserved-names.ts";
export { checkResources } from "./resources.ts";
export { checkSource } from "./source.ts";
export { reportUnusedStyles } from "./unused-styles.ts";
