// Clients that have the server keep something for them: answers that they do not read, bodies that stay unfinished,
// streams that wait, answers that are packed at their wish.
import type { Attack } from "../attack.ts";
import { type Answer, later, type RawAnswer, rawConnection, send, sendHttp2, withHttp2 } from "../send.ts";
import type { Target } from "../target.ts";
import { jsonHeaders, renderPath } from "./bodies.ts";
import { noisePicture } from "./pictures.ts";

const MEBIBYTE = 1024 * 1024;

/** Renders a file of two megabytes that nothing makes smaller, stores it, and answers its name. */
async function storedFile(target: Target): Promise<{ readonly renderId: string; readonly renderKey: string }> {
  const attacker = await target.attacker("business");
  const made = await send(target.baseUrl, {
    path: renderPath(attacker),
    headers: jsonHeaders(attacker),
    body: JSON.stringify({ data: { picture: noisePicture(800), pictures: [] }, options: { store: true } }),
  });
  return { renderId: String(made.headers["x-service-render-id"]), renderKey: attacker.renderKey };
}

const PACKED: Attack = {
  name: "Connect: 12 stored files of 2 MB, to be packed by br",
  async run(target) {
    const { renderId, renderKey } = await storedFile(target);
    const headers = { ...jsonHeaders({ renderKey }), "accept-encoding": "br, gzip" };
    const sent = { path: "/platen.v1.RenderService/GetRenderPdf", headers, body: JSON.stringify({ renderId }) };
    return Promise.all(Array.from({ length: 12 }, () => send(target.baseUrl, sent)));
  },
  answers: /^200/,
  wrong: (answers) =>
    answers.some((each) => "headers" in each && each.headers["content-encoding"] !== undefined)
      ? "an answer was packed"
      : null,
};

const UNREAD: Attack = {
  name: "HTTP: 30 stored files of 2 MB that nobody reads",
  async run(target) {
    const { renderId, renderKey } = await storedFile(target);
    const path = `/v1/renders/${renderId}/pdf`;
    const connections = await Promise.all(Array.from({ length: 15 }, () => rawConnection(target.baseUrl)));
    for (const { socket } of connections) {
      socket.pause();
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nx-api-key: ${renderKey}\r\n\r\n`);
    }
    await withHttp2(target.baseUrl, async (open) => {
      for (let stream = 0; stream < 15; stream += 1) open({ ":path": path, "x-api-key": renderKey }).pause();
      await later(3_000);
    });
    for (const { socket } of connections) socket.destroy();
    return [{ said: "200 held" }];
  },
};

const UNFINISHED: Attack = {
  name: "HTTP/1.1, starter: 24 bodies of 4 MiB that lack their last byte",
  async run(target) {
    const attacker = await target.attacker("starter");
    const head = [
      ...[`POST ${renderPath(attacker)} HTTP/1.1`, "Host: 127.0.0.1", `x-api-key: ${attacker.renderKey}`],
      ...["content-type: application/json", `content-length: ${4 * MEBIBYTE - 1}`],
    ].join("\r\n");
    const body = Buffer.alloc(4 * MEBIBYTE - 2, " ");
    const connections = await Promise.all(Array.from({ length: 24 }, () => rawConnection(target.baseUrl)));
    for (const { socket } of connections) {
      socket.write(`${head}\r\n\r\n`);
      socket.write(body);
    }
    await later(3_000);
    const answers = connections.map(({ socket, received, closed }): RawAnswer => {
      socket.destroy();
      void closed;
      return { said: /^HTTP\/1.1 (\d+)/.exec(received().toString("latin1"))?.[1] ?? "200 held" };
    });
    return answers;
  },
  answers: /^(?:200 held|429)$/,
  wrong: (answers) =>
    answers.filter(({ said }) => said === "200 held").length > 8 ? "more than eight bodies were held" : null,
};

const LINKS: Attack = {
  name: "links: 600 that are wrong, from one IPv6 network",
  async run(target) {
    const network = target.newAddress().split(".").at(-1) ?? "0";
    const answers: Answer[] = [];
    for (let opened = 0; opened < 600; opened += 20) {
      const headers = { "x-forwarded-for": `2001:db8:${network}:4::${opened}` };
      const sent = { method: "GET", path: `/files/rnd_${"0".repeat(26)}.zzzzzz.0000000000.${"a".repeat(43)}`, headers };
      answers.push(...(await Promise.all(Array.from({ length: 20 }, () => send(target.baseUrl, sent)))));
    }
    return answers;
  },
  answers: /^(?:404|429)/,
  wrong: (answers) => (answers.some(({ said }) => said.startsWith("429")) ? null : "nobody was told to wait"),
};

const WATCHERS: Attack = {
  name: "gRPC: 90 watchers of health from one network",
  async run({ baseUrl, newAddress }) {
    const address = newAddress();
    const headers = {
      ...{ ":path": "/grpc.health.v1.Health/Watch", "content-type": "application/grpc", te: "trailers" },
      "x-forwarded-for": address,
    };
    return withHttp2(baseUrl, async (open) => {
      const said: string[] = [];
      for (let watcher = 0; watcher < 90; watcher += 1) {
        const stream = open({ ":method": "POST", ...headers });
        const at = said.push("200 watches") - 1;
        stream.on("trailers", (trailers) => {
          said[at] = `200 grpc ${String(trailers["grpc-status"])}`;
        });
        stream.resume();
        stream.end(Buffer.alloc(5));
      }
      await later(2_000);
      return said.map((each) => ({ said: each }));
    });
  },
  answers: /^200 (?:watches|grpc 8)$/,
  wrong: (answers) =>
    answers.filter(({ said }) => said === "200 watches").length > 20 ? "more than twenty watch from one network" : null,
};

const PACKED_FRAMES: Attack = {
  name: "gRPC: 20 stored files, to be packed by br and gzip",
  async run(target) {
    const { renderId, renderKey } = await storedFile(target);
    const message = Buffer.concat([Buffer.from([0x0a, renderId.length]), Buffer.from(renderId)]);
    const headers = {
      ...{ ":path": "/platen.v1.RenderService/GetRenderPdf", "content-type": "application/grpc", te: "trailers" },
      ...{ "x-api-key": renderKey, "grpc-accept-encoding": "br,gzip,deflate" },
    };
    const body = Buffer.concat([Buffer.from([0, 0, 0, 0, message.length]), message]);
    return Promise.all(Array.from({ length: 20 }, () => sendHttp2(target.baseUrl, headers, body)));
  },
  answers: /^200 grpc 0$/,
};

export const HOLDING_ATTACKS: readonly Attack[] = [PACKED, PACKED_FRAMES, UNREAD, UNFINISHED, LINKS, WATCHERS];
