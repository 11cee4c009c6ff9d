import type { Room } from "../test/tidy/rooms.ts";

type Rooms = Readonly<Record<string, Room>>;

/** From each room to those that it imports. */
type Roads = ReadonlyMap<string, ReadonlySet<string>>;

/** Rooms of the engine that are not pure: they start threads and run tests. */
const IMPURE_OF_ENGINE: ReadonlySet<string> = new Set(["core/engine", "core/rule-tester"]);

/** The table of rooms as Mermaid graphs under headings: the engine, the rooms of each divided room, the service. */
export function roomGraphs(rooms: Rooms): string {
  const outer = outerRoads(rooms);
  const isOfEngine = (name: string): boolean =>
    rooms[name]?.pure === true || name.startsWith("plugins/") || IMPURE_OF_ENGINE.has(name);
  const ofEngine = [...outer.keys()].filter(isOfEngine);
  const ofService = [...outer.keys()].filter((name) => !isOfEngine(name));
  const divided = [...outer.keys()].filter((name) => insideOf(name, rooms).length > 0);
  return [
    section("The engine", graph(ofEngine, ofEngine, outer)),
    ...divided.map((name) =>
      section(
        `The rooms of \`${name}\``,
        graph([...insideOf(name, rooms), name], insideOf(name, rooms), allRoads(rooms)),
      ),
    ),
    section("The service", graph(ofService, [...outer.keys(), "gen"], outer)),
  ].join("\n\n");
}

function section(title: string, lines: readonly string[]): string {
  return [`### ${title}`, "", "```mermaid", "flowchart TD", ...lines.map((line) => `  ${line}`), "```"].join("\n");
}

/** The roads from some rooms to others, without those that go by way of a third room as well. */
function graph(from: readonly string[], to: readonly string[], roads: Roads): string[] {
  const reaches = reachable(roads);
  const lines: string[] = [];
  const shown = new Set(from);
  for (const room of from) {
    const targets = [...(roads.get(room) ?? [])].filter((target) => to.includes(target));
    const direct = targets.filter(
      (target) => !targets.some((other) => other !== target && reaches.get(other)?.has(target) === true),
    );
    for (const target of direct) {
      lines.push(`${idOf(room)} --> ${idOf(target)}`);
      shown.add(target);
    }
  }
  return [...[...shown].map((room) => `${idOf(room)}["${room}"]`), ...lines];
}

/** Mermaid's names are letters, digits and underscores; the label keeps the room's own name. */
function idOf(room: string): string {
  return room.replaceAll("*", "any").replaceAll(/\W/g, "_");
}

function insideOf(name: string, rooms: Rooms): string[] {
  return Object.keys(rooms).filter((room) => room.startsWith(`${name}/`));
}

function allRoads(rooms: Rooms): Roads {
  return new Map(Object.entries(rooms).map(([name, row]) => [name, new Set(row.rooms)]));
}

/** The roads between outer rooms: those of the rooms inside count as the outer room's own. */
function outerRoads(rooms: Rooms): Roads {
  const names = Object.keys(rooms);
  const outerOf = (name: string): string => names.find((room) => name.startsWith(`${room}/`)) ?? name;
  const roads = new Map<string, Set<string>>();
  for (const [name, row] of Object.entries(rooms)) {
    const from = outerOf(name);
    const targets = roads.get(from) ?? new Set<string>();
    roads.set(from, targets);
    for (const target of row.rooms.map(outerOf)) if (target !== from) targets.add(target);
  }
  return roads;
}

/** Every room that can be reached from a room, by any number of roads. */
function reachable(roads: Roads): Roads {
  const known = new Map<string, Set<string>>();
  const visit = (room: string): Set<string> => {
    const before = known.get(room);
    if (before !== undefined) return before;
    const reached = new Set<string>();
    known.set(room, reached);
    for (const target of roads.get(room) ?? []) {
      reached.add(target);
      for (const further of visit(target)) reached.add(further);
    }
    return reached;
  };
  for (const room of roads.keys()) visit(room);
  return known;
}
