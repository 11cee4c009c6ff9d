// The fields of generated forms, with random bounds, and data at those bounds and beyond.
import { FIELDS_MAX, type FormPlan, type ValuePlan } from "./form-plan.ts";
import { PHOTO } from "./photo.ts";

export type FieldKind = "string" | "text" | "number" | "date" | "flag" | "picture";

interface Field {
  readonly path: string;
  readonly kind: FieldKind;
  readonly optional: boolean;
  /** As it is declared; `n` is the bound. */
  readonly type: (bound: number) => string;
}

function field(path: string, kind: FieldKind, type: string | ((bound: number) => string), optional = false): Field {
  return { path, kind, optional, type: typeof type === "string" ? () => type : type };
}

const string = (bound: number): string => `string(${bound})`;

/** Names that forms speak of. Arrays are `rows`, `rows[].parts` and `others`. */
export const FIELDS: readonly Field[] = [
  field("name", "string", string),
  field("code", "string", string),
  field("note", "text", (bound) => `text(${bound * 4})`),
  field("memo", "string", string, true),
  field("total", "number", "decimal(12,2)"),
  field("count", "number", "int"),
  field("fee", "number", "decimal(9,3)", true),
  field("day", "date", "date"),
  field("start", "date", "date"),
  field("end", "date", "date"),
  field("paid", "flag", "bool"),
  field("photo", "picture", "image", true),
  field("rows[].name", "string", string),
  field("rows[].memo", "string", string, true),
  field("rows[].line", "string", string),
  field("rows[].amount", "number", "decimal(12,2)"),
  field("rows[].qty", "number", "int"),
  field("rows[].day", "date", "date"),
  field("rows[].end", "date", "date"),
  field("rows[].paid", "flag", "bool"),
  field("rows[].parts[].label", "string", string),
  field("rows[].parts[].value", "number", "int"),
  field("others[].name", "string", string),
  field("others[].rate", "number", "decimal(5,1)"),
];
if (FIELDS.length !== FIELDS_MAX) throw new Error(`There are ${FIELDS.length} fields, and values for ${FIELDS_MAX}.`);

const STRING_BOUNDS = [8, 12, 20, 40];
const LIST_BOUNDS = [2, 3, 6, 24];

const KANJI = "東西南北春夏秋冬山川海空花鳥風月金銀銅鉄大小高低青赤白黒松竹梅桜森林田島橋港町村駅道";
const KANA = "アイウエオカキクケコサシスセソあいうえおかきくけこさしすせそ";
const LATIN = "abcdefghijklmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ0123456789";

function digitsOf(seed: number, length: number, letters: string): string {
  const all = [...letters];
  let state = seed * 7919 + 17;
  return Array.from({ length }, () => {
    state = (state * 1103515245 + 12345) % 2147483648;
    return all[Math.floor(state / 65536) % all.length] ?? "";
  }).join("");
}

/** Texts: usual ones first, then what is as long as declared, blank, half and full width, without a break. */
function textOf({ kind, seed }: ValuePlan, bound: number, at: number): string {
  const own = seed + at * 31;
  const usual = digitsOf(own, Math.min(bound, 2 + (own % 7)), KANJI);
  switch (kind % 10) {
    case 4:
      return digitsOf(own, bound, KANJI);
    case 5:
      return "";
    case 6:
      return digitsOf(own, bound, LATIN);
    case 7:
      return `${digitsOf(own, Math.max(1, Math.floor(bound / 2) - 1), LATIN)} ${digitsOf(own, Math.floor(bound / 2), KANA)}`;
    case 8:
      return digitsOf(own, Math.min(bound, 5), KANA);
    case 9:
      return "  ".slice(0, bound);
    default:
      return usual;
  }
}

function numberOf({ kind, seed }: ValuePlan, { type }: Field, at: number): number | string {
  const own = (seed * 37 + at * 101) % 100_000;
  const declared = type(0);
  if (declared === "int") return [own, 0, -own, 2_147_483_647][kind % 6] ?? own % 100;
  const [, precision = "12", scale = "2"] = /\((\d+),(\d+)\)/.exec(declared) ?? [];
  const whole = Number(precision) - Number(scale);
  const most = `${"9".repeat(whole)}.${"9".repeat(Number(scale))}`;
  return (
    [own % 10 ** Math.min(whole, 5), 0, -(own % 1000), most, `-${most}`, (own % 1000) + 0.5][kind % 8] ?? own % 1000
  );
}

function dateOf({ seed }: ValuePlan, at: number): string {
  return `2026-10-${String(1 + ((seed + at * 3) % 28)).padStart(2, "0")}`;
}

