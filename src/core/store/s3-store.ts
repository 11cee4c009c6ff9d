import { getFips } from "node:crypto";
import { S3mini, S3NetworkError, S3ServiceError } from "s3mini";
import {
  hashOf,
  isStoredId,
  type PdfReading,
  type PdfStore,
  type StoredEntry,
  StoreUnavailable,
  safeId,
  sha256Of,
} from "./pdf-store.ts";
import { BUCKET_LIMITS, bodyOf, Redirected, timedFetch } from "./s3-requests.ts";
import { isGone, readSound, tried, WRITING } from "./tries.ts";

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

/** Looks find a bucket sound that is full or refuses writes: so long after a failed write it counts as away. */
const REMEMBERED_MS = 30_000;

const PDF_TYPE = "application/pdf";

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
    fetch: expectListings(timedFetch(BUCKET_LIMITS)),
  });
  let writeFailedAtMs: number | null = null;
  return {
    async put(id, pdf) {
      const key = keyOf(id);
      const sha256 = await sha256Of(pdf);
      const checksum = Buffer.from(sha256, "hex").toString("base64");
      // One PUT is whole or not at all, and the server compares what arrived with the checksum.
      const headers = { "x-amz-checksum-sha256": checksum } as const;
      const put = async () =>
        expectKept(bucket, key, pdf, await bucket.putObject(key, pdf, PDF_TYPE, undefined, headers));
      try {
        await reach(() => tried(put, WRITING, mayPass));
        writeFailedAtMs = null;
      } catch (error) {
        writeFailedAtMs = performance.now();
        throw error;
      }
      return { bytes: pdf.byteLength, sha256 };
    },

    async get(id, sha256, bytes = Number.POSITIVE_INFINITY): Promise<PdfReading> {
      const key = keyOf(id);
      const pdf = await readSound(() => read(bucket, key, bytes), sha256);
      return pdf === null ? { kind: "missing" } : { kind: "found", pdf };
    },

    async delete(id) {
      const key = keyOf(id);
      await reach(() => erase(bucket, key));
    },

    list: () => entriesOf(bucket),

    async ping() {
      if (writeFailedAtMs !== null && performance.now() - writeFailedAtMs < REMEMBERED_MS) return false;
      return bucket.bucketExists().catch(() => false);
    },
  };
}

/** The bucket does not have the object: a gateway answered the request in its place. */
class NotKept extends Error {}

/**
 * Makes sure that the bucket took the object: the entity tag of the answer is the MD5 of the bytes. Buckets that
 * encrypt with keys of their own have other tags; they are asked for the object's length.
 */
async function expectKept(bucket: S3mini, key: string, pdf: Uint8Array, answer: Response): Promise<void> {
  const tag = answer.headers.get("etag")?.replaceAll('"', "").toLowerCase();
  const isTag = getFips() === 0 && tag === (await hashOf("md5", pdf));
  if (answer.status === 200 && isTag) return;
  if ((await bucket.getContentLength(key)) !== pdf.byteLength)
    throw new NotKept("the bucket does not have what it took");
}

/** The object's bytes; null where it is proved to be gone. */
async function read(bucket: S3mini, key: string, bytes: number): Promise<Uint8Array | null> {
  const found = await reach(async () => {
    const answer = await bucket.getObjectResponse(key);
    return answer === null ? null : bodyOf(answer, bytes);
  });
  if (found !== null) return found;
  const exists = async (): Promise<boolean> => (await bucket.objectExists(key)) !== false;
  if (await reach(() => isGone(exists, () => expectUnlisted(bucket, key)))) return null;
  throw new StoreUnavailable("the bucket has the object and does not hand it out");
}

/** Statuses of a server that has too much to do, or whose part is away for a moment; all others stay. */
const PASSING_STATUSES: ReadonlySet<number> = new Set([408, 409, 429, 500, 502, 503, 504]);

/** Whether a request may succeed a moment later. What took as long as a request may take is not tried again. */
function mayPass(error: unknown): boolean {
  if (error instanceof NotKept || error instanceof Redirected) return true;
  // The client wraps what a look for the length throws.
  if (error instanceof Error && error.cause instanceof S3ServiceError) return mayPass(error.cause);
  if (error instanceof S3ServiceError) return PASSING_STATUSES.has(error.status);
  return error instanceof S3NetworkError || (error instanceof TypeError && error.message === "fetch failed");
}

/**
 * Erases the object, and makes sure that it is gone: a gateway may have answered in the bucket's place. Most servers
 * say that they erased what is not there; some that it is not there.
 */
async function erase(bucket: S3mini, key: string): Promise<void> {
  try {
    await bucket.deleteObject(key);
  } catch (error) {
    if (!(error instanceof S3ServiceError && error.status === 404)) throw error;
    await expectBucket(bucket);
  }
  if ((await bucket.objectExists(key)) !== false) throw new Error("the bucket still has what it was asked to erase");
}

/** An object that is not there is missing only where the bucket is there: else all of them are out of reach. */
async function expectBucket(bucket: S3mini): Promise<void> {
  if (!(await bucket.bucketExists())) throw new Error("the bucket does not exist, or may not be seen");
}

/** The same of an object that was looked for: a bucket that answers a listing knows what it has. */
async function expectUnlisted(bucket: S3mini, key: string): Promise<void> {
  await expectBucket(bucket);
  if (!(await bucket.listObjectsPaged("/", LISTED, 1))) throw new Error("the bucket can't be listed");
  // Some servers expect another signature where a slash stands in the question, and refuse it.
  const own = await bucket.listObjectsPaged("/", key, 1).catch(() => null);
  if (own?.objects?.some((object) => object.Key === key) === true)
    throw new Error("the bucket lists the object and says that it does not have it");
}

/**
 * What listings ask for. A slash in a query may travel as it is or as %2F, and servers differ in which of the two they
 * expect to have been signed; so it is left out, and what else begins so is skipped here.
 */
const LISTED = PREFIX.replace(/\/$/, "");

/** Objects that one question answers; the answer says where to go on. */
const PAGE_ENTRIES = 1_000;

/** A whole answer to a listing. */
const LISTING = /^\s*(?:<\?xml[^>]*>\s*)?<ListBucketResult[\s>][\s\S]*<\/ListBucketResult>\s*$/;

/** A listing of nothing, which some servers write without a closing tag. */
const EMPTY_LISTING = /^\s*(?:<\?xml[^>]*>\s*)?<ListBucketResult(?:\s[^>]*)?\/>\s*$/;

/**
 * A `fetch` that rejects with an error where a listing was asked for and the answer is something else, such as a
 * gateway's page. The client would read an empty listing in it, and an empty listing proves that a document is gone.
 */
function expectListings(request: typeof fetch): typeof fetch {
  return async (input, init) => {
    const answer = await request(input, init);
    const url = new URL(input instanceof Request ? input.url : input);
    if (answer.status !== 200 || !url.searchParams.has("list-type")) return answer;
    const text = await answer.text();
    if (!LISTING.test(text) && !EMPTY_LISTING.test(text)) throw new Error("the answer to a listing is none");
    return new Response(text, { status: answer.status, headers: answer.headers });
  };
}

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
