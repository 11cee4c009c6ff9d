// What a table ought to show: headings on each page of its rows, every record once, groups, sums and feet.
import type {
  FootCell,
  FootPart,
  PageFootCell,
  TableColumn,
  TableElement,
  TableGroup,
} from "../../../src/core/canvas/index.ts";
import type { Scope } from "../../../src/core/expression/index.ts";
import type { Expected, Place, Walk } from "./expected.ts";

/** A column that is shown; of a list, one of its headings. */
interface ShownColumn {
  readonly column: TableColumn;
  readonly source: number;
  readonly heading: string | null;
  readonly scope: Scope;
}

export class TableWalk {
  readonly #walk: Walk;
  readonly #table: TableElement;
  readonly #place: Place;
  readonly #id: string;
  /** What equal neighbours became one with, by column. */
  #above: (string | null)[] = [];
  #records = 0;
  #groups = 0;
  #columns: readonly ShownColumn[] = [];

  constructor(walk: Walk, table: TableElement, inside: Place) {
    this.#walk = walk;
    this.#table = table;
    this.#id = `${walk.document.index}/${table.span[0]}/${walk.tables++}`;
    this.#place = { ...inside, flow: null, rowsOf: [...inside.rowsOf, this.#id] };
  }

  walk(): void {
    const { evaluation } = this.#walk;
    const { scope } = this.#place;
    const groups = this.#table.groups ?? [];
    const records = groups.length === 0 ? evaluation.records(this.#table.over, scope) : this.#recordsOf(groups, scope);
    this.#columns = this.#table.columns.flatMap((column, source) => this.#shown(column, source, records));
    this.#headings(records.length === 0);
    if (records.length === 0) this.#walk.text(this.#table.empty, this.#place, this.#table.span);
    else if (groups.length === 0) for (const record of records) this.#record(record, []);
    else this.#group(groups, 0, scope, []);
    this.#feet(records.length === 0);
    this.#axis(records);
  }

  #recordsOf(groups: readonly TableGroup[], scope: Scope): readonly Scope[] {
    const [group, ...inner] = groups;
    const { evaluation } = this.#walk;
    if (group === undefined) return [];
    return evaluation
      .records(group.over, scope)
      .flatMap((opened) =>
        inner.length > 0
          ? this.#recordsOf(inner, opened)
          : evaluation.recordsAround(group.items, opened, this.#place.scope, 0),
      );
  }

  #shown(column: TableColumn, source: number, records: readonly Scope[]): readonly ShownColumn[] {
    const { scope } = this.#place;
    if (!this.#walk.holds(column.when, scope)) return [];
    if (column.each === undefined) return [{ column, source, heading: null, scope }];
    // One for each heading that a record shows, as often as it shows it; in what order is the layout's affair.
    const headings = new Map<string, Scope>();
    for (const record of records) {
      for (const [heading, own] of this.#entries(column, record))
        if (!headings.has(heading)) headings.set(heading, own);
    }
    return [...headings].map(([heading, own]) => ({ column, source, heading, scope: own }));
  }

  /** A record's entries by their headings, numbered where several share one. */
  #entries(column: TableColumn, record: Scope): readonly (readonly [heading: string, entry: Scope])[] {
    const seen = new Map<string, number>();
    return this.#walk.evaluation.records(column.each ?? NEVER, record).map((entry) => {
      const [heading = ""] = this.#walk.readings(column.heading, entry);
      const number = (seen.get(heading) ?? 0) + 1;
      seen.set(heading, number);
      return [`${number} ${heading}`, entry];
    });
  }

  #headings(isEmpty: boolean): void {
    const { header, head } = this.#table;
    if (header === "none" || this.#columns.length === 0) return;
    const more: Partial<Expected> =
      header === "repeat" && !isEmpty ? { onPagesOf: { rows: this.#id, which: "all" } } : {};
    if (head !== undefined) {
      for (const cells of head) this.#cells(cells, this.#place, more);
      return;
    }
    for (const { column, scope } of this.#columns) {
      this.#walk.text(column.heading, { ...this.#place, scope, rowsOf: [] }, column.span, more);
    }
  }

  /** Cells whose columns are all left out are not shown. */
  #cells(cells: readonly FootCell[], place: Place, more: Partial<Expected> = {}): void {
    for (const cell of cells) {
      const isShown = this.#columns.some(({ source }) => cell.fromColumn <= source && source <= cell.toColumn);
      if (!isShown || cell.isFiller === true) continue;
      this.#walk.text(cell.content, { ...place, rowsOf: more.onPagesOf == null ? place.rowsOf : [] }, cell.span, more);
    }
  }

  #group(groups: readonly TableGroup[], depth: number, scope: Scope, inside: readonly string[]): void {
    const group = groups[depth];
    const { evaluation } = this.#walk;
    if (group === undefined) return;
    for (const opened of evaluation.records(group.over, scope)) {
      this.#above = [];
      const id = `${this.#id}:${this.#groups++}`;
      const rowsOf = [...this.#place.rowsOf, ...inside];
      const place: Place = { ...this.#place, scope: opened, around: [group.span, ...this.#place.around], rowsOf };
      const own = [...inside, id];
      for (const cells of group.head) this.#cells(cells, { ...place, rowsOf: [] });
      if (group.repeatHead) {
        const again: Partial<Expected> = { onPagesOf: { rows: id, which: "rest" } };
        for (const cells of group.head) this.#cells(cells, place, again);
      }
      if (depth + 1 < groups.length) this.#group(groups, depth + 1, opened, own);
      else {
        const records = evaluation.recordsAround(group.items, opened, this.#place.scope, this.#records);
        for (const record of records) this.#record(record, own);
      }
      this.#above = [];
      for (const cells of group.foot) this.#cells(cells, { ...place, rowsOf: [] });
      this.#parts(group.footParts, { ...place, rowsOf: [] });
    }
  }

  /** Rows of a foot with conditions of their own. */
  #parts(parts: readonly FootPart[] = [], place: Place, more: Partial<Expected> = {}): void {
    for (const { when, rows, span } of parts) {
      if (!this.#walk.holds(when, place.scope)) continue;
      for (const cells of rows) this.#cells(cells, { ...place, around: [span, ...place.around] }, more);
    }
  }

  #record(scope: Scope, groups: readonly string[]): void {
    const row = `${this.#id}#${this.#records}`;
    const place: Place = { ...this.#place, scope, row, rowsOf: [...this.#place.rowsOf, ...groups] };
    this.#records += 1;
    if (this.#table.tiers !== undefined) {
      for (const cells of this.#table.tiers) this.#cells(cells, place);
      return;
    }
    for (const [at, column] of this.#columns.entries()) this.#cell(column, at, place);
  }

  #cell({ column, heading }: ShownColumn, at: number, place: Place): void {
    if (column.children !== undefined) {
      return this.#walk.all(column.children, { ...place, around: [column.span, ...place.around] });
    }
    const own =
      heading === null ? place.scope : this.#entries(column, place.scope).find(([named]) => named === heading)?.[1];
    if (own === undefined) return;
    const texts = this.#walk.readings(column.content, own);
    if (column.merge === true) {
      const [text = ""] = texts;
      if (this.#above[at] === text) return;
      this.#above[at] = text;
    }
    this.#walk.words(texts, place, column.span, { recurs: column.merge === true });
  }

  #feet(isEmpty: boolean): void {
    const { foot, pageFoot, carry } = this.#table;
    const rows = this.#id;
    if (foot !== null && this.#walk.holds(foot.when, this.#place.scope)) {
      // A foot may stand on a page without records.
      const place = { ...this.#place, around: [foot.span, ...this.#place.around], rowsOf: [] };
      const every: Partial<Expected> = foot.on === "every" && !isEmpty ? { onPagesOf: { rows, which: "all" } } : {};
      for (const cells of foot.rows) this.#cells(cells, place, every);
      this.#parts(foot.parts, place, every);
    }
    for (const cells of pageFoot ?? []) {
      const labels = cells.filter((cell: PageFootCell) => cell.sum === null);
      this.#cells(labels, this.#place, isEmpty ? {} : { onPagesOf: { rows, which: "all" } });
    }
    if (isEmpty || carry === undefined) return;
    const own = { ...this.#place, rowsOf: [] };
    if (carry.into > 0) {
      this.#walk.text(carry.out, own, carry.span, { onPagesOf: { rows, which: "but-last" } });
      this.#walk.text(carry.in, own, carry.span, { onPagesOf: { rows, which: "rest" } });
    }
  }

  /** Words on bars and marks. */
  #axis(records: readonly Scope[]): void {
    const { axis } = this.#table;
    if (axis === undefined) return;
    const overlies = true;
    for (const record of records) {
      for (const { each, when, label, span } of [...axis.bars, ...axis.milestones]) {
        const scopes = each === undefined ? [record] : this.#walk.evaluation.records(each, record);
        for (const scope of scopes)
          if (this.#walk.holds(when, scope)) this.#walk.text(label, { ...this.#place, scope, overlies }, span);
      }
    }
    const { today } = axis;
    if (today !== null) {
      this.#walk.text(today.label, { ...this.#place, overlies }, today.span, { rowsOf: [], recurs: true });
    }
  }
}

/** A column without a list has no entry, so that it is never asked for one. */
const NEVER = null as never;
