/** The place of a value in a list; one that is not in it yet comes to its end. Lists of a stream are short. */
export function placeIn<Value>(list: Value[], value: Value): number {
  const known = list.indexOf(value);
  return known >= 0 ? known : list.push(value) - 1;
}
