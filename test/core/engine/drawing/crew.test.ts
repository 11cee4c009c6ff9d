import { existsSync, rmSync, writeFileSync } from "node:fs";
import { MessageChannel } from "node:worker_threads";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Board, type CrewMessage, type CrewWish, leadCrew } from "../../../../src/core/engine/drawing/crew.ts";
import {
  type CompiledTemplate,
  createEnginePool,
  type EnginePool,
  type RenderAnswer,
  RenderBudgetError,
  type RenderRequest,
} from "../../../../src/core/engine/index.ts";
import { Turns } from "../../../../src/core/engine/pool/turns.ts";
import { helperMark } from "../restless-plugin.ts";
import { admitAll, INVOICE, PDF_PLUGIN, pdfEngine, requestFor, templateOf } from "../sources.ts";

const RESTLESS = new URL("../restless-plugin.ts", import.meta.url).href;
const PATIENCE = { budgetMs: 60_000 };
const RECORDS = 40;

const SLIPS = `rpt 1
document slips name="送り状"
source people as=p
field people[].name string(40) example=["山田", "鈴木"]
page A5 portrait margin=10mm {
  body {
    text "{p.name}様"
  }
}
`;

describe("a batch whose records are drawn by several threads", () => {
  let template: CompiledTemplate;
  let list: readonly unknown[];
  /** The batch as one thread draws it. */
  let here: RenderAnswer;
  let pool: EnginePool;
  const engine = pdfEngine();
  beforeAll(async () => {
    pool = createEnginePool({ plugins: [PDF_PLUGIN, RESTLESS], threads: 2, busyShare: 0 });
    await pool.warmUp();
    template = templateOf(engine, INVOICE);
    const data = JSON.parse(template.example) as Record<string, unknown>;
    list = Array.from({ length: RECORDS }, (_each, index) => ({ ...data, note: `${index + 1}件目` }));
    here = await engine.render(batch(), admitAll);
    expect(here).toMatchObject({ kind: "rendered", records: RECORDS });
  });

  const batch = (renderer = "pdf"): RenderRequest => ({ ...requestFor(template, list, renderer), isList: true });

  afterAll(() => pool.close());

  /** The batch by one renderer, and whether a helper drew some of it. */
  const drawnBy = async (renderer: string, budgetMs = PATIENCE.budgetMs) => {
    const mark = helperMark(renderer);
    rmSync(mark, { force: true });
    const asked: number[] = [];
    const admit = async (records: number): Promise<void> => void asked.push(records);
    const drawing = pool.render(batch(renderer), admit, { budgetMs });
    const answer = await drawing.catch((error: unknown) => error);
    const next = await pool.render(requestFor(template, list[0]), admitAll, PATIENCE);
    const helped = existsSync(mark);
    rmSync(mark, { force: true });
    return { answer, asked, helped, next };
  };

  test("has the bytes and findings of one that is drawn in this thread, in two threads and in one", async () => {
    // The first time only one of the threads is up.
    for (const _round of [1, 2]) expect(await pool.render(batch(), admitAll, PATIENCE)).toEqual(here);
    const single = createEnginePool({ plugins: [PDF_PLUGIN], threads: 1 });
    expect(await single.render(batch(), admitAll, PATIENCE)).toEqual(here);
    await single.close();
  });

  test("is so for a template that makes its records of a list, too", async () => {
    const people = Array.from({ length: RECORDS }, (_each, index) => ({ name: `社員${index + 1}` }));
    const request = requestFor(templateOf(engine, SLIPS), { people });
    const alone = await engine.render(request, admitAll);
    expect(alone).toMatchObject({ kind: "rendered", records: RECORDS });
    expect(await pool.render(request, admitAll, PATIENCE)).toEqual(alone);
  });

  test.each(["watched-helpers", "dying-helpers", "throwing-helpers"])(
    "is whole whatever becomes of its helpers, and is admitted once: %s",
    async (renderer) => {
      const { answer, asked, helped, next } = await drawnBy(renderer);
      expect(helped).toBe(true);
      expect(answer).toMatchObject({ kind: "rendered", sha256: "sha256" in here ? here.sha256 : "" });
      expect(asked).toEqual([RECORDS]);
      expect(next).toMatchObject({ kind: "rendered", pages: 1 });
    },
  );

  test("takes its helpers along when it is over its budget", async () => {
    const { answer, helped, next } = await drawnBy("endless-helpers", 3_000);
    expect(helped).toBe(true);
    expect(answer).toBeInstanceOf(RenderBudgetError);
    expect(next).toMatchObject({ kind: "rendered", pages: 1 });
  });

  test("stops at its limit of pages as it does in one thread", async () => {
    const request = batch();
    const limits = { pagesMax: 25, bytesMax: 1_000_000_000 };
    const limited = { ...request, options: { ...request.options, limits } };
    const answer = await pool.render(limited, admitAll, PATIENCE);
    expect(answer).toEqual({ kind: "too-large", what: "pages", pages: 26, bytes: 0 });
    expect(await engine.render(limited, admitAll)).toEqual(answer);
  });

  test("stops at its limit of bytes as it does in one thread", async () => {
    const request = batch();
    const limits = { pagesMax: 1_000, bytesMax: here.kind === "rendered" ? here.bytes.length >> 2 : 0 };
    const limited = { ...request, options: { ...request.options, limits } };
    const answer = await pool.render(limited, admitAll, PATIENCE);
    expect(answer).toMatchObject({ kind: "too-large", what: "bytes" });
    expect("pages" in answer ? answer.pages : RECORDS).toBeLessThan(RECORDS);
    expect(await engine.render(limited, admitAll)).toEqual(answer);
  });

  test("lends its helpers' threads to whoever asks meanwhile", async () => {
    const mark = helperMark("held-up-leader");
    rmSync(mark, { force: true });
    const held = pool.render(batch("held-up-leader"), admitAll, PATIENCE);
    // The batch can't end before its leader may go on, and holds both threads as long as nobody else wants one.
    for (const tenant of ["one", "two", "three"]) {
      const answer = await pool.render(requestFor(template, list[0]), admitAll, { ...PATIENCE, tenant });
      expect(answer).toMatchObject({ kind: "rendered", pages: 1 });
    }
    writeFileSync(mark, "");
    expect(await held).toMatchObject({ kind: "rendered", records: RECORDS });
    rmSync(mark);
  });
});

