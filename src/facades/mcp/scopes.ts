import type { ToolDefinition } from "../../core/methods/index.ts";

/** What a credential is good for. */
export interface Reach {
  /** The full names of the methods that it may call. */
  readonly methods: ReadonlySet<string>;
  /** What a person may call, but has not allowed this client to: methods by full name, with the scope they need. */
  readonly beyondScopes: ReadonlyMap<string, string>;
  readonly maxRequestBytes: number;
  /** Whose bodies count together while they come; left out, those of the caller's address. */
  readonly account?: string;
  /** Counts a body that is about to be read, and refuses it where the caller has sent too many; left out, none is. */
  readonly countBody?: () => Promise<void>;
  /** Counts messages that call no tool against the caller's rate, and refuses beyond it; left out, nothing counts. */
  readonly count?: (messages: number) => Promise<Headers>;
}

/** A request for something that its person has not allowed the client; they can be asked (RFC 6750 §3.1). */
export interface StepUp {
  /** All that the client needs for the request, beside what it has. */
  readonly scopes: readonly string[];
}

/**
 * Whether a request, or a message of a batch, calls a tool or reads a resource for which the person's permission is
 * missing. It is told over HTTP, before the protocol's library is asked, because clients only then ask for more.
 */
export function stepUpOf(
  parsed: unknown,
  { beyondScopes }: Reach,
  tools: readonly ToolDefinition[],
  openedBy: (uri: string) => string | undefined,
): StepUp | null {
  if (beyondScopes.size === 0) return null;
  const scopeOf = (toolName: string | undefined): readonly string[] => {
    const tool = tools.find((each) => each.name === toolName);
    const scope = tool === undefined ? undefined : beyondScopes.get(tool.method.name);
    return scope === undefined ? [] : [scope];
  };
  const scopes = (Array.isArray(parsed) ? parsed : [parsed]).flatMap((message: unknown) => {
    const method = memberOf(message, "method");
    const params = memberOf(message, "params");
    if (method === "tools/call") return scopeOf(textOf(memberOf(params, "name")));
    if (method === "resources/read") return scopeOf(openedBy(textOf(memberOf(params, "uri")) ?? ""));
    return [];
  });
  return scopes.length === 0 ? null : { scopes: [...new Set(scopes)].sort() };
}

function memberOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}

function textOf(value: unknown): string | undefined {
  return typeof value === "string" ? value : undefined;
}
