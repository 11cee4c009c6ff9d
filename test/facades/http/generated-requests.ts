// Requests made from the OpenAPI document: some right, most wrong somewhere, none of them thought of by a person.
import fc from "fast-check";
import type { OpenAPIObject, OperationObject, ParameterObject } from "openapi3-ts/oas31";

/** A request as it goes out: nothing normalizes its path or its body. */
export interface GeneratedRequest {
  readonly verb: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

/** What exists, so that requests get past the first check now and then. */
export interface Known {
  /** Values of path parameters by name. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  /** A credential that may call, and others that may not. */
  readonly key: string;
  readonly otherKeys: readonly string[];
  /** Payloads that some template takes. */
  readonly payloads: readonly fc.Arbitrary<unknown>[];
}

const VERBS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

/** Requests to every operation of a document, by its own verb nine times out of ten. */
export function requestsOf(document: OpenAPIObject, known: Known): fc.Arbitrary<GeneratedRequest> {
  const operations = Object.entries(document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item as Readonly<Record<string, OperationObject>>).map(([verb, operation]) => ({
      arbitrary: requestTo(path, verb.toUpperCase(), operation, known),
      // What takes a body has the most to go wrong.
      weight: operation.requestBody === undefined ? 1 : 8,
    })),
  );
  return fc.oneof(...operations);
}

function requestTo(
  template: string,
  verb: string,
  operation: OperationObject,
  known: Known,
): fc.Arbitrary<GeneratedRequest> {
  const parameters = (operation.parameters ?? []).filter((one): one is ParameterObject => "in" in one);
  const takesBody = operation.requestBody !== undefined;
  return fc.record({
    verb: usually(fc.constant(verb), fc.constantFrom(...VERBS)),
    path: pathOf(template, known),
    query: queryOf(parameters.filter((one) => one.in === "query")),
    headers: headersOf(
      parameters.filter((one) => one.in === "header"),
      known,
    ),
    body: takesBody ? usually(bodies(known), fc.constant(null)) : usually(fc.constant(null), bodies(known)),
  });
}

function usually<Value>(often: fc.Arbitrary<Value>, seldom: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.oneof({ arbitrary: often, weight: 9 }, { arbitrary: seldom, weight: 1 });
}

const WORDS = fc.string({ unit: "binary", maxLength: 30 });

/** What breaks parsers of paths and queries: bad escapes, escaped separators, dots, zeros, bytes that are no UTF-8. */
const RAW = fc.constantFrom(
  "%",
  "%zz",
  "%00",
  "%ff",
  "%C3%28",
  "a%2fb",
  "..",
  "%2e%2e",
  "*",
  "a:b",
  ";",
  "'",
  "@",
  "[0]",
);

function pathOf(template: string, known: Known): fc.Arbitrary<string> {
  const parts = template.split(/(\{\w+\})/).map((part) => {
    const ids = known.ids[part.slice(1, -1)];
    if (ids === undefined) return fc.constant(part);
    const id = fc.constantFrom(...ids);
    const near = fc.tuple(id, WORDS).map(([text, more]) => encodeURIComponent(text + more));
    const far = fc.oneof(
      WORDS.map(encodeURIComponent),
      RAW,
      id.map((text) => text.toUpperCase()),
      near,
    );
    return fc.oneof({ arbitrary: id, weight: 4 }, { arbitrary: far, weight: 1 });
  });
  return fc.tuple(...parts).map((pieces) => pieces.join(""));
}

function queryOf(parameters: readonly ParameterObject[]): fc.Arbitrary<string> {
  const names = parameters.map(({ name }) => name);
  const name = names.length === 0 ? WORDS : usually(fc.constantFrom(...names), WORDS);
  const examples = parameters.flatMap(({ schema }) => examplesOf(schema));
  const text = fc.oneof(WORDS.map(encodeURIComponent), RAW, fc.integer().map(String), fc.double().map(String));
  const value = fc.oneof(fc.constantFrom("1", "50", ...examples.map(encodeURIComponent)), text);
  const member = fc.tuple(name.map(encodeURIComponent), value).map(([left, right]) => `${left}=${right}`);
  const members = fc.array(fc.oneof({ arbitrary: member, weight: 9 }, RAW), { maxLength: 3 });
  return fc.oneof(
    { arbitrary: fc.constant(""), weight: names.length === 0 ? 8 : 1 },
    { arbitrary: members.map((all) => (all.length === 0 ? "" : `?${all.join("&")}`)), weight: 2 },
  );
}

function examplesOf(schema: ParameterObject["schema"]): readonly string[] {
  if (schema === undefined || !("type" in schema)) return [];
  const values: readonly unknown[] = [...(schema.enum ?? []), ...(schema.examples ?? [])];
  return values.map(String);
}

/** Header values that HTTP itself lets through. */
const HEADER_TEXT = fc.oneof(fc.string({ unit: "grapheme-ascii", maxLength: 40 }), fc.constantFrom("é", "", " ", "\t"));

