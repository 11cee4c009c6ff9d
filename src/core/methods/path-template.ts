/**
 * Path templates of `google.api.http`, parsed and matched.
 *
 *     Template  = "/" Segments [ Verb ] ;
 *     Segments  = Segment { "/" Segment } ;
 *     Segment   = "*" | "**" | LITERAL | Variable ;
 *     Variable  = "{" FieldPath [ "=" Segments ] "}" ;
 *     FieldPath = IDENT { "." IDENT } ;
 *     Verb      = ":" LITERAL ;
 *
 * `*` is one segment, `**` is all that are left and stands last. A variable without segments is one segment.
 */

/** One segment of a template, with variables taken out. */
export type Segment =
  | { readonly kind: "literal"; readonly text: string }
  | { readonly kind: "one" }
  | { readonly kind: "rest" };

/** A variable and the segments that it spans. */
export interface PathVariable {
  /** The field that it fills, by names of the proto file joined with dots. */
  readonly fieldPath: string;
  /** The index of its first segment. */
  readonly start: number;
  /** The index after its last segment. */
  readonly end: number;
  /** It can hold several segments, so that a `/` in it is a separator and `%2F` stays as it is. */
  readonly multiple: boolean;
}

/** A parsed path template. */
export interface PathTemplate {
  readonly source: string;
  readonly segments: readonly Segment[];
  readonly variables: readonly PathVariable[];
  /** The word after the colon at the end, or nothing. */
  readonly verb: string | undefined;
}

const IDENTIFIER = /^[A-Za-z_][A-Za-z0-9_]*/;
// RFC 3986 `pchar` without the colon, which starts a verb, and without the characters of the grammar itself.
const LITERAL = /^(?:[A-Za-z0-9\-._~!$&'()+,;@]|%[0-9A-Fa-f]{2})+/;

/** Parses a template. A mistake in it is a mistake in a proto file: it throws, naming the column. */
export function parsePathTemplate(source: string): PathTemplate {
  const segments: Segment[] = [];
  const variables: PathVariable[] = [];
  let at = 0;

  const fail = (message: string): never => {
    throw new Error(`path template "${source}", column ${at + 1}: ${message}`);
  };
  const found = (): string => (at < source.length ? `'${source[at]}'` : "the end");
  const expect = (character: string): void => {
    if (source[at] !== character) fail(`expected '${character}', found ${found()}`);
    at += 1;
  };
  const take = (pattern: RegExp, what: string): string => {
    const text = pattern.exec(source.slice(at))?.[0] ?? fail(`expected ${what}, found ${found()}`);
    at += text.length;
    return text;
  };
  const segment = (insideVariable: boolean): void => {
    if (segments.at(-1)?.kind === "rest") fail("nothing can follow '**'");
    if (source.startsWith("**", at)) {
      at += 2;
      segments.push({ kind: "rest" });
    } else if (source[at] === "*") {
      at += 1;
      segments.push({ kind: "one" });
    } else if (source[at] === "{") {
      if (insideVariable) fail("a variable can't contain a variable");
      variable();
    } else {
      segments.push({ kind: "literal", text: decodeURIComponent(take(LITERAL, "a segment")) });
    }
  };
  const segmentList = (insideVariable: boolean): void => {
    segment(insideVariable);
    while (source[at] === "/") {
      at += 1;
      segment(insideVariable);
    }
  };
  const variable = (): void => {
    expect("{");
    const start = segments.length;
    let fieldPath = take(IDENTIFIER, "a field name");
    while (source[at] === ".") {
      at += 1;
      fieldPath += `.${take(IDENTIFIER, "a field name")}`;
    }
    if (variables.some((other) => other.fieldPath === fieldPath)) fail(`the variable '${fieldPath}' stands here twice`);
    if (source[at] === "=") {
      at += 1;
      segmentList(true);
    } else {
      segments.push({ kind: "one" });
    }
    expect("}");
    const multiple = segments.length - start > 1 || segments.at(-1)?.kind === "rest";
    variables.push({ fieldPath, start, end: segments.length, multiple });
  };

  expect("/");
  segmentList(false);
  let verb: string | undefined;
  if (source[at] === ":") {
    at += 1;
    verb = decodeURIComponent(take(LITERAL, "a verb"));
  }
  if (at < source.length) fail(`unexpected ${found()}`);
  return { source, segments, variables, verb };
}

/**
 * Matches the path of a request target, still percent-encoded and without the query. Answers the variables by field
 * path, decoded, or nothing where the template does not match.
 */
export function matchPathTemplate(template: PathTemplate, path: string): ReadonlyMap<string, string> | undefined {
  if (!path.startsWith("/")) return undefined;
  let raw = path.slice(1);
  if (template.verb !== undefined) {
    const colon = raw.lastIndexOf(":");
    if (colon < 0 || colon < raw.lastIndexOf("/") || decode(raw.slice(colon + 1)) !== template.verb) return undefined;
    raw = raw.slice(0, colon);
  }
  const parts = raw.split("/");
  const last = template.segments.at(-1);
  const fits =
    last?.kind === "rest" ? parts.length >= template.segments.length - 1 : parts.length === template.segments.length;
  if (!fits) return undefined;
  for (const [index, segment] of template.segments.entries()) {
    const part = parts[index];
    if (segment.kind === "literal" && (part === undefined || decode(part) !== segment.text)) return undefined;
    if (segment.kind === "one" && (part === undefined || part === "")) return undefined;
  }
  const values = new Map<string, string>();
  for (const variable of template.variables) {
    const open = template.segments[variable.end - 1]?.kind === "rest";
    const spanned = parts.slice(variable.start, open ? undefined : variable.end);
    const decoded = spanned.map((part) => decode(part, variable.multiple));
    if (decoded.some((part) => part === undefined)) return undefined;
    values.set(variable.fieldPath, decoded.join("/"));
  }
  return values;
}

/** A number per segment, larger for the more particular one, so that sorted templates can be tried in order. */
export function comparePathTemplates(left: PathTemplate, right: PathTemplate): number {
  const rank = (segment: Segment | undefined): number =>
    segment === undefined ? 1 : { literal: 3, one: 2, rest: 0 }[segment.kind];
  const length = Math.max(left.segments.length, right.segments.length);
  for (let index = 0; index < length; index += 1) {
    const difference = rank(right.segments[index]) - rank(left.segments[index]);
    if (difference !== 0) return difference;
  }
  return (right.verb === undefined ? 0 : 1) - (left.verb === undefined ? 0 : 1);
}

/** Percent-decoding that answers nothing for a malformed text, and can leave `%2F` as it is. */
function decode(text: string, keepSlashes = false): string | undefined {
  try {
    return keepSlashes
      ? text
          .split(/(%2F)/i)
          .map((part) => (/^%2F$/i.test(part) ? part : decodeURIComponent(part)))
          .join("")
      : decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
