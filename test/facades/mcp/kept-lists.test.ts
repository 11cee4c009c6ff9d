// Lists are answered from bytes that were made once, and a client can't tell: each answer is the one that the library
// would have made for that request and that credential.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Answer } from "../../../src/facades/mcp/answer.ts";
import { KeptLists } from "../../../src/facades/mcp/kept-lists.ts";
import type { Connection } from "../../../src/facades/mcp/server.ts";
import { startServiceWithDemo } from "../../support/prepared-demo.ts";
import type { RunningService } from "../../support/service.ts";
import { answersIn, ERAS, requestOf } from "./clients.ts";

const METHODS = ["tools/list", "resources/list", "resources/templates/list"] as const;
const IDS: readonly unknown[] = [0, -3, 1e15, "", 'a"b\\', "請求 12", "identifier-of-the-request-that-asked"];

let service: RunningService;
let keys: readonly string[];

beforeAll(async () => {
  service = await startServiceWithDemo();
  const { renderKey, dataWriteKey } = service.demo();
  keys = [renderKey, dataWriteKey];
});
afterAll(() => service[Symbol.asyncDispose]());

async function answer(era: (typeof ERAS)[number], method: string, key: string, id: string, params = "{}") {
  const { headers, body } = requestOf(era, method, params, id);
  const response = await fetch(`${service.baseUrl}/mcp`, {
    method: "POST",
    headers: { ...headers, "x-api-key": key },
    body,
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

describe.each(ERAS)("in the %s era", (era) => {
  test.each(METHODS)("%s has the caller's identifier, and the same contents for all of them", async (method) => {
    for (const key of keys) {
      const results = new Set<string>();
      for (const id of [...IDS, ...IDS]) {
        const { status, text } = await answer(era, method, key, JSON.stringify(id));
        const [said, ...more] = answersIn(text);
        expect({ more, id: said?.id }).toEqual({ more: [], id });
        // To a key that may read no resources, there is no such method.
        if (method === "tools/list" || key === keys[0]) expect(status).toBe(200);
        results.add(JSON.stringify([status, said?.result, said?.error]));
      }
      expect(results.size).toBe(1);
    }
  });

  test("a credential gets the list of its own tools, whoever asked before", async () => {
    const list = async (key: string) => {
      const [said] = answersIn((await answer(era, "tools/list", key, "1")).text);
      return JSON.stringify(said?.result);
    };
    const first = await Promise.all(keys.map(list));
    expect(new Set(first).size).toBe(keys.length);
    expect(await Promise.all([...keys, ...keys].map(list))).toEqual([...first, ...first]);
  });

  test("a request that the library refuses is refused each time, under its own identifier", async () => {
    for (const id of [7, "x"]) {
      const { text } = await answer(era, "tools/list", keys[0] ?? "", JSON.stringify(id), '{"cursor":7}');
      expect(answersIn(text).map((said) => [said.id, said.result])).toEqual([[id, undefined]]);
    }
  });
});

describe("what is kept", () => {
  const connection = { tools: [], resources: [] } as unknown as Connection;
  const answering = (message: unknown): Answer => ({
    status: 200,
    headers: { "content-type": "application/json" },
    body: new TextEncoder().encode(JSON.stringify({ result: {}, id: (message as { id: unknown }).id })),
  });
  const made = async (lists: KeptLists, messages: readonly unknown[], headers = new Headers()) => {
    let count = 0;
    for (const parsed of messages) {
      const { body } = await lists.answer({ parsed, headers, connection }, async (message) => {
        count += 1;
        return answering(message);
      });
      expect(JSON.parse(new TextDecoder().decode(body)).id).toEqual((parsed as { id: unknown }).id);
    }
    return count;
  };
  const listing = (id: unknown, params: unknown = {}) => ({ jsonrpc: "2.0", id, method: "tools/list", params });

  test("is made once, whatever the identifiers and tokens for progress", async () => {
    const messages = [1, 2, "three"].map((id) => listing(id, { _meta: { progressToken: id } }));
    expect(await made(new KeptLists(), messages)).toBe(1);
  });

  test("is made anew for other parameters, headers and methods, and for what is no list", async () => {
    const lists = new KeptLists();
    expect(await made(lists, [listing(1), listing(2, { cursor: "a" }), listing(3, { cursor: "b" })])).toBe(3);
    expect(await made(lists, [listing(4)], new Headers({ "mcp-protocol-version": "2025-11-25" }))).toBe(1);
    const others = ["resources/list", "ping", "ping", "tools/call", "tools/call"];
    expect(
      await made(
        lists,
        others.map((method, id) => ({ ...listing(id), method })),
      ),
    ).toBe(5);
  });

  test("is not kept where the request is longer than an honest one", async () => {
    const long = { cursor: "x".repeat(9_000) };
    expect(await made(new KeptLists(), [listing(1, long), listing(2, long)])).toBe(2);
  });
});
