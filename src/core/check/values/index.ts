// Values: arguments and properties as they are written → values of the kinds that the schema asks for.
export { aliasOf } from "./aliases.ts";
export { checkArguments, joinUnits, nearWord } from "./arguments.ts";
export { fittingLists, nodesOf } from "./fitting-lists.ts";
export { EMU_PER_UNIT, emuOf, readLength, thousandthsOf } from "./lengths.ts";
export { withNamedArguments } from "./named-arguments.ts";
export {
  argumentScope,
  elementScope,
  listOf,
  type Place,
  recordScope,
  scopeBeside,
  topPlace,
  UNKNOWN_RECORD,
  unpaged,
} from "./places.ts";
export { knownProperties, withSpaceBefore } from "./properties.ts";
export { checkRole } from "./role-names.ts";
export { checkAxis, checkScale } from "./scales.ts";
export { checkStyled } from "./styled.ts";
export { named, reportUseless, type Written } from "./useless.ts";
export { staticText } from "./value-place.ts";
export { checkValue, guarded, inPattern, withFormat } from "./values.ts";
export { expressionOf } from "./values-expressions.ts";
export { yieldsWhat } from "./values-lists.ts";
