// Gate: pages → findings about their geometry (layer 2). Fit, layer 1, is told by layout, which measures it.

export { contrastOf } from "../layout/index.ts";
export { fullSizes, measureCapacities } from "./capacity.ts";
export { overPaper } from "./contrast.ts";
export { PAPER } from "./grounds.ts";
export {
  type GeometryInPages,
  judgeGeometry,
  PageJudge,
  type RecordOfPage,
  readsSources,
  toldOfPages,
} from "./page-judge.ts";
