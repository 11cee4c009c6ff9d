// The demo of a first start on a busy machine: what the service has no thread for is asked again.
import { Code, ConnectError, createClient, type Transport } from "@connectrpc/connect";
import { expect, test } from "vitest";
import { AccountService } from "../../../gen/platen/v1/account_pb.ts";
import { createDemo } from "../../../src/facades/cli/demo.ts";
import { RATIO, serviceBench } from "../../core/services/service-bench.ts";
import { ONE_DATABASE } from "../../support/databases.ts";

/** The transport, whose first calls of a method are refused for want of a thread. */
function busyAtFirst(transport: Transport, method: string, refusals: number): Transport {
  let left = refusals;
  return {
    ...transport,
    unary: (called, ...rest) => {
      if (called.name !== method || left === 0) return transport.unary(called, ...rest);
      left -= 1;
      return Promise.reject(new ConnectError("Every rendering thread was busy for 25 seconds.", Code.Unavailable));
    },
  };
}

test("a form that finds no thread is published a little later", { timeout: 60_000 }, async () => {
  await using database = await ONE_DATABASE.open();
  await using bench = await serviceBench(database);
  // An earlier start was interrupted once it had made this: where others are, no demo is made.
  await createClient(AccountService, bench.operator).createOrganization({ name: "デモ株式会社", plan: "enterprise" });
  const transport = busyAtFirst(bench.operator, "PublishCanvas", 2);
  const made = await createDemo(transport, "http://127.0.0.1:8080", [{ title: "割合", source: RATIO }]);
  expect(made?.demo.canvases.map(({ title }) => title)).toEqual(["割合"]);
});
