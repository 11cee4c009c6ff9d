// Python from 3.9 on: data classes of the standard library, which editors complete and type checkers know, and one
// function that makes them what json.dumps takes. Decimals are Decimal and are sent as texts, so that no digit is lost.
// Choices are literals: their values need no second name. Modules and types have names that no member can hide.
import { begun, memberNames, numbered, snake } from "./names.ts";
import { type PayloadMember, type PayloadRecord, type PayloadValue, recordsOf } from "./payload.ts";
import { inEight, quoted } from "./words.ts";
import { ANYTHING, fileOf, isWhole, numberLiteral, said, type TypeNames, typeNames, type Writer } from "./writing.ts";

const KEYWORDS = (
  "False None True and as assert async await break class continue def del elif else except finally for from global " +
  "if import in is lambda nonlocal not or pass raise return try while with yield"
).split(" ");

/** Types that annotations name: a member of this name would hide them from those behind it. */
const BUILT_IN = ["str", "int", "bool", "bytes", "float", "dict"];

const IMPORTS = [
  "from __future__ import annotations",
  "",
  "import base64 as _base64",
  "import dataclasses as _dataclasses",
  "import datetime as _datetime",
  "import decimal as _decimal",
  "import typing as _typing",
];

const TO_DATA = `def to_data(value: _typing.Any) -> _typing.Any:
    """What json.dumps takes, for a render's data: decimals and dates are texts, and members that are None stay away."""
    if _dataclasses.is_dataclass(value) and not isinstance(value, type):
        members = ((each.metadata["wire"], getattr(value, each.name)) for each in _dataclasses.fields(value))
        return {wire: to_data(member) for wire, member in members if member is not None}
    if isinstance(value, (list, tuple)):
        return [to_data(entry) for entry in value]
    if isinstance(value, _decimal.Decimal):
        return format(value, "f")
    if isinstance(value, _datetime.datetime):
        if value.tzinfo is None:
            raise ValueError("a datetime needs its offset from UTC: give it a tzinfo")
        return value.isoformat()
    if isinstance(value, (_datetime.date, _datetime.time)):
        return value.isoformat()
    if isinstance(value, (bytes, bytearray)):
        return _base64.b64encode(value).decode("ascii")
    return value`;

export const python: Writer = ({ payload, origin }) => {
  const names = typeNames(payload, { clean: cleaned, reserved: ["None", "True", "False"] });
  const root = payload.root ?? ANYTHING;
  const head = origin.map((line) => `# ${said(line)}`);
  const any = `The form ${payload.title} declares nothing: it takes any dict.`;
  const types =
    payload.root === null
      ? [["", `# ${said(any)}`, `${names.ofRecord(ANYTHING)} = _typing.Dict[str, _typing.Any]`]]
      : recordsOf(root).map((record) => ["", ...recordLines(record, names)]);
  return fileOf([head, IMPORTS, ["", ...TO_DATA.split("\n")], ...types]);
};

/** Python reads names in their compatible form: those that have another one are written by their numbers. */
function cleaned(name: string): string {
  return name.replace(/[\u309f\u30ff\uff66-\uff9f]/g, numbered);
}

function spelt(wire: string): string {
  return begun(cleaned(snake(wire)), "x");
}

function recordLines(record: PayloadRecord, names: TypeNames): readonly string[] {
  const wires = record.members.map(({ wire }) => wire);
  const members = memberNames(wires, spelt, new Set([...KEYWORDS, ...BUILT_IN]));
  // Members without a default may not stand behind one that has it.
  const ordered = [
    ...record.members.filter((each) => !each.optional),
    ...record.members.filter((each) => each.optional),
  ];
  return [
    "@_dataclasses.dataclass",
    `class ${names.ofRecord(record)}:`,
    `    """${docstring(record.about)}"""`,
    "",
    ...ordered.flatMap((member) => memberLines(member, members.get(member.wire) ?? "", names)),
  ].filter((line, at, all) => line !== "" || at < all.length - 1);
}

function memberLines(member: PayloadMember, name: string, names: TypeNames): readonly string[] {
  const one = typeOf(member.value, names);
  const type = member.isList ? `_typing.Sequence[${one}]` : one;
  // Type checkers know which members must be given by this very call.
  const field = (more: string): string =>
    `_dataclasses.field(${more}metadata={"wire": ${quoted(member.wire, inEight)}})`;
  const line = member.optional
    ? `    ${name}: _typing.Optional[${type}] = ${field("default=None, ")}`
    : `    ${name}: ${type} = ${field("")}`;
  return [...(member.about === "" ? [] : [`    #: ${said(member.about)}`]), line];
}

function typeOf(value: PayloadValue, names: TypeNames): string {
  switch (value.kind) {
    case "record":
      return names.ofRecord(value.record);
    case "choice": {
      // A literal is no float: numbers with a fraction are told in the comment.
      const literals = value.members.filter((member) => !member.numeric || isWhole(member));
      const words = literals.map((each) => (each.numeric ? numberLiteral(each) : quoted(each.value, inEight)));
      const literal = words.length === 0 ? [] : [`_typing.Literal[${words.join(", ")}]`];
      const types = [...literal, ...(literals.length < value.members.length ? ["float"] : [])];
      return types.length === 1 ? (types[0] ?? "") : `_typing.Union[${types.join(", ")}]`;
    }
    case "text":
      return "str";
    case "int":
      return "int";
    case "decimal":
      return "_decimal.Decimal";
    case "bool":
      return "bool";
    case "date":
      return "_datetime.date";
    case "time":
      return "_datetime.time";
    case "datetime":
      return "_datetime.datetime";
    case "image":
      return "bytes";
  }
}

function docstring(text: string): string {
  return said(text).replaceAll("\\", "\\\\").replaceAll('"', '\\"');
}
