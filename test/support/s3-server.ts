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
}

const BUCKET = "platen";

/** The credentials that this server knows. */
const CREDENTIALS = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" } as const;

export async function startS3Server(): Promise<S3Server> {
  const folder = await temporaryFolder("s3");
  const run = async (port: number) => {
    const server = new S3rver({
      address: "127.0.0.1",
      port,
      directory: folder.path,
      silent: true,
      configureBuckets: [{ name: BUCKET }],
    });
    return { server, port: (await server.run()).port };
  };
  let running: Awaited<ReturnType<typeof run>> | null = await run(0);
  const { port } = running;
  const stop = async (): Promise<void> => {
    await running?.server.close();
    running = null;
  };
  return {
    location: { bucketUrl: `http://127.0.0.1:${port}/${BUCKET}`, region: "us-east-1", ...CREDENTIALS },
    stop,
    start: async () => {
      running ??= await run(port);
    },
    [Symbol.asyncDispose]: async () => {
      await stop();
      await folder[Symbol.asyncDispose]();
    },
  };
}
