// The demo of a first start on a busy machine: what the service has no time for is asked again.
import { Code, ConnectError, createClient, type Transport } from "@connectrpc/connect";
import { expect, test } from "vitest";
import { AccountService } from "../../../gen/platen/v1/account_pb.ts";
import { createDemo } from "../../../src/facades/cli/demo.ts";
import { RATIO, serviceBench } from "../../core/services/service-bench.ts";
import { ONE_DATABASE } from "../../support/databases.ts";

/** The transport, whose first calls of a method are refused. */
function busyAtFirst(transport: Transport, method: string, refusals: readonly Code[]): Transport {
  const left = [...refusals];
  return {
    ...transport,
    unary: (called, ...rest) => {
      const code = called.name === method ? left.shift() : undefined;
      return code === undefined ? transport.unary(called, ...rest) : Promise.reject(new ConnectError("Busy.", code));
    },
  };
}

test("a form that finds no thread, or too little of one, is published a little later", {
  timeout: 60_000,
}, async () => {
  await using database = await ONE_DATABASE.open();
  await using bench = await serviceBench(database);
  // An earlier start was interrupted once it had made this: where others are, no demo is made.
  await createClient(AccountService, bench.operator).createOrganization({ name: "デモ株式会社", plan: "enterprise" });
  const transport = busyAtFirst(bench.operator, "PublishCanvas", [Code.Unavailable, Code.DeadlineExceeded]);
  const made = await createDemo(transport, "http://127.0.0.1:8080", [{ title: "割合", source: RATIO }]);
  expect(made?.demo.canvases.map(({ title }) => title)).toEqual(["割合"]);
});
