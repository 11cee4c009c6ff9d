import { createHash } from "node:crypto";
import { S3mini, S3ServiceError } from "s3mini";
import {
  isStoredId,
  type PdfReading,
  type PdfStore,
  type StoredEntry,
  StoreUnavailable,
  safeId,
  sha256Of,
} from "./pdf-store.ts";

/** Where the bucket is and who asks for it. */
export interface S3Location {
  /** The bucket's address in path style or as a host of its own, such as `https://s3.example.com/platen`. */
  readonly bucketUrl: string;
  /** The region that requests are signed for; many servers take any. */
  readonly region: string;
  readonly accessKeyId: string;
  /** Never printed: it does not stand in any error of this room. */
  readonly secretAccessKey: string;
}

/** A bucket that does not answer within this time counts as away: renders have seconds to live, not minutes. */
const ANSWER_MS_MAX = 15_000;

/** Everything of ours stands under this name, so that a bucket can be shared. */
const PREFIX = "renders/";

/**
 * Opens the store in a bucket that exists. Nothing is asked of the bucket yet: `ping` tells whether it can be used, so
 * that a process can start while its storage is away.
 *
 * Each method but `ping` throws `StoreUnavailable` where the bucket is out of reach or refuses the request.
 */
export function openS3Store({ bucketUrl, region, accessKeyId, secretAccessKey }: S3Location): PdfStore {
  const bucket = new S3mini({
    endpoint: bucketUrl,
    region,
    accessKeyId,
    secretAccessKey,
    requestAbortTimeout: ANSWER_MS_MAX,
  });
  return {
    async put(id, pdf) {
      const key = keyOf(id);
      const checksum = createHash("sha256").update(pdf).digest("base64");
      // One PUT is whole or not at all, and the server compares what arrived with the checksum.
      const headers = { "x-amz-checksum-sha256": checksum } as const;
      await reach(() => bucket.putObject(key, pdf, "application/pdf", undefined, headers));
      return { bytes: pdf.byteLength, sha256: sha256Of(pdf) };
    },

    async get(id, sha256): Promise<PdfReading> {
      const key = keyOf(id);
      const bytes = await reach(() => bucket.getObjectArrayBuffer(key));
      if (bytes === null) {
        await reach(() => expectBucket(bucket));
        return { kind: "missing" };
      }
      const pdf = new Uint8Array(bytes);
      return sha256Of(pdf) === sha256 ? { kind: "found", pdf } : { kind: "damaged" };
    },

    async delete(id) {
      const key = keyOf(id);
      await reach(() => erase(bucket, key));
    },

    list: () => entriesOf(bucket),

    async ping() {
      return bucket.bucketExists().catch(() => false);
    },
  };
}

/** Most servers say that they erased what is not there; some that it is not there. */
async function erase(bucket: S3mini, key: string): Promise<void> {
  try {
    await bucket.deleteObject(key);
  } catch (error) {
    if (!(error instanceof S3ServiceError && error.status === 404)) throw error;
    await expectBucket(bucket);
  }
}

/** An object that is not there is missing only where the bucket is there: else all of them are out of reach. */
async function expectBucket(bucket: S3mini): Promise<void> {
  if (!(await bucket.bucketExists())) throw new Error("the bucket does not exist, or may not be seen");
}

/**
 * What listings ask for. A slash in a query may travel as it is or as %2F, and servers differ in which of the two they
 * expect to have been signed; so it is left out, and what else begins so is skipped here.
 */
const LISTED = PREFIX.replace(/\/$/, "");

/** Objects that one question answers; the answer says where to go on. */
const PAGE_ENTRIES = 1_000;

async function* entriesOf(bucket: S3mini): AsyncGenerator<StoredEntry> {
  let goOn: string | undefined;
  do {
    const page = await reach(() => bucket.listObjectsPaged("/", LISTED, PAGE_ENTRIES, goOn));
    for (const { Key, LastModified } of page?.objects ?? []) {
      const id = Key.slice(PREFIX.length).replace(/\.pdf$/, "");
      if (isStoredId(id) && Key === keyUnder(id)) yield { id, storedAt: new Date(LastModified) };
    }
    goOn = page?.nextContinuationToken;
  } while (goOn !== undefined);
}

function keyOf(id: string): string {
  return keyUnder(safeId(id));
}

function keyUnder(id: string): string {
  return `${PREFIX}${id}.pdf`;
}

/** Whatever the client throws is the bucket's fault, since ids are checked before: it becomes one kind of error. */
async function reach<Value>(request: () => Promise<Value>): Promise<Value> {
  try {
    return await request();
  } catch (cause) {
    throw new StoreUnavailable("the bucket can't be reached or refuses the request", { cause });
  }
}
