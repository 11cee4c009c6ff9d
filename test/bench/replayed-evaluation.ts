import type { Evaluation, Printer, Scope, Value } from "../../src/core/expression/index.ts";

const NOWHERE = { path: null, computed: null } as const;

/** Answers in the order in which they were given; layout asks the same of the same values each time. */
class Tape<Answer> {
  readonly #answers: Answer[] = [];
  #next = 0;

  keep(answer: Answer): Answer {
    this.#answers.push(answer);
    return answer;
  }

  next(): Answer {
    const answer = this.#answers[this.#next];
    if (answer === undefined) throw new Error("Layout asked for more than it did before.");
    this.#next += 1;
    return answer;
  }
}

/** What an evaluation answered while something was laid out, to lay it out again without a single expression. */
export class EvaluationTape {
  readonly #inner: Evaluation;
  readonly #values = new Tape<Value>();
  readonly #numbers = new Tape<ReturnType<Evaluation["number"]>>();
  readonly #words = new Tape<string | null>();
  readonly #conditions = new Tape<boolean>();
  readonly #texts = new Tape<string>();
  readonly #printed = new Tape<ReturnType<Evaluation["text"]>>();
  readonly #records = new Tape<readonly Scope[]>();
  readonly #scopes = new Tape<Scope>();
  readonly #sums = new Tape<ReturnType<Evaluation["runningSums"]>>();

  constructor(inner: Evaluation) {
    this.#inner = inner;
  }

  /** Answers as the evaluation does, and keeps it. */
  recording(): Evaluation {
    const inner = this.#inner;
    return {
      root: inner.root,
      diagnostics: inner.diagnostics,
      value: (code, scope) => this.#values.keep(inner.value(code, scope)),
      condition: (code, scope) => this.#conditions.keep(inner.condition(code, scope)),
      text: (code, scope) => this.#printed.keep(inner.text(code, scope)),
      printer: (code) => {
        const printer = inner.printer(code);
        return {
          text: (scope) => this.#texts.keep(printer.text(scope)),
          place: (scope) => printer.place(scope),
          origin: (scope) => printer.origin(scope),
          isFigure: (scope) => printer.isFigure(scope),
        };
      },
      place: (code, scope) => inner.place(code, scope),
      number: (code, scope) => this.#numbers.keep(inner.number(code, scope)),
      word: (code, scope, wanted) => this.#words.keep(inner.word(code, scope, wanted)),
      passOver: (code, scope, value, wanted) => inner.passOver(code, scope, value, wanted),
      tellAxisClock: (offsetMinutes, span, marks) => inner.tellAxisClock(offsetMinutes, span, marks),
      records: (code, scope) => this.#records.keep(inner.records(code, scope)),
      recordsAround: (code, scope, around, before) =>
        this.#records.keep(inner.recordsAround(code, scope, around, before)),
      withPage: (scope, page) => this.#scopes.keep(inner.withPage(scope, page)),
      runningSums: (code, records) => this.#sums.keep(inner.runningSums(code, records)),
      withSum: (scope, sum) => this.#scopes.keep(inner.withSum(scope, sum)),
    };
  }

  /** Answers what was kept, once. */
  replaying(): Evaluation {
    const { root, diagnostics } = this.#inner;
    const nowhere = { place: () => NOWHERE, origin: () => NOWHERE, isFigure: () => false };
    const printer: Printer = { text: () => this.#texts.next(), ...nowhere };
    return {
      root,
      diagnostics,
      value: () => this.#values.next(),
      condition: () => this.#conditions.next(),
      text: () => this.#printed.next(),
      printer: () => printer,
      place: () => NOWHERE,
      number: () => this.#numbers.next(),
      word: () => this.#words.next(),
      passOver: () => undefined,
      tellAxisClock: () => undefined,
      records: () => this.#records.next(),
      recordsAround: () => this.#records.next(),
      withPage: () => this.#scopes.next(),
      runningSums: () => this.#sums.next(),
      withSum: () => this.#scopes.next(),
    };
  }
}
