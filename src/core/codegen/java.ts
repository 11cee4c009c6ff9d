// Java from 17 on: records with the annotations of Jackson, which 2 and 3 share, in one file. Decimals are BigDecimal.
// Dates and times are those of java.time: Jackson 2 writes them with the module jackson-datatype-jsr310, 3 by itself.
import { begun, camel, choiceWords, memberNames, scope, snake } from "./names.ts";
import {
  choicesOf,
  type PayloadChoice,
  type PayloadMember,
  type PayloadRecord,
  type PayloadValue,
  recordsOf,
} from "./payload.ts";
import { quoted } from "./words.ts";
import {
  ANYTHING,
  fileOf,
  indented,
  isWhole,
  numberLiteral,
  said,
  type TypeNames,
  typeNames,
  type Writer,
} from "./writing.ts";

const KEYWORDS = (
  "abstract assert boolean break byte case catch char class const continue default do double else enum extends final " +
  "finally float for goto if implements import instanceof int interface long native new package private protected " +
  "public return short static strictfp super switch synchronized this throw throws transient try void volatile while " +
  "true false null _"
).split(" ");

/** Methods that each object has already: no component may be called so. */
const METHODS = "clone finalize getClass hashCode notify notifyAll toString wait equals".split(" ");

/** Types that the file names without their packages. */
const TYPES = "String Object Long Boolean Enum Record JsonFormat JsonInclude JsonProperty JsonValue".split(" ");

const JACKSON = "com.fasterxml.jackson.annotation";

export const java: Writer = ({ payload, origin, packageName }) => {
  const names = typeNames(payload, { clean: (name) => name, reserved: TYPES, isNested: true });
  const head = [...origin.map((line) => `// ${commented(line)}`), `package ${packageName};`];
  if (payload.root === null) {
    const about = `The form ${payload.title} declares nothing: it takes any object.`;
    const name = names.ofRecord(ANYTHING);
    const lines = [`public record ${name}(@JsonValue java.util.Map<String, Object> members) {}`];
    return fileOf([head, [`import ${JACKSON}.JsonValue;`], [...documented(about), ...lines]]);
  }
  const [root = ANYTHING, ...records] = recordsOf(payload.root);
  const inner = [
    ...records.map((record) => [...recordLines(record, names), ") {}"]),
    ...choicesOf(payload.root).map((choice) => choiceLines(choice, choice.about, names)),
  ];
  const nested = inner.flatMap((lines) => ["", ...indented(lines, "    ")]);
  const body = [...recordLines(root, names), ...(nested.length === 0 ? [") {}"] : [") {", ...nested.slice(1), "}"])];
  const text = body.join("\n");
  const used = ["JsonFormat", "JsonInclude", "JsonProperty", "JsonValue"].filter((each) => text.includes(`@${each}`));
  return fileOf([head, used.map((name) => `import ${JACKSON}.${name};`), body]);
};

/** What stands before the end of a record's head. */
function recordLines(record: PayloadRecord, names: TypeNames): readonly string[] {
  const members = memberNames(
    record.members.map(({ wire }) => wire),
    (wire) => begun(camel(wire), "x"),
    new Set([...KEYWORDS, ...METHODS]),
  );
  const components = record.members.map((member) => componentLines(member, members.get(member.wire) ?? "", names));
  const lines = components.flatMap((each, at) => {
    const [last = "", ...rest] = [...each].reverse();
    return [...rest.reverse(), at === components.length - 1 ? last : `${last},`];
  });
  return [
    ...documented(record.about),
    "@JsonInclude(JsonInclude.Include.NON_NULL)",
    `public record ${names.ofRecord(record)}(`,
    ...indented(lines, "    "),
  ];
}

function componentLines(member: PayloadMember, name: string, names: TypeNames): readonly string[] {
  const { value, isList, optional, wire, about } = member;
  const type = isList ? `java.util.List<${boxed(value, names)}>` : optional ? boxed(value, names) : bare(value, names);
  const isTime = value.kind === "date" || value.kind === "time" || value.kind === "datetime";
  const format = isTime ? "@JsonFormat(shape = JsonFormat.Shape.STRING) " : "";
  return [...documented(about), `@JsonProperty(${quotedJava(wire)}) ${format}${type} ${name}`];
}

function bare(value: PayloadValue, names: TypeNames): string {
  if (value.kind === "int" && value.isLong) return "long";
  return value.kind === "bool" ? "boolean" : boxed(value, names);
}

function boxed(value: PayloadValue, names: TypeNames): string {
  switch (value.kind) {
    case "record":
      return names.ofRecord(value.record);
    case "choice":
      return names.ofChoice(value);
    case "int":
      return value.isLong ? "Long" : "java.math.BigInteger";
    case "decimal":
      return "java.math.BigDecimal";
    case "bool":
      return "Boolean";
    case "date":
      return "java.time.LocalDate";
    case "time":
      return "java.time.LocalTime";
    case "datetime":
      return "java.time.OffsetDateTime";
    case "image":
      return "byte[]";
    case "text":
      return "String";
  }
}

/** An enum whose constants know what they are in JSON. */
function choiceLines(choice: PayloadChoice, about: string, names: TypeNames): readonly string[] {
  const give = scope([]);
  const constants = choice.members.map((member) => {
    const words = snake(choiceWords(member.value, member.numeric)).toUpperCase();
    const number = numberLiteral(member);
    const whole = isWhole(member) ? `new java.math.BigInteger("${number}")` : `new java.math.BigDecimal("${number}")`;
    const name = begun(words, "X");
    const wire = member.numeric ? whole : quotedJava(member.value);
    return `    ${give(KEYWORDS.includes(name) ? `${name}_` : name)}(${wire})`;
  });
  const name = names.ofChoice(choice);
  return [
    ...documented(about),
    `public enum ${name} {`,
    `${constants.join(",\n")};`,
    "",
    "    private final Object wire;",
    "",
    `    ${name}(Object wire) {`,
    "        this.wire = wire;",
    "    }",
    "",
    "    /** What it is in JSON. */",
    "    @JsonValue",
    "    public Object wire() {",
    "        return wire;",
    "    }",
    "}",
  ].flatMap((line) => line.split("\n"));
}

function documented(about: string): readonly string[] {
  const text = commented(about).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  return about === "" ? [] : [`/** ${text.replaceAll("*/", "*&#47;").replaceAll("@", "&#64;")} */`];
}

/** Java reads `\u` in comments, too. */
function commented(text: string): string {
  return said(text).replaceAll("\\", "＼");
}

/** Java reads `\u000A` as the line end itself, before it reads texts: what would end the text is written in octals. */
function quotedJava(text: string): string {
  return quoted(text, (codePoint) =>
    codePoint < 0x100 ? `\\${codePoint.toString(8).padStart(3, "0")}` : inHalvesOf(codePoint),
  );
}

function inHalvesOf(codePoint: number): string {
  const text = String.fromCodePoint(codePoint);
  return Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, "0")}`).join(
    "",
  );
}