function headersOf(
  parameters: readonly ParameterObject[],
  known: Known,
): fc.Arbitrary<Readonly<Record<string, string>>> {
  const credential = fc.oneof(
    { arbitrary: fc.constant<Record<string, string>>({ "x-api-key": known.key }), weight: 30 },
    { arbitrary: fc.constant<Record<string, string>>({ authorization: `Bearer ${known.key}` }), weight: 4 },
    fc.constantFrom(...known.otherKeys).map((key) => ({ "x-api-key": key })),
    HEADER_TEXT.map((text) => ({ "x-api-key": text })),
    HEADER_TEXT.map((text) => ({ authorization: text })),
    fc.constant<Record<string, string>>({}),
  );
  const contentType = usually(
    fc.constant("application/json"),
    fc.oneof(HEADER_TEXT, fc.constantFrom("application/json; charset=utf-16", "text/plain", "multipart/form-data")),
  );
  const named = Object.fromEntries(parameters.map(({ name }) => [name.toLowerCase(), headerValue(name)] as const));
  const unnamed = {
    accept: HEADER_TEXT,
    "content-encoding": fc.constantFrom("gzip", "br", "identity", "x"),
    "if-none-match": HEADER_TEXT,
    range: fc.constantFrom("bytes=0-0", "bytes=9-1", "lines=1"),
  };
  const seldom = fc.oneof(
    { arbitrary: fc.constant({}), weight: 4 },
    { arbitrary: fc.record(named, { requiredKeys: [] }), weight: 3 },
    fc.record(unnamed, { requiredKeys: [] }),
  );
  return fc
    .tuple(credential, contentType, seldom)
    .map(([key, type, rest]) => ({ ...rest, ...key, "content-type": type }));
}

function headerValue(name: string): fc.Arbitrary<string> {
  return name.toLowerCase() === "prefer"
    ? usually(fc.constantFrom("respond-async", "respond-async, wait=5", "RESPOND-ASYNC", "return=minimal"), HEADER_TEXT)
    : HEADER_TEXT;
}

function bodies(known: Known): fc.Arbitrary<Uint8Array> {
  const payload = fc.oneof(...known.payloads);
  const anything = fc.oneof(fc.jsonValue({ stringUnit: "binary" }), fc.object());
  const data = usually(payload, anything);
  const options = fc.record(
    {
      store: usually(fc.boolean() as fc.Arbitrary<unknown>, anything),
      createdAt: usually(fc.constant<unknown>("2026-11-20T09:00:00Z"), anything),
      password: usually(fc.string({ unit: "binary" }) as fc.Arbitrary<unknown>, anything),
    },
    { requiredKeys: [] },
  );
  const plain = data.map((value) => JSON.stringify({ data: value }));
  const whole = fc
    .record(
      {
        data,
        dataList: usually(fc.array(data, { maxLength: 4 }) as fc.Arbitrary<unknown>, anything),
        options: usually(options as fc.Arbitrary<unknown>, anything),
        version: anything,
      },
      { requiredKeys: [] },
    )
    .map((value) => JSON.stringify(value));
  const text = fc.oneof({ arbitrary: plain, weight: 3 }, { arbitrary: whole, weight: 3 }, fc.json(), ODD_TEXT);
  const bytes = fc.oneof({ arbitrary: text, weight: 6 }, broken(text)).map((value) => new TextEncoder().encode(value));
  return usually(bytes, fc.uint8Array({ maxLength: 60 }));
}

/** A text with a piece taken out, doubled or replaced. */
function broken(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const piece = fc.oneof(
    fc.string({ maxLength: 3 }),
    fc.constantFrom("", "\0", "\uFEFF", "1e999", "-0", "\\ud800", '"'),
  );
  return fc.tuple(text, fc.nat(), fc.nat({ max: 5 }), piece).map(([whole, where, length, middle]) => {
    const at = where % (whole.length + 1);
    return whole.slice(0, at) + middle + whole.slice(at + length);
  });
}

const DEEP = 20_000;

/** What JSON allows and readers stumble over. */
const ODD_TEXT = fc.constantFrom(
  "",
  "null",
  "[]",
  "\uFEFF{}",
  "{} {}",
  '{"data":{},"data":{}}',
  '{"data":{"__proto__":{"items":[]},"constructor":1}}',
  '{"__proto__":{"data":{}}}',
  '{"data":{"items":[{"part":1e999999999,"whole":-0}]}}',
  '{"data":{"items":[{"part":0.1e-999999999,"whole":1}]}}',
  `{"data":{"items":[{"part":${"9".repeat(400)},"whole":3}]}}`,
  `{"data":${"[".repeat(DEEP)}${"]".repeat(DEEP)}}`,
  `{"data":${'{"a":'.repeat(DEEP)}1${"}".repeat(DEEP)}}`,
  '{"data":{"note":"\\ud800"}}',
  '{"data":{"note":"\\u0000"}}',
  '{"data":{"day":"2026-13-45","note":"\u202E"}}',
  '{"dataList":[{},{},null]}',
);
