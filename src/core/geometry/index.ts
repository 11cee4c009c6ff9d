// Path data, transforms and real numbers → steps, matrices and digits that are the same on every machine.
export { combined, IDENTITY, type Matrix, matrixOf } from "./matrix.ts";
export { type PathStep, pathSteps } from "./path-data.ts";
export {
  cosineOf,
  decimalExponent,
  lengthOf,
  logarithmOf,
  powerOfTen,
  sineOf,
  tangentOf,
  toPower24Tenths,
  wholePower,
} from "./pinned-arithmetic.ts";
