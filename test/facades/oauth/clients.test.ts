import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { DATABASES, type TestDatabase } from "../../support/databases.ts";
import { type OAuthBench, oauthBench } from "./oauth-bench.ts";
import { SIGNING_CLIENTS } from "./signing-client.ts";

const SOURCE = `rpt 1
document notice name="お知らせ"
field name string(20) example="青空商事"
page A5 portrait margin=15mm {
  body {
    text "{name} 御中"
  }
}
`;

describe.each(DATABASES)("official clients on $name", ({ open }) => {
  let opened: TestDatabase;
  let bench: OAuthBench;
  beforeAll(async () => {
    opened = await open();
    bench = await oauthBench(opened);
  });
  afterAll(async () => {
    await bench[Symbol.asyncDispose]();
    await opened[Symbol.asyncDispose]();
  });

  test.for(SIGNING_CLIENTS)("$name comes from a bare 401 to a published and rendered document", async (kind) => {
    const account = await bench.account();
    const client = await kind.connect(bench.baseUrl, { visitor: bench.visitor(), account });
    expect(client.kept.signIns).toBe(1);
    const names = await client.toolNames();
    expect(names).toEqual(expect.arrayContaining(["list_documents", "render_document", "create_document"]));
    expect(names).not.toContain("put_dataset_rows");
    const title = `お知らせ ${account.id.slice(-6)}`;
    const created = await client.call("create_document", { title, source: SOURCE });
    expect(created).toMatchObject({ isError: false });
    const rendered = await client.call("render_document", { document: title, data: { name: "海原物産" } });
    expect(rendered).toMatchObject({ isError: false });
    const link = /https?:\/\/\S+/.exec(rendered.text)?.[0] ?? "";
    expect(link.startsWith(bench.baseUrl)).toBe(true);
    const file = await fetch(link);
    expect(file.status).toBe(200);
    expect(new TextDecoder().decode((await file.arrayBuffer()).slice(0, 5))).toBe("%PDF-");
    await client.close();
  });
});
