import { describe, expect, test } from "vitest";
import { loggedError } from "../../../src/core/observability/index.ts";
import { DATABASES } from "../../support/databases.ts";

const thrownBy = (work: () => unknown): Promise<unknown> =>
  Promise.resolve()
    .then(work)
    .then(
      () => new Error("nothing was thrown"),
      (error: unknown) => error,
    );

describe("an error in the log", () => {
  test("is its kind, its words, its place and its cause", () => {
    const cause = Object.assign(new Error("connect ECONNREFUSED 127.0.0.1:1"), { code: "ECONNREFUSED", port: 1 });
    const told = loggedError(new TypeError("fetch failed", { cause }));
    expect(told).toMatchObject({ type: "TypeError", message: "fetch failed" });
    expect(told.stack).toMatch(/^ +at .*logged-error\.test\.ts/);
    expect(told.cause).toMatchObject({ message: "connect ECONNREFUSED 127.0.0.1:1", code: "ECONNREFUSED" });
    const several = loggedError(new AggregateError([cause, new Error("b")], "all failed"));
    expect(several.errors).toMatchObject([{ code: "ECONNREFUSED" }, { message: "b" }]);
  });

  test("has none of what libraries hang on it, and none of a text that is no JSON", async () => {
    const body = "<Error><StringToSign>watchword</StringToSign></Error>";
    const refused = Object.assign(new Error("S3 returned 403"), { status: 403, body, params: ["watchword"] });
    expect(loggedError(refused)).toMatchObject({ message: "S3 returned 403", status: 403 });
    const unreadable = await thrownBy(() => JSON.parse('{"watchword": watchword}'));
    for (const error of [refused, unreadable, "watchword", { message: "watchword" }]) {
      expect(JSON.stringify(loggedError(error))).not.toContain("watchword");
    }
  });

  test("ends where causes run in a ring", () => {
    const first = new Error("first");
    first.cause = new Error("second", { cause: first });
    expect(JSON.stringify(loggedError(first))).toContain("second");
  });
});

describe.each(DATABASES)("an error of $name in the log", ({ open }) => {
  test("has none of the values of its statement or its row", async () => {
    await using opened = await open();
    const { database } = opened;
    const { sql } = database.sqlHome;
    const at = new Date();
    const url = "https://data.example.com/";
    const fact = { id: "dst_0", url, at, nextAt: at, etag: null, problem: null };
    const errors = [
      await thrownBy(() => sql.run("insert into link_secrets (id, secret) values ('watchword', 'watchword'::bytea)")),
      await thrownBy(() => sql.run("select $1::text::timestamptz", ["watchword"])),
      await thrownBy(() => sql.run("select watchword from link_secrets")),
      await thrownBy(() => database.datasets.refreshed({ ...fact, json: "watchword\0" })),
    ];
    expect(errors.map((error) => loggedError(error).code)).toEqual(expect.arrayContaining(["23502", "22007", "42703"]));
    const [row, value, , statement] = errors;
    expect(loggedError(row).message).toContain('null value in column "created_at"');
    for (const error of [row, value, statement]) expect(JSON.stringify(loggedError(error))).not.toContain("watchword");
  });
});
