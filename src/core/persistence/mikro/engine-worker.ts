// The thread of the embedded database: its engine computes here, and reads and writes its files, so that neither holds
// the thread that serves requests.
import { rename, rm } from "node:fs/promises";
import { parentPort, workerData } from "node:worker_threads";
import { PGlite, type Transaction } from "@electric-sql/pglite";
import { dataDir } from "@electric-sql/pglite-prepopulatedfs";
import { type Engine, startEngine } from "./embedded-engine.ts";
import { EngineEnded } from "./engine-guard.ts";
import {
  type EngineCall,
  type EngineCalls,
  type EngineQuestion,
  type EngineThreadData,
  type EngineWord,
  failureOf,
  type TransactionEnd,
} from "./engine-messages.ts";
import { syncTree } from "./sync-tree.ts";

const port = parentPort;
if (port === null) throw new Error("this module runs in a thread of its own");
const { cluster, sync, lockPlace }: EngineThreadData = workerData;

/** A transaction of the query builder that is open. */
interface OpenTransaction {
  readonly transaction: Transaction;
  readonly end: (how: TransactionEnd) => Promise<void>;
}

let engine: Engine | null = null;
let begun = 0;
const open = new Map<number, OpenTransaction>();

const say = (word: EngineWord): void => port.postMessage(word);

function living(): Engine {
  if (engine === null) throw new EngineEnded();
  return engine;
}

function transactionOf(number: number): OpenTransaction {
  const known = open.get(number);
  if (known === undefined) throw new EngineEnded();
  return known;
}

type Answers = {
  readonly [Call in EngineCall]: (asked: EngineCalls[Call]["asks"]) => Promise<EngineCalls[Call]["answers"]>;
};

const ANSWERS: Answers = {
  async make() {
    await makeCluster();
    return null;
  },
  async start() {
    engine = await startEngine({ cluster, sync, lockPlace }, () => say({ kind: "ended" }));
    return null;
  },
  statement: ({ text, values }) => living().statements(text, values),
  sql: ({ text, values }) => living().sql.run(text, values),
  query({ text, values, options, transaction }) {
    const asked = transaction === null ? living().client : transactionOf(transaction).transaction;
    return asked.query<never>(text, values === undefined ? undefined : [...values], options);
  },
  begin: () => begin(living()),
  async end({ transaction, how }) {
    await transactionOf(transaction).end(how);
    return null;
  },
  pulse: async () => null,
  async close() {
    await engine?.close();
    return null;
  },
};

/** Answers its number once the transaction has begun; it stays open until its `end` is called. */
function begin({ client }: Engine): Promise<number> {
  begun += 1;
  const number = begun;
  const { promise: hasBegun, resolve, reject } = Promise.withResolvers<number>();
  const { promise: howItEnds, resolve: endSo } = Promise.withResolvers<TransactionEnd>();
  const isOver = client.transaction(async (transaction) => {
    const end = async (how: TransactionEnd): Promise<void> => {
      open.delete(number);
      endSo(how);
      await isOver;
    };
    open.set(number, { transaction, end });
    resolve(number);
    if ((await howItEnds) === "rollback") await transaction.rollback();
  });
  // Where it has begun, a failure is the answer to its end.
  isOver.catch(reject);
  return hasBegun;
}

/**
 * Made under another name and renamed when complete, so that an interrupted first start leaves no half database. The
 * files are those that the library's makers got from `initdb`, which takes five times as long as writing them.
 */
async function makeCluster(): Promise<void> {
  const draft = `${cluster}.new`;
  await rm(draft, { recursive: true, force: true });
  const database = await PGlite.create({ dataDir: draft, loadDataDir: await dataDir() });
  await database.close();
  if (sync === "full") await syncTree(draft);
  await rename(draft, cluster);
}

async function answer(question: EngineQuestion): Promise<void> {
  const { id, call } = question;
  try {
    const answerOf: (asked: never) => Promise<EngineCalls[EngineCall]["answers"]> = ANSWERS[call];
    say({ kind: "answer", id, value: await answerOf(question as never) });
  } catch (error) {
    say({ kind: "failure", id, failure: failureOf(error) });
  }
}

port.on("message", (question: EngineQuestion) => void answer(question));
