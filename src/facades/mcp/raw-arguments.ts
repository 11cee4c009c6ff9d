import { itemsAt, type JsonMember, membersAt, skipSpace } from "../../core/methods/index.ts";

/** The JSON text of a tool call's arguments as they came, so that no digit of a number is lost; `{}` where absent. */
export function rawArguments(body: string, requestId: string | number): string {
  const start = skipSpace(body, 0);
  const messages = body[start] === "[" ? itemsAt(body, start).map((item) => item.start) : [start];
  for (const at of messages) {
    const members = membersAt(body, at);
    const id = last(members, "id");
    if (id === undefined || JSON.parse(body.slice(id.start, id.end)) !== requestId) continue;
    const params = last(members, "params");
    const given = params === undefined ? undefined : last(membersAt(body, params.start), "arguments");
    if (given !== undefined) return body.slice(given.start, given.end);
  }
  return "{}";
}

/** Of doubled members the last one counts, as for the parser that routed the message. */
function last(members: readonly JsonMember[], name: string): JsonMember | undefined {
  return members.findLast((member) => member.name === name);
}
