// Built-in functions of the language, kept as they were before plugins were loaded. A rule that replaces one of them
// changes what the rules of other plugins find.

/** Taken before any plugin is loaded: what a plugin replaces later is not asked here. */
const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys } = Reflect;

interface BuiltIn {
  /** `Array.prototype.push` */
  readonly name: string;
  readonly owner: object;
  readonly key: string | symbol;
  readonly descriptor: PropertyDescriptor;
}

const OWNERS: readonly (readonly [name: string, owner: object])[] = [
  ...[
    Object,
    Function,
    Array,
    String,
    Number,
    Boolean,
    Symbol,
    BigInt,
    Map,
    Set,
    WeakMap,
    WeakSet,
    Date,
    RegExp,
  ].flatMap((one): readonly (readonly [string, object])[] => [
    [one.name, one],
    [`${one.name}.prototype`, one.prototype],
  ]),
  ["Promise", Promise],
  ["Promise.prototype", Promise.prototype],
  ["Error.prototype", Error.prototype],
  ["Math", Math],
  ["JSON", JSON],
  ["Reflect", Reflect],
  ["Intl", Intl],
  ["the iterator of lists", getPrototypeOf([][Symbol.iterator]()) as object],
  ["the iterator of maps", getPrototypeOf(new Map()[Symbol.iterator]()) as object],
  ["the iterator of sets", getPrototypeOf(new Set()[Symbol.iterator]()) as object],
  ["the iterator of texts", getPrototypeOf(""[Symbol.iterator]()) as object],
];

/** Every function among them, with its place. */
export class BuiltIns {
  readonly #kept: readonly BuiltIn[] = OWNERS.flatMap(([name, owner]) =>
    ownKeys(owner).flatMap((key): readonly BuiltIn[] => {
      const descriptor = getOwnPropertyDescriptor(owner, key);
      if (typeof descriptor?.value !== "function") return [];
      return [{ name: `${name}.${typeof key === "symbol" ? (key.description ?? "") : key}`, owner, key, descriptor }];
    }),
  );

  /** Puts back what was replaced, and names the first of it; null where nothing was. */
  restore(): string | null {
    let replaced: string | null = null;
    const kept = this.#kept;
    // No iterator and no method of a list is used: they may be what was replaced.
    for (let at = 0; at < kept.length; at += 1) {
      const one = kept[at];
      if (one === undefined || currentOf(one) === one.descriptor.value) continue;
      defineProperty(one.owner, one.key, one.descriptor);
      replaced ??= one.name;
    }
    return replaced;
  }
}

function currentOf({ owner, key }: BuiltIn): unknown {
  return (owner as Readonly<Record<string | symbol, unknown>>)[key];
}
