// Requests that come before a service is ready: they wait for it, and are told to come again where it is late or fails.
import { afterEach, expect, test } from "vitest";
import { createServer, type Server, waitingFaces } from "../../../src/facades/rpc/index.ts";

const WAITING_MS = 300;
const open: Server[] = [];
afterEach(async () => {
  await Promise.all(open.splice(0).map((server) => server.close(0)));
});

async function serving() {
  const faces = waitingFaces(WAITING_MS);
  const server = createServer({ handlers: [faces.handler] });
  open.push(server);
  const port = await server.listen({ host: "127.0.0.1", port: 0 });
  const ask = async () => {
    const answer = await fetch(`http://127.0.0.1:${port}/v1/health`);
    return { status: answer.status, retryAfter: answer.headers.get("retry-after"), body: await answer.text() };
  };
  return { faces, ask };
}

const READY = (_: unknown, response: { end: (text: string) => unknown }): boolean => {
  response.end("ready");
  return true;
};

test("a request that waits for less is answered by the faces", async () => {
  const { faces, ask } = await serving();
  const asked = ask();
  faces.open([READY]);
  expect(await asked).toMatchObject({ status: 200, body: "ready" });
  expect(await ask()).toMatchObject({ status: 200, body: "ready" });
});

test("one that waits for longer gets 503 with Retry-After, and the next one is answered by the faces", async () => {
  const { faces, ask } = await serving();
  const late = await ask();
  expect(late).toMatchObject({ status: 503, retryAfter: "5" });
  expect(late.body).toContain("The service is still starting. Send the request again");
  faces.open([READY]);
  expect(await ask()).toMatchObject({ status: 200 });
});

test("where the start fails, all that wait get 503 with Retry-After", async () => {
  const { faces, ask } = await serving();
  const asked = [ask(), ask(), ask()];
  faces.fail(new Error("the database does not answer within 5 seconds"));
  for (const answer of await Promise.all(asked)) {
    expect(answer).toMatchObject({ status: 503, retryAfter: "5" });
    expect(answer.body).toContain("The service could not start. Send the request again");
    expect(answer.body).not.toContain("database");
  }
});
