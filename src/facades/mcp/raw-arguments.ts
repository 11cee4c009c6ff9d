import { itemsAt, type JsonMember, membersAt, skipSpace } from "../../core/methods/index.ts";

/**
 * The JSON text of a tool call's arguments as they came, so that no digit of a number is lost; `{}` where absent.
 *
 * @param body the whole request, known to be valid JSON in which no two messages have the same id
 * @param requestId the call's id, as the protocol's library read it from the same text
 */
export function rawArguments(body: string, requestId: string | number): string {
  const call = messagesOf(body).find((members) => {
    const id = last(members, "id");
    return id !== undefined && JSON.parse(body.slice(id.start, id.end)) === requestId;
  });
  const params = last(call ?? [], "params");
  const given = params === undefined ? undefined : last(membersAt(body, params.start), "arguments");
  return given === undefined ? "{}" : body.slice(given.start, given.end);
}

/** The members of the message, or of each message of a batch. */
function messagesOf(body: string): readonly (readonly JsonMember[])[] {
  const start = skipSpace(body, 0);
  const starts = body[start] === "[" ? itemsAt(body, start).map((item) => item.start) : [start];
  return starts.filter((at) => body[at] === "{").map((at) => membersAt(body, at));
}

/** Of doubled members the last one counts, as for the parser that routed the message. */
function last(members: readonly JsonMember[], name: string): JsonMember | undefined {
  return members.findLast((member) => member.name === name);
}
