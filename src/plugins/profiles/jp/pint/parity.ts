// What is printed and what is written in the file are one figure each: neither is another, and neither is alone.
import { type Decimal, drawnOf, type Form, type FormValue, valuesOf } from "../../../../core/sdk/index.ts";
import { decimalOf, printedAmount, shown } from "../money/figures.ts";
import type { Obstacles } from "./findings.ts";

/** A figure of the file, as the form counts it: with its tax where the form's amounts hold theirs. */
export interface WrittenFigure {
  readonly amount: Decimal;
  /** What it is in the file: `the amount with tax (ibt-112)`. */
  readonly term: string;
  /** Counted, and not in yen. */
  readonly isCount?: boolean;
}

export interface WrittenFigures {
  /** By the path of the form's value that it stands for. */
  readonly byPath: ReadonlyMap<string, WrittenFigure>;
  /** Those of the document, by role: what elements print under a role of theirs counts too. */
  readonly byRole: ReadonlyMap<string, WrittenFigure>;
  /** What has to be on paper, because the law asks for it or because it is what is to be paid: paths and roles. */
  readonly printed: readonly PrintedFigure[];
}

export interface PrintedFigure {
  /** Null where the form has no value of its own for it. */
  readonly path: string | null;
  /** One of these is enough. */
  readonly roles: readonly [string, ...string[]];
  readonly written: WrittenFigure;
}

/** Roles of which a form has several figures. */
const LISTED: readonly string[] = ["line.amount", "tax.base", "tax.amount"];

/** Tells every figure of the form, computed or printed, that is another one in the file, and those that are missing. */
export function tellDifferences(form: Form, figures: WrittenFigures, obstacles: Obstacles): void {
  const parity = new Parity(form, figures, obstacles);
  for (const value of form.values) parity.compare(value);
  for (const role of figures.byRole.keys()) parity.compareRole(role);
  for (const role of LISTED) parity.compareList(role);
  for (const figure of figures.printed) parity.demand(figure);
}

class Parity {
  readonly #form: Form;
  readonly #figures: WrittenFigures;
  readonly #obstacles: Obstacles;
  /** What is printed of each value, in the order of the pages. */
  readonly #texts: ReadonlyMap<string, readonly string[]>;
  readonly #told = new Set<string>();

  constructor(form: Form, figures: WrittenFigures, obstacles: Obstacles) {
    this.#form = form;
    this.#figures = figures;
    this.#obstacles = obstacles;
    this.#texts = textsByPath(form);
  }

  /** A value against the figure that stands for it: as it is computed, and as it is printed. */
  compare({ path, role, value }: FormValue): void {
    const { byPath, byRole } = this.#figures;
    const written = byPath.get(path) ?? byRole.get(role ?? "");
    const computed = decimalOf(value);
    if (written === undefined || computed === null || role === null) return;
    if (computed.compare(written.amount) !== 0) this.#tell(role, path, computed, written, "computed");
    const printed = this.#printedApart(path, written.amount);
    if (printed !== null) this.#tell(role, path, printed, written, "printed");
  }

  /** What elements with a role of the document compute by themselves. */
  compareRole(role: string): void {
    const written = this.#figures.byRole.get(role);
    if (written === undefined) return;
    const apart = computedWhereDrawn(this.#form, role).find((amount) => amount.compare(written.amount) !== 0);
    if (apart !== undefined) this.#tell(role, role, apart, written, "printed");
  }

  /** The same of a role that lines or rates have: it is one of theirs. */
  compareList(role: string): void {
    const { byPath } = this.#figures;
    const listed = valuesOf(this.#form, role).flatMap(({ path }) => byPath.get(path) ?? []);
    const apart = computedWhereDrawn(this.#form, role).find((amount) =>
      listed.every((one) => one.amount.compare(amount) !== 0),
    );
    const nearest = apart === undefined ? null : nearestTo(apart, listed);
    if (apart !== undefined && nearest !== null) this.#tell(role, role, apart, nearest, "printed");
  }

  /** A figure of the file that has to be on paper. */
  demand({ path, roles, written }: PrintedFigure): void {
    if (path !== null && this.#texts.has(path)) return;
    if (roles.some((role) => drawnOf(this.#form, role).some(({ source }) => path === null || source.path === null))) {
      return;
    }
    const [role] = roles;
    this.#obstacles.refuse(
      "figure-not-printed",
      role,
      `the file has ${amountOf(written.amount, written)} as ${written.term}, and the form prints it nowhere`,
      "Who gets both the paper and the file would find an amount in the one that the other does not name.",
      `print the value with role=${roles.join(" or ")}`,
      path ?? undefined,
    );
  }

  #tell(role: string, path: string, figure: Decimal, written: WrittenFigure, how: "computed" | "printed"): void {
    if (this.#told.has(path)) return;
    this.#told.add(path);
    const own = amountOf(figure, written);
    const other = amountOf(written.amount, written);
    this.#obstacles.refuse(
      "figure-differs",
      role,
      `${path} is ${how} as ${own}, and the file has ${other} as ${written.term}`,
      "Who gets both the paper and the file has two invoices where their figures differ.",
      "let the form compute it from its lines as they are, and print it to its last digit",
      path,
    );
  }

  /** A printed figure of a value that is another than the one that is written; null where all agree. */
  #printedApart(path: string, written: Decimal): Decimal | null {
    const texts = this.#texts.get(path) ?? [];
    const amounts = texts.flatMap((text) => printedAmount(text) ?? []);
    const apart = amounts.find((amount) => amount.compare(written) !== 0) ?? null;
    if (apart === null) return null;
    // A figure may be broken over runs, where two fonts draw it.
    const whole = printedAmount(texts.join(""));
    return whole !== null && whole.compare(written) === 0 ? null : apart;
  }
}

function textsByPath({ pages }: Form): ReadonlyMap<string, readonly string[]> {
  const texts = new Map<string, string[]>();
  for (const { path, text } of pages.flatMap(({ runs }) => runs.flatMap(({ sources }) => sources))) {
    if (path === null) continue;
    const known = texts.get(path);
    if (known === undefined) texts.set(path, [text]);
    else known.push(text);
  }
  return texts;
}

/** Amounts that elements with a role compute by themselves, so that no value of the form is known to be theirs. */
function computedWhereDrawn(form: Form, role: string): readonly Decimal[] {
  return drawnOf(form, role)
    .filter(({ source }) => source.path === null && !source.isFixed)
    .flatMap(({ source }) => printedAmount(source.text) ?? []);
}

function nearestTo(amount: Decimal, written: readonly WrittenFigure[]): WrittenFigure | null {
  const apart = (one: WrittenFigure) => one.amount.minus(amount).absolute();
  return written.reduce<WrittenFigure | null>(
    (best, one) => (best === null || apart(one).compare(apart(best)) < 0 ? one : best),
    null,
  );
}

function amountOf(amount: Decimal, { isCount = false }: WrittenFigure): string {
  return isCount ? shown(amount) : `¥${shown(amount)}`;
}
