import { connect } from "node:net";

/** A server that answers at all answers its door at once. */
const ANSWER_MS_MAX = 3_000;

/** `SSLRequest`: the one message that a server answers, with one byte, before it knows who asks. */
const QUESTION = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);

/** Whether a PostgreSQL server answers at this place over a new connection. Nobody signs in. */
export function knock(place: { readonly host: string; readonly port: number }): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(place);
    const end = (answers: boolean): void => {
      socket.destroy();
      resolve(answers);
    };
    socket.setTimeout(ANSWER_MS_MAX, () => end(false));
    socket.once("error", () => end(false));
    socket.once("connect", () => socket.write(QUESTION));
    socket.once("data", () => end(true));
    socket.once("close", () => end(false));
  });
}
