// Built-in functions of the language, kept as they were before plugins were loaded. A rule that replaces one of them
// changes what the rules of other plugins find.

/** Taken before any plugin is loaded: what a plugin replaces later is not asked here. */
const { defineProperty, getOwnPropertyDescriptor, getPrototypeOf, ownKeys, preventExtensions } = Reflect;

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

/** Names of every program. Timers and others are left out: the thread watches them in a way of its own. */
const GLOBALS: readonly string[] = [
  ...[
    "Object",
    "Function",
    "Array",
    "String",
    "Number",
    "Boolean",
    "Symbol",
    "BigInt",
    "Map",
    "Set",
    "WeakMap",
    "WeakSet",
  ],
  ...["Date", "RegExp", "Promise", "Error", "Math", "JSON", "Reflect", "Intl"],
  ...["parseInt", "parseFloat", "isNaN", "isFinite"],
];

/** Every function and every computed member among them, with its place. */
export class BuiltIns {
  readonly #kept: readonly BuiltIn[] = [
    ...OWNERS.flatMap(([name, owner]) => ownKeys(owner).flatMap((key) => builtIn(name, owner, key))),
    ...GLOBALS.flatMap((name) => builtIn("globalThis", globalThis, name)),
  ];

  /**
   * What all objects of a kind share takes no further members from here on: an added one (`severity` of all objects)
   * would stand in for what objects lack, and take what is assigned to them. To add one throws.
   */
  constructor() {
    for (const [name, owner] of OWNERS) if (/prototype$|^the iterator/u.test(name)) preventExtensions(owner);
  }

  /** Puts back what was replaced, and names the first of it; null where nothing was. */
  restore(): string | null {
    let replaced: string | null = null;
    const kept = this.#kept;
    // No iterator and no method of a list is used: they may be what was replaced.
    for (let at = 0; at < kept.length; at += 1) {
      const one = kept[at];
      if (one === undefined || isAsItWas(one)) continue;
      defineProperty(one.owner, one.key, one.descriptor);
      replaced ??= one.name;
    }
    return replaced;
  }
}

function builtIn(name: string, owner: object, key: string | symbol): readonly BuiltIn[] {
  const descriptor = getOwnPropertyDescriptor(owner, key);
  if (descriptor === undefined) return [];
  // Of what is no function only the global names of objects (`Math`) are kept; other values are numbers and texts.
  const isKept = typeof descriptor.value === "function" || descriptor.get !== undefined || owner === globalThis;
  const written = typeof key === "symbol" ? (key.description ?? "") : key;
  return isKept ? [{ name: `${name}.${written}`, owner, key, descriptor }] : [];
}

function isAsItWas({ owner, key, descriptor }: BuiltIn): boolean {
  const now = getOwnPropertyDescriptor(owner, key);
  return (
    now !== undefined && now.value === descriptor.value && now.get === descriptor.get && now.set === descriptor.set
  );
}
