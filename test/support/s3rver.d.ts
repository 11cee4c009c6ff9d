/** What the tests use of the S3 server, which ships no types. */
declare module "@20minutes/s3rver" {
  import type { Server } from "node:http";

  interface S3rverOptions {
    readonly address: string;
    readonly port: number;
    readonly directory: string;
    readonly silent: boolean;
    readonly configureBuckets: readonly { readonly name: string }[];
  }
  interface S3rverContext {
    readonly method: string;
    readonly path: string;
    app: object;
    query: Readonly<Record<string, string>>;
    status: number;
    type: string;
    body: string;
  }
  export default class S3rver {
    constructor(options: S3rverOptions);
    run(): Promise<{ readonly address: string; readonly port: number }>;
    close(): Promise<void>;
    /** What a request passes, outermost first. */
    readonly middleware: ((context: S3rverContext, next: () => Promise<void>) => Promise<void>)[];
    /** There while it runs. */
    readonly httpServer: Server | undefined;
  }
}
