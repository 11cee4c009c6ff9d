// The name that `as=` gives to the record that an element opens.
import { type ElementStatement, wordsIn } from "../../language/index.ts";
import { namesIn } from "../context/index.ts";
import { staticText } from "./value-place.ts";

/** The name that `as=` gives to a record; also where it is written in a way that is refused: then it is meant. */
export function aliasOf(statement: ElementStatement): string | undefined {
  const alias = statement.properties.find((property) => property.name.text === "as")?.value;
  if (alias === undefined) return aliasBehind(statement);
  if (alias.kind === "expression") return namesIn(alias.expression)[0];
  return wordsIn(alias.kind === "word" ? alias.text : (staticText(alias) ?? ""))[0]?.replaceAll("-", "");
}

/** The name in `as e`. The missing sign has an error of its own; the name counts as declared, so its uses have none. */
function aliasBehind({ args }: ElementStatement): string | undefined {
  const at = args.findIndex((arg) => arg.kind === "word" && arg.text === "as");
  const name = at < 0 ? undefined : args[at + 1];
  return name?.kind === "word" ? wordsIn(name.text)[0] : undefined;
}
