// Tool calls whose members have the wrong shape. The protocol's library would refuse them with a dump of its schema:
// they pass it with members that it takes, and are refused in a sentence.
import { withArticle } from "../../core/diagnostics/index.ts";

type Members = Readonly<Record<string, unknown>>;

/** Why calls among the messages are none, by their ids. */
export function callFaults(parsed: unknown): ReadonlyMap<unknown, string> {
  const faults = new Map<unknown, string>();
  const messages: readonly unknown[] = Array.isArray(parsed) ? parsed : [parsed];
  for (const message of messages) {
    const fault = faultOf(message);
    if (fault !== null && isMembers(message)) faults.set(message["id"], fault);
  }
  return faults;
}

/** The messages as the library takes them. */
export function passableCalls(parsed: unknown): unknown {
  // A batch holds no batches: however deep lists lie in one another, only the outermost is looked into.
  return Array.isArray(parsed) ? parsed.map(passableCall) : passableCall(parsed);
}

function passableCall(parsed: unknown): unknown {
  if (!isCall(parsed)) return parsed;
  const { name, arguments: given } = parsed.params;
  if (faultOf(parsed) === null) {
    return given === null ? { ...parsed, params: { ...parsed.params, arguments: {} } } : parsed;
  }
  return { ...parsed, params: { ...parsed.params, name: typeof name === "string" ? name : "", arguments: {} } };
}

function faultOf(message: unknown): string | null {
  if (!isCall(message)) return null;
  const { params } = message;
  if (typeof params["name"] !== "string") {
    return "Invalid params: a tool call names its tool in `name`, as a text.";
  }
  // Null says no more than an absent member, as within the arguments.
  if (params["arguments"] === undefined || params["arguments"] === null || isMembers(params["arguments"])) return null;
  const came = kindOf(params["arguments"]);
  const wanted = "an object with the tool's inputs by name, {} where there are none";
  return `Invalid params: \`arguments\` is ${wanted}; ${came} came.`;
}

interface Call extends Members {
  readonly params: Members;
}

function isCall(message: unknown): message is Call {
  return isMembers(message) && message["method"] === "tools/call" && isMembers(message["params"]);
}

function isMembers(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function kindOf(value: unknown): string {
  if (Array.isArray(value)) return "a list";
  return typeof value === "string" ? "a text" : withArticle(typeof value);
}
