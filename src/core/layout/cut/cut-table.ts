// A table and the room left on a page → its parts there.
import type { CutNotes, TableBlock, Taken } from "../blocks/index.ts";
import { verticalInset } from "../page/index.ts";
import type { Finding } from "../words/index.ts";
import { blanksAlone, footAlone, lastRows } from "./cut-foot.ts";
import { cutRows, leaveRoomForCarry, takeRows } from "./cut-rows.ts";
import { partedGroups } from "./kept-groups.ts";
import { beginFilling, type Filling, NOTHING, rowsRoom, type TableResume, type TableSpace } from "./table-filling.ts";

/** At a page's top at least one row, a piece of a row, or a row of the foot is placed. */
export function cutTable(table: TableBlock, resume: TableResume | null, space: TableSpace, notes: CutNotes): Taken {
  const { taken } = tryTable(table, resume, space, notes);
  if (taken.fragment !== null || space.atTop || space.freshEmu === undefined) return taken;
  // To wait for a fresh page is of no use where that would part what belongs together as well.
  const onFresh: CutNotes = { findings: [] };
  const fresh = tryTable(table, resume, { heightEmu: space.freshEmu, atTop: true }, onFresh);
  if (fresh.endIll === 0) return NOTHING;
  const found: CutNotes = { findings: [] };
  const here = tryTable(table, resume, { ...space, atTop: true }, found);
  const { fragment } = here.taken;
  if (fragment === null || fragment.heightEmu > space.heightEmu) return NOTHING;
  if (here.endIll > fresh.endIll || (here.isParted && !fresh.isParted)) return NOTHING;
  if (cutsCells(found) && !cutsCells(onFresh)) return NOTHING;
  notes.findings.push(...found.findings);
  return here.taken;
}

/** Whether what may not be cut is cut. */
function cutsCells({ findings }: CutNotes): boolean {
  return findings.some(({ code, severity }) => code === "RPT4010" && severity === "error");
}

/** What a try takes, and how ill its page ends. */
function tryTable(
  table: TableBlock,
  resume: TableResume | null,
  space: TableSpace,
  notes: CutNotes,
): { readonly taken: Taken } & Pick<Filling, "endIll" | "isParted"> {
  const room = space.heightEmu - verticalInset(table.frame);
  if (resume !== null && resume.row === table.rows.length) {
    const taken =
      resume.blanks === undefined
        ? footAlone(table, resume.footRow, room, space.atTop)
        : blanksAlone(beginFilling(table, resume, room), resume.blanks, space, notes);
    return { taken, endIll: 0, isParted: false };
  }
  const freshRoom = Math.max(space.heightEmu, space.freshEmu ?? 0) - verticalInset(table.frame);
  const filling = { ...beginFilling(table, resume, room), freshRoom };
  takeRows(filling);
  leaveRoomForCarry(filling);
  const last = filling.stop === "end" ? lastRows(filling, space, notes) : null;
  const taken = last ?? cutRows(filling, space, notes);
  notes.findings.push(...groupsPartedBy(filling, taken));
  return { taken, endIll: filling.endIll, isParted: filling.isParted };
}

function groupsPartedBy(filling: Filling, { resume }: Taken): readonly Finding[] {
  const { table, from } = filling;
  if (table.keptGroups === undefined || resume?.kind !== "table" || resume.row >= table.rows.length) return [];
  return partedGroups({
    ...{ table, from: from.row, next: resume.row },
    ...{ goesOn: from.lines !== null, isCut: resume.lines !== null },
    roomEmu: rowsRoom(filling),
  });
}