describe("a helper that is lost", () => {
  test("holds nobody up by a run that comes after the leader has drawn it anew", async () => {
    const engine = pdfEngine();
    const template = templateOf(engine, INVOICE);
    const data = JSON.parse(template.example) as Record<string, unknown>;
    const list = Array.from({ length: RECORDS }, () => data);
    const request: RenderRequest = { ...requestFor(template, list), isList: true };
    const { port1: leader, port2: pool } = new MessageChannel();
    const { port1: toLeader, port2: helper } = new MessageChannel();
    pool.once("message", (wish: CrewWish) => {
      const board = new Board(wish.board);
      const run = board.claim(2);
      pool.postMessage({ kind: "helper", member: 2, port: toLeader } satisfies CrewMessage, [toLeader]);
      pool.postMessage({ kind: "helper-lost", member: 2 } satisfies CrewMessage);
      const late = { run, drawn: { facts: {}, part: { bytes: 2 ** 30 } } };
      const sendOnceDrawn = (): void => {
        if (board.placed > (run as number)) helper.postMessage(late);
        else setImmediate(sendOnceDrawn);
      };
      sendOnceDrawn();
    });
    const drawn = await engine.render(request, admitAll, leadCrew(leader));
    for (const port of [leader, helper]) port.close();
    expect(drawn).toEqual(await engine.render(request, admitAll));
  });
});

describe("turns that are lent", () => {
  const NEVER = new AbortController().signal;

  test("are those that are free, and are given back to whoever waits", async () => {
    const turns = new Turns(3);
    const own = await turns.take("a", NEVER);
    const recalled: number[] = [];
    const loans: { readonly end: () => void }[] = [];
    const end = turns.wish("a", (loan) => {
      const number = loans.push(loan);
      loan.onRecall(() => recalled.push(number));
    });
    expect(loans.length).toBe(2);
    const waiting = turns.take("b", NEVER);
    expect(recalled).toEqual([1]);
    loans[0]?.end();
    (await waiting).end();
    expect(loans.length).toBe(3);
    end();
    own.end();
    expect(loans.length).toBe(3);
  });
});
