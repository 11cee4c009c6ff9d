// Turns the comments of proto files into a table from full names to documentation text.
import type { AnyDesc, DescFile } from "@bufbuild/protobuf";
import { nestedTypes } from "@bufbuild/protobuf/reflect";
import { getComments } from "@bufbuild/protoplugin";

/** The comment of every element of a file, by full name: `platen.v1.Canvas`, `platen.v1.Canvas.title`. */
export function documentationOf(files: readonly DescFile[]): Record<string, string> {
  const entries: [string, string][] = [];
  const add = (name: string, element: Exclude<AnyDesc, DescFile>): void => {
    const comment = getComments(element).leading?.trim();
    if (comment !== undefined && comment !== "") {
      entries.push([name, comment.replace(/^ /gm, "")]);
    }
  };
  for (const file of files) {
    for (const type of nestedTypes(file)) {
      add(type.typeName, type);
      if (type.kind === "message") {
        for (const field of type.fields) add(`${type.typeName}.${field.name}`, field);
      } else if (type.kind === "enum") {
        for (const value of type.values) add(`${type.typeName}.${value.name}`, value);
      } else if (type.kind === "service") {
        for (const method of type.methods) add(`${type.typeName}.${method.name}`, method);
      }
    }
  }
  entries.sort(([left], [right]) => (left < right ? -1 : 1));
  return Object.fromEntries(entries);
}
