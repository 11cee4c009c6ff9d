import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { sweepOrphans } from "../../../src/core/jobs/index.ts";
import { openDatabase } from "../../../src/core/persistence/index.ts";
import {
  DamagedBytes,
  openS3Store,
  type PdfStore,
  type S3Location,
  StoreUnavailable,
} from "../../../src/core/store/index.ts";
import { newId } from "../../../src/core/tenancy/index.ts";
import { type RunningCommand, runCommand, startCommand } from "../../support/command.ts";
import { type Judge, NotHereError } from "../judge.ts";
import type { Subjects } from "../subjects.ts";

// moto, a server of Amazon's protocols that checks every signature by Amazon's own library: a Python program, fetched
// by pip at a fixed version.

const VERSION = "5.2.1";

/** More objects than one page of a listing has. */
const OBJECTS = 1_003;

/** Requests of one client at a time. */
const AT_ONCE = 8;

const FETCH_TIMEOUT_MS = 300_000;

const BUCKET = "platen";
const REGION = "us-east-1";
const USER = "platen";

/** What a bucket's user needs, and no more; s3:HeadBucket is this server's own name for a part of s3:ListBucket. */
const POLICY = {
  Version: "2012-10-17",
  Statement: [
    { Effect: "Allow", Action: ["s3:ListBucket", "s3:HeadBucket"], Resource: [`arn:aws:s3:::${BUCKET}`] },
    {
      Effect: "Allow",
      Action: ["s3:GetObject", "s3:PutObject", "s3:DeleteObject"],
      Resource: [`arn:aws:s3:::${BUCKET}/*`],
    },
  ],
};

/** The bucket, its user, the user's policy and key are made before the server begins to ask for credentials. */
const CALLS_WITHOUT_CREDENTIAL = 4;

export const s3Judges: readonly Judge[] = [
  {
    name: "moto: PDFs in a bucket, listed, swept, refused and cut off, with every signature checked",
    needs: ["python3"],
    async judge(subjects) {
      const program = await moto(subjects);
      const env = { INITIAL_NO_AUTH_ACTION_COUNT: String(CALLS_WITHOUT_CREDENTIAL) };
      await using server = await startCommand(program, ["-H", "127.0.0.1", "-p", "0"], { env });
      const [, address = ""] = await server.waitFor(/Running on (http:\/\/127\.0\.0\.1:\d+)/);
      const location = await prepared(address);
      const store = openS3Store(location);
      await keepsBytes(store);
      await listsAndSweeps(store, subjects);
      await refusesOthers(location);
      await tellsCutOff(store, server);
    },
  },
];

async function keepsBytes(store: PdfStore): Promise<void> {
  assert.equal(await store.ping(), true, "the bucket can't be used");
  const id = newId("rnd");
  const pdf = Buffer.from("%PDF-1.7 請求書");
  const { sha256 } = await store.put(id, pdf);
  const reading = await store.get(id, sha256);
  assert.ok(reading.kind === "found" && pdf.equals(reading.pdf));
  await assert.rejects(store.get(id, "00".repeat(32)), DamagedBytes);
  for (const _twice of [1, 2]) await store.delete(id);
  assert.deepEqual(await store.get(id, sha256), { kind: "missing" });
}

/** Every object is listed once, over several pages, and what belongs to no render is erased once it is old enough. */
async function listsAndSweeps(store: PdfStore, { folder }: Subjects): Promise<void> {
  const ids = Array.from({ length: OBJECTS }, () => newId("rnd"));
  const left = [...ids];
  const putting = async (): Promise<void> => {
    for (let id = left.pop(); id !== undefined; id = left.pop()) await store.put(id, Buffer.from(id));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, putting));
  const listed: string[] = [];
  for await (const { id, storedAt } of store.list()) {
    assert.ok(Math.abs(storedAt.getTime() - Date.now()) < 10 * 60_000);
    listed.push(id);
  }
  assert.deepEqual(listed.toSorted(), ids.toSorted());
  const opening = await openDatabase({ kind: "embedded", dataDir: join(folder, "s3"), sync: "off" });
  if (!opening.ok) throw new Error(opening.sentence);
  const { database } = opening;
  const at = (hours: number) => ({ ...database, store, now: () => new Date(Date.now() + hours * 3_600_000) });
  assert.equal(await sweepOrphans(at(0)), 0);
  assert.equal(await sweepOrphans(at(2)), OBJECTS);
  for await (const { id } of store.list()) assert.fail(`${id} is left`);
  await database.close();
}

