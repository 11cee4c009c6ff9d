// TypeScript: types alone, which cost nothing at run time. They are aliases and no interfaces, since values of those
// are not taken where any JSON object is asked for. Decimals may be numbers or texts: a text keeps all digits.
import { PLAIN } from "./names.ts";
import { type PayloadMember, type PayloadRecord, type PayloadValue, recordsOf } from "./payload.ts";
import { inHalves, quoted } from "./words.ts";
import { ANYTHING, fileOf, numberLiteral, said, type TypeNames, typeNames, type Writer } from "./writing.ts";

export const typeScript: Writer = ({ payload, origin }) => {
  const names = typeNames(payload, { clean: (name) => name, reserved: ["Record"] });
  const head = origin.map((line) => `// ${said(line)}`);
  if (payload.root === null) {
    const about = `/** The form ${said(payload.title)} declares nothing: it takes any object. */`;
    return fileOf([head, [comment(about), `export type ${names.ofRecord(ANYTHING)} = Record<string, unknown>;`]]);
  }
  return fileOf([head, ...recordsOf(payload.root).map((record) => recordLines(record, names))]);
};

function recordLines(record: PayloadRecord, names: TypeNames): readonly string[] {
  const head = [...commentLines(record.about, ""), `export type ${names.ofRecord(record)} = `];
  const [start = "", ...rest] = head.reverse();
  if (record.members.length === 0) return [...rest.reverse(), `${start}Record<string, unknown>;`];
  const members = record.members.flatMap((member) => memberLines(member, names));
  return [...rest.reverse(), `${start}{`, ...members, "};"];
}

function memberLines(member: PayloadMember, names: TypeNames): readonly string[] {
  const key = PLAIN.test(member.wire) ? member.wire : quoted(member.wire, inHalves);
  const one = typeOf(member.value, names);
  const type = member.isList ? `readonly ${one.includes(" ") ? `(${one})` : one}[]` : one;
  const line = member.optional ? `  ${key}?: ${type} | null;` : `  ${key}: ${type};`;
  return [...commentLines(member.about, "  "), line];
}

function typeOf(value: PayloadValue, names: TypeNames): string {
  switch (value.kind) {
    case "record":
      return names.ofRecord(value.record);
    case "choice":
      return value.members
        .map((member) => (member.numeric ? numberLiteral(member) : quoted(member.value, inHalves)))
        .join(" | ");
    case "int":
      return "number";
    case "decimal":
      return "number | string";
    case "bool":
      return "boolean";
    case "text":
    case "date":
    case "time":
    case "datetime":
    case "image":
      return "string";
  }
}

function commentLines(about: string, indent: string): readonly string[] {
  return about === "" ? [] : [`${indent}${comment(`/** ${said(about)} */`)}`];
}

/** A comment that nothing in it ends. */
function comment(text: string): string {
  return `${text.slice(0, -2).replaceAll("*/", "*\\/")}*/`;
}
