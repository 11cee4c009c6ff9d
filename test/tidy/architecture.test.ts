import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { roomGraphs } from "../../docs/room-graph.ts";
import { ROOMS, type Room } from "./rooms.ts";

const BEFORE = "<!-- generated: rooms -->\n";
const AFTER = "\n<!-- end: rooms -->";

test("docs/architecture.md draws the rooms as the table has them", () => {
  const [, rest = ""] = readFileSync("docs/architecture.md", "utf8").split(BEFORE, 2);
  const [drawn] = rest.split(AFTER, 1);
  expect(drawn, "run: npm run generate").toBe(roomGraphs(ROOMS).trim());
});

test("docs/architecture.md names every room that stands inside another", () => {
  const text = readFileSync("docs/architecture.md", "utf8").split(BEFORE, 1)[0] ?? "";
  const inside = Object.keys(ROOMS).filter((name) => name.startsWith("core/") && name.split("/").length > 2);
  expect(inside.filter((name) => !text.includes(`\`${name.split("/").at(-1)}\``))).toEqual([]);
});

test("a road that goes by way of another room is left out of the graph", () => {
  const row = (rooms: readonly string[]): Room => ({ rooms, packages: [], node: [], pure: true });
  const graphs = roomGraphs({
    "core/a": row([]),
    "core/b": row(["core/a"]),
    "core/c": row(["core/a", "core/b"]),
    "core/d/inner": row(["core/b"]),
    "core/d": row(["core/d/inner"]),
    "facades/e": { ...row(["core/d"]), pure: false },
  });
  expect(graphs.split("\n").filter((line) => line.includes("-->"))).toEqual([
    "  core_b --> core_a",
    "  core_c --> core_b",
    "  core_d --> core_b",
    "  core_d --> core_d_inner",
    "  facades_e --> core_d",
  ]);
});
