import { globSync } from "node:fs";
import { join } from "node:path";
import S3rver from "@20minutes/s3rver";
import type { S3Location } from "../../src/core/store/index.ts";
import { temporaryFolder } from "./temporary-folder.ts";

/** A real server of the S3 protocol on loopback, with one bucket. */
export interface S3Server extends AsyncDisposable {
  readonly location: S3Location;
  /** Ends the server and leaves its files, as when a bucket goes out of reach. */
  stop(): Promise<void>;
  /** Starts it again on the same port. */
  start(): Promise<void>;
  /** From now on every request is refused with 503 "SlowDown", as a busy bucket does, until it is called with false. */
  slowDown(isSlow: boolean): void;
  /** From now on somebody else answers in its place, with a page and 200, until it is called with false. */
  replace(isReplaced: boolean): void;
  /** The keys of its objects, as they lie in its folder. */
  keys(): readonly string[];
}

const BUCKET = "platen";

/** How this server names the file of an object behind its key. */
const OBJECT_FILE = "._S3rver_object";

/** The credentials that this server knows. */
const CREDENTIALS = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" } as const;

export async function startS3Server(): Promise<S3Server> {
  const folder = await temporaryFolder("s3");
  const state = { isSlow: false, isReplaced: false };
  const run = async (port: number) => {
    const server = new S3rver({
      address: "127.0.0.1",
      port,
      directory: folder.path,
      silent: true,
      configureBuckets: [{ name: BUCKET }],
    });
    acceptListings(server);
    refuseWhileSlow(server, state);
    answerInPlace(server, state);
    return { server, port: (await server.run()).port };
  };
  let running: Awaited<ReturnType<typeof run>> | null = await run(0);
  const { port } = running;
  const stop = async (): Promise<void> => {
    const closed = running?.server.close();
    // A client that goes on asking over a connection it has would hold the server open.
    running?.server.httpServer?.closeAllConnections();
    await closed;
    running = null;
  };
  return {
    location: { bucketUrl: `http://127.0.0.1:${port}/${BUCKET}`, region: "us-east-1", ...CREDENTIALS },
    stop,
    slowDown(isSlow) {
      state.isSlow = isSlow;
    },
    replace(isReplaced) {
      state.isReplaced = isReplaced;
    },
    keys: () =>
      globSync(`**/*${OBJECT_FILE}`, { cwd: join(folder.path, BUCKET) }).map((file) =>
        file.slice(0, -OBJECT_FILE.length),
      ),
    start: async () => {
      running ??= await run(port);
    },
    [Symbol.asyncDispose]: async () => {
      await stop();
      await folder[Symbol.asyncDispose]();
    },
  };
}

/** More objects than a test stores: this server can't make the token of a listing's next page with today's OpenSSL. */
const LISTED_MAX = "100000";

/**
 * This server checks the signature of a listing without the slash at the end of the bucket's path, which S3 itself
 * includes, so a client that is right could not list here: a listing's signature is not compared.
 */
function acceptListings(server: S3rver): void {
  server.middleware.unshift((context, next) => {
    if (context.method === "GET" && context.path === `/${BUCKET}/`) {
      context.app = Object.create(context.app, { allowMismatchedSignatures: { value: true } });
      context.query = { ...context.query, "max-keys": LISTED_MAX };
    }
    return next();
  });
}

const SLOW_DOWN = `<?xml version="1.0" encoding="UTF-8"?>
<Error><Code>SlowDown</Code><Message>Please reduce your request rate.</Message></Error>`;

function refuseWhileSlow(server: S3rver, state: { readonly isSlow: boolean }): void {
  server.middleware.unshift(async (context, next) => {
    if (!state.isSlow) return next();
    context.status = 503;
    context.type = "application/xml";
    context.body = SLOW_DOWN;
    return undefined;
  });
}

/** A gateway whose own page says with 200 that something is wrong: it takes what is sent, and keeps nothing. */
function answerInPlace(server: S3rver, state: { readonly isReplaced: boolean }): void {
  server.middleware.unshift(async (context, next) => {
    if (!state.isReplaced) return next();
    context.status = 200;
    context.type = "text/html";
    context.body = "<html><body>Back soon.</body></html>";
    return undefined;
  });
}