async function refusesOthers(location: S3Location): Promise<void> {
  for (const wrong of [
    { ...location, secretAccessKey: "not-the-secret-of-this-server" },
    { ...location, accessKeyId: "AKIANOBODYNOBODY0000" },
    { ...location, bucketUrl: `${location.bucketUrl}-of-nobody` },
  ]) {
    const store = openS3Store(wrong);
    assert.equal(await store.ping(), false);
    await assertAway(store);
  }
}

/** A server that accepts and says nothing any more, and then none at all. */
async function tellsCutOff(store: PdfStore, server: RunningCommand): Promise<void> {
  await server.stop("SIGKILL");
  assert.equal(await store.ping(), false);
  await assertAway(store);
}

async function assertAway(store: PdfStore): Promise<void> {
  const id = newId("rnd");
  const isAway = (error: unknown): boolean =>
    error instanceof StoreUnavailable && !`${error} ${error.cause}`.includes("not-the-secret");
  await assert.rejects(store.put(id, Buffer.from("x")), isAway);
  await assert.rejects(store.get(id, "00"), isAway);
  await assert.rejects(async () => {
    for await (const _entry of store.list());
  }, isAway);
}

/** Makes the bucket and a user who may use it, and answers the user's key. */
async function prepared(address: string): Promise<S3Location> {
  const made = await fetch(`${address}/${BUCKET}`, { method: "PUT" });
  assert.equal(made.status, 200, await made.text());
  await identity(address, { Action: "CreateUser", UserName: USER });
  const policy = { UserName: USER, PolicyName: "bucket", PolicyDocument: JSON.stringify(POLICY) };
  await identity(address, { Action: "PutUserPolicy", ...policy });
  const key = await identity(address, { Action: "CreateAccessKey", UserName: USER });
  const part = (name: string): string => new RegExp(`<${name}>([^<]+)</${name}>`).exec(key)?.[1] ?? "";
  return {
    bucketUrl: `${address}/${BUCKET}`,
    region: REGION,
    accessKeyId: part("AccessKeyId"),
    secretAccessKey: part("SecretAccessKey"),
  };
}

/** A call of Amazon's identity service, which the scope of the credential names. */
async function identity(address: string, parameters: Readonly<Record<string, string>>): Promise<string> {
  const scope = `nobody/20260101/${REGION}/iam/aws4_request`;
  const answer = await fetch(address, {
    method: "POST",
    headers: { authorization: `AWS4-HMAC-SHA256 Credential=${scope}, SignedHeaders=host, Signature=00` },
    body: new URLSearchParams({ ...parameters, Version: "2010-05-08" }),
  });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return text;
}

/** The program, in an environment of its own; a machine that can't fetch it skips its judgement. */
async function moto({ folder }: Subjects): Promise<string> {
  const environment = join(folder, "moto");
  const made = await runCommand("python3", ["-m", "venv", environment]);
  if (made.exitCode !== 0) throw new NotHereError("Python has no venv here");
  const pip = join(environment, "bin/pip");
  const quiet = ["--quiet", "--disable-pip-version-check"];
  const fetched = await runCommand(pip, ["install", ...quiet, `moto[server,s3]==${VERSION}`], {
    timeoutMs: FETCH_TIMEOUT_MS,
  });
  const program = join(environment, "bin/moto_server");
  if (fetched.exitCode !== 0 || !existsSync(program)) throw new NotHereError("pip could not fetch moto");
  return program;
}
