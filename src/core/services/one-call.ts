// Streams of answers to one request. They pass the interceptors as a call with one answer does: the request is judged
// before anything is done for it, and for the interceptors the call has ended when its first message is there.
import type { Message } from "@bufbuild/protobuf";
import type { Interceptor, StreamRequest, UnaryRequest } from "@connectrpc/connect";

type Next = Parameters<Interceptor>[0];
type Answer = Awaited<ReturnType<Next>>;

/** Interceptors that look at one request message, as one that takes streams of answers too. */
export function asOneCall(interceptors: readonly Interceptor[]): Interceptor {
  const around = (next: Next): Next => interceptors.reduceRight<Next>((inner, outer) => outer(inner), next);
  return (next) => {
    const unary = around(next);
    return async (request) => {
      if (!request.stream) return unary(request);
      const message = await onlyMessage(request);
      const streamed: Next = async ({ message: judged }) =>
        begun(await next({ ...request, message: streamOf(judged) }));
      return around(streamed)(callOf(request, message));
    };
  };
}

async function onlyMessage({ message, method }: StreamRequest): Promise<Message> {
  const messages: Message[] = [];
  for await (const each of message) messages.push(each);
  const [only] = messages;
  if (only === undefined || messages.length > 1) throw new Error(`${method.name} takes one message`);
  return only;
}

function callOf({ method, ...request }: StreamRequest, message: Message): UnaryRequest {
  return { ...request, stream: false, message, method: { ...method, methodKind: "unary" } };
}

async function* streamOf(message: Message | AsyncIterable<Message>): AsyncGenerator<Message> {
  if (Symbol.asyncIterator in message) yield* message;
  else yield message;
}

/** A stream whose work is done as far as its first message: what fails until then fails inside of the interceptors. */
async function begun(answer: Answer): Promise<Answer> {
  if (!answer.stream) return answer;
  const messages = answer.message[Symbol.asyncIterator]();
  const first = await messages.next();
  return { ...answer, message: resumed(first, messages) };
}

async function* resumed(first: IteratorResult<Message>, rest: AsyncIterator<Message>): AsyncGenerator<Message> {
  try {
    for (let each = first; each.done !== true; each = await rest.next()) yield each.value;
  } finally {
    await rest.return?.();
  }
}
