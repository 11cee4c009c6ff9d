/** Longest source in UTF-16 units: above it a template is data in disguise, and checking would not answer promptly. */
export const SOURCE_LENGTH_MAX = 2_097_152;

/** Most lines of a source; the largest known form has fewer than 6,000. */
export const SOURCE_LINES_MAX = 20_000;

/** Longest line outside `dataset`; an image as a data URI belongs into data or an asset, not into a line. */
export const LINE_LENGTH_MAX = 32_768;

/** Deepest nesting of brackets and of blocks (language reference, "Limits"). */
export const NESTING_MAX = 200;

/**
 * Most operators and members of one statement. Each of a chain nests the tree by one; beyond some hundreds the parser
 * gives up on it, and typing stops earlier.
 */
export const OPERATORS_MAX = 300;

/** Most values of one statement: an example with more of them is data, which belongs into the dataset. */
export const VALUES_MAX = 4_000;

/** Longest line that the doctor explains; a longer broken line is only named. */
export const EXPLAINED_LENGTH_MAX = 4_000;

/** After so many unreadable lines the text is no template; looking further costs time and tells nothing. */
export const UNREADABLE_LINES_MAX = 200;
