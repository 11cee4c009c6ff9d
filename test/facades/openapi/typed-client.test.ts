import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { generateApi } from "swagger-typescript-api";
import { expect, it } from "vitest";
import { platenMethods } from "../../../src/core/methods/index.ts";
import { openApiOf } from "../../../src/facades/openapi/index.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

/** What a user writes. Each line that must not compile says so, and fails the check if it does compile. */
const USAGE = `
import { Api } from "./client";

const api = new Api({ baseUrl: "http://127.0.0.1:8080" });

export async function use(): Promise<void> {
  const { canvases, nextPageToken } = (await api.v1.listCanvases({ pageSize: 10, query: "請求" })).data;
  const first: string | undefined = canvases[0]?.id;
  const next: string | undefined = nextPageToken;
  const pdf: Blob = (await api.v1.renderCanvas(first ?? "", { data: { a: "A" }, options: { store: true } })).data;
  const render = (await api.v1.getRender("rnd_1")).data;
  const keyId: string | null = render.keyId;
  const status: "queued" | "rendering" | "succeeded" | "failed" | "expired" = render.status;
  const used: number = (await api.v1.getUsage()).data.records.used;
  // @ts-expect-error the envelope has no such member
  await api.v1.renderCanvas("cnv_1", { payload: {} });
  // @ts-expect-error a page size is a number
  await api.v1.listCanvases({ pageSize: "10" });
  // @ts-expect-error there is no such status
  await api.v1.listRenders({ status: "done" });
  console.log(next, pdf, keyId, status, used);
}
`;

// Generating and compiling take seconds, and more on a busy machine.
const TIMEOUT_MS = 60_000;

it("a typed client is generated from the document, and what a user writes with it is checked", {
  timeout: TIMEOUT_MS,
}, async () => {
  await using folder = await temporaryFolder("typed-client");
  const document = join(folder.path, "openapi.json");
  const spec = openApiOf(platenMethods, { version: "0.1.0", baseUrl: "http://127.0.0.1:8080" });
  await writeFile(document, JSON.stringify(spec));
  const { files } = await generateApi({ input: document, output: false, silent: true, fileName: "client.ts" });
  expect(files).toHaveLength(1);
  await writeFile(join(folder.path, "client.ts"), files[0]?.fileContent ?? "");
  await writeFile(join(folder.path, "usage.ts"), USAGE);
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: "es2022",
    lib: ["es2022", "dom"],
    module: "esnext",
    moduleResolution: "bundler",
    types: [],
  };
  await writeFile(join(folder.path, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["usage.ts"] }));
  const tsc = new URL("../../../node_modules/.bin/tsc", import.meta.url).pathname;
  const outcome = await promisify(execFile)(tsc, ["-p", folder.path]).then(
    () => "",
    (error: { stdout: string }) => error.stdout,
  );
  expect(outcome).toBe("");
});
