// Unicode: characters → their classes, scripts and clusters, by pinned tables.
export { clusterStarts, clustersOf } from "./graphemes.ts";
export { graphemeClasses, lineBreakClasses, scripts, traits, verticalOrientations } from "./names.ts";
export {
  graphemeClassOf,
  hasTrait,
  isDefaultIgnorable,
  isEastAsianWide,
  isSettable,
  lineBreakClassOf,
  scriptOf,
  verticalOrientationOf,
  withoutIgnorables,
} from "./properties.ts";