export interface FormData {
  /** Declarations of the fields that the source names. */
  readonly declarations: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
  /** The field whose declaration the data break; null: none. */
  readonly broken: string | null;
}

/** A form is broken on purpose once in so many. */
const BREAKS_EACH = 12;

/** The fields that a body of source mentions, declared, and data for them. */
export function dataFor(plan: FormPlan, mentioned: (path: string) => boolean): FormData {
  const fields = FIELDS.flatMap((one, at) => (mentioned(one.path) ? [{ one, values: valuesAt(plan, at) }] : []));
  const lists = new Set(fields.flatMap(({ one }) => arraysOf(one.path)));
  const bound = LIST_BOUNDS[Math.floor(plan.entries / 10) % LIST_BOUNDS.length] ?? 3;
  const entries = [2, Math.min(2, bound), bound, 0, 1][plan.entries % 5] ?? 2;
  const breaking = plan.breaks % BREAKS_EACH === BREAKS_EACH - 1;
  const broken = breaking ? breakable(fields.map(({ one }) => one)) : null;
  const data: Record<string, unknown> = {};
  for (const path of lists) if (!path.includes("[]")) data[path] = Array.from({ length: entries }, () => ({}));
  for (const { one, values } of fields) place(data, one.path.split("."), one, values, { entries, broken });
  const declarations = [
    ...[...lists].map((path) => `field ${path}[] min=0 max=${path.includes("[]") ? Math.min(bound, 3) : bound}`),
    ...fields.map(({ one, values }) => declared(one, values)),
  ];
  return { declarations, data, broken: broken?.path ?? null };
}

function valuesAt({ values }: FormPlan, at: number): ValuePlan {
  return values[at] ?? { kind: 0, seed: at, bound: 0 };
}

function arraysOf(path: string): readonly string[] {
  const pieces = path.split("[].");
  return pieces.slice(0, -1).map((_, at) => pieces.slice(0, at + 1).join("[]."));
}

function boundOf({ bound }: ValuePlan): number {
  return STRING_BOUNDS[bound % STRING_BOUNDS.length] ?? 20;
}

function declared({ path, kind, optional, type }: Field, values: ValuePlan): string {
  const written = `field ${path}${optional ? "?" : ""} ${type(boundOf(values))}`;
  if (kind === "picture") return written;
  const example: Readonly<Record<Exclude<FieldKind, "picture">, unknown>> = {
    string: "見本",
    text: "見本",
    number: 12,
    date: "2026-10-05",
    flag: true,
  };
  const depth = path.split("[]").length - 1;
  let shown = JSON.stringify(example[kind]);
  for (let level = 0; level < depth; level++) shown = `[${shown}]`;
  return `${written} example=${shown}`;
}

function breakable(fields: readonly Field[]): Field | null {
  return fields.find(({ kind, path }) => kind !== "flag" && kind !== "picture" && !path.includes("[]")) ?? null;
}

interface Filling {
  readonly entries: number;
  readonly broken: Field | null;
}

/** Puts values into the records along a path. */
function place(
  target: Record<string, unknown>,
  names: readonly string[],
  one: Field,
  values: ValuePlan,
  filling: Filling,
  at = 0,
): void {
  const [name = "", ...rest] = names;
  if (rest.length === 0) {
    const made = valueFor(one, values, at, filling.broken === one);
    if (made !== undefined) target[name] = made;
    return;
  }
  const key = name.replace("[]", "");
  const known = target[key] as Record<string, unknown>[] | undefined;
  const list = known ?? Array.from({ length: filling.entries === 0 ? 0 : 1 + (at % 3) }, () => ({}));
  target[key] = list;
  for (const [index, entry] of list.entries()) place(entry, rest, one, values, filling, at * 5 + index);
}

function valueFor(one: Field, values: ValuePlan, at: number, isBroken: boolean): unknown {
  if (one.optional && values.kind % 3 === 1 && !isBroken) return values.kind % 2 === 0 ? undefined : null;
  switch (one.kind) {
    case "string":
    case "text": {
      const bound = boundOf(values) * (one.kind === "text" ? 4 : 1);
      return isBroken ? "長".repeat(bound + 1) : textOf(values, bound, at);
    }
    case "number":
      return isBroken ? "12.3456789" : numberOf(values, one, at);
    case "date":
      return isBroken ? "2026-13-45" : dateOf(values, at);
    case "flag":
      return (values.seed + at) % 3 !== 1;
    case "picture":
      return PHOTO;
  }
}
