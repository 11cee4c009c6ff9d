// Bodies that stay unfinished: an organization has eight of its largest at a time, and the rest is refused.
import { request } from "node:http";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { RenderService } from "../../../gen/platen/v1/render_pb.ts";
import { platenMethods } from "../../../src/core/methods/index.ts";
import { connectHandler, createServer, type Server } from "../../../src/facades/rpc/index.ts";

const BYTES = 1024 * 1024;
const HEAD = '{"renderId":"rnd_1"';
const BODY = Buffer.from(`${HEAD.padEnd(BYTES - 1)}}`);

let server: Server;
let port = 0;

beforeAll(async () => {
  const handler = connectHandler({
    catalogue: platenMethods,
    routes: (router) =>
      router.service(RenderService, { getRenderPdf: () => ({ contentDisposition: "attachment", etag: '"a"' }) }),
    router: {},
    door: "rpc",
    admit: async ({ headers }) => ({
      ...{ token: "none", maxRequestBytes: BYTES, headers: new Headers() },
      account: headers.get("x-api-key") ?? "",
    }),
  });
  server = createServer({ handlers: [handler] });
  port = await server.listen({ host: "127.0.0.1", port: 0 });
});
afterAll(() => server.close(0));

interface Sending {
  readonly status: Promise<number>;
  finish(): void;
}

/** Sends all of a body but its last byte. */
function send(key: string): Sending {
  const sent = request({
    ...{ host: "127.0.0.1", port, method: "POST", path: "/platen.v1.RenderService/GetRenderPdf", agent: false },
    headers: { "content-type": "application/json", "content-length": BYTES, "x-api-key": key },
  });
  const status = new Promise<number>((resolve) => {
    sent.once("error", () => resolve(0));
    sent.once("response", (answer) => {
      buffer(answer).then(
        () => resolve(answer.statusCode ?? 0),
        () => resolve(0),
      );
    });
  });
  sent.write(BODY.subarray(0, -1));
  return { status, finish: () => void sent.end(BODY.subarray(-1)) };
}

test("the ninth unfinished body is refused, and the others are served when they are whole", async () => {
  const sendings = Array.from({ length: 9 }, () => send("one"));
  const first = await Promise.race(sendings.map(({ status }, at) => status.then((said) => ({ said, at }))));
  expect(first.said).toBe(429);
  const other = send("another");
  other.finish();
  expect(await other.status).toBe(200);
  const left = sendings.filter((_, at) => at !== first.at);
  for (const { finish } of left) finish();
  expect(await Promise.all(left.map(({ status }) => status))).toEqual(Array(8).fill(200));
});
