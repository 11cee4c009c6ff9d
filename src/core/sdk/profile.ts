// Profiles and their rules: what a plugin declares, and what a rule is handed.
import type { Severity, Span, TextEdit } from "../diagnostics/index.ts";
import type { Form } from "./form.ts";
import type { FormSource, Settlement } from "./settlement.ts";

/** The version of this interface. A plugin says which one it is written for. */
export const SDK_VERSION = 1;

/** A law, standard or custom that asks for something. */
export interface LegalBasis {
  /** `消費税法` */
  readonly law: string;
  /** `57条の4第1項1号`; empty where the whole is meant. */
  readonly article: string;
  /** Where its text is published. */
  readonly url: string;
  /** The first and the last day on which it is the one to cite, `YYYY-MM-DD`; left out: as long as the rule holds. */
  readonly validFrom?: string;
  readonly validTo?: string;
}

/** The words of one message. `{name}` is replaced by the value of that name. */
export interface RuleMessage {
  /** What is wrong, as a sentence without a capital or full stop: `nothing has role {role}`. */
  readonly what: string;
  /** Why it matters. */
  readonly why: string;
}

/** What a rule says of itself. */
export interface RuleMeta<Message extends string = string> {
  /** Kebab-case; findings are coded `<profile>/<id>`. */
  readonly id: string;
  /** What it demands, in one sentence. */
  readonly summary: string;
  readonly severity: Severity;
  readonly basis: readonly LegalBasis[];
  /** The first day on which it holds, `YYYY-MM-DD`; left out: always. */
  readonly validFrom?: string;
  /** The last day on which it holds; left out: until further notice. */
  readonly validTo?: string;
  /** It is asked of forms of one of these kinds only; left out: of all. */
  readonly documentKinds?: readonly string[];
  /** What of its basis has not been seen in the official text; shown to whoever lists the rules. */
  readonly unverified?: string;
  /** `false`: no form may allow what it finds. Left out: an `allow` line with a reason allows it, errors too. */
  readonly waivable?: false;
  readonly messages: Readonly<Record<Message, RuleMessage>>;
  /** Whether it proposes repairs, and whether those with edits may be applied unseen. */
  readonly repairs: "none" | "safe" | "suggestion";
}

/** One thing that a rule finds. */
export interface RuleFinding<Message extends string = string> {
  readonly message: Message;
  /** Where: of a declaration, an element, a part of a text; of the `document` line where something is missing. */
  readonly span: Span;
  readonly values?: Readonly<Record<string, string | number>>;
  /** What mends it; without edits it is advice. */
  readonly repair?: { readonly title: string; readonly edits?: readonly TextEdit[] };
  /** Where one rule finds graver and lighter things; left out: the rule's own severity. */
  readonly severity?: Severity;
  /** The value or record of the data that it is about: `items[4].price`. */
  readonly path?: string;
}

/** What a rule works with. */
export interface RuleContext<Message extends string = string> {
  readonly form: Form;
  report(finding: RuleFinding<Message>): void;
}

/**
 * What is asked and answers at once: anything but a promise, so that an `async` function does not compile. A type of
 * functions without a result alone would take one.
 */
// biome-ignore lint/suspicious/noConfusingVoidType: a function without a result is what most are.
export type AtOnce = void | null | boolean | number | string | { readonly then?: never };

/**
 * One demand on a form. `check` is pure: the same form gives the same findings, the form is frozen, and there is no
 * clock and no input or output. A rule that throws, answers a promise, begins what outlives its check, or takes too
 * much time or memory, leaves its profile unjudged, which is an error (RPT7021).
 */
export interface Rule<Message extends string = string> {
  readonly meta: RuleMeta<Message>;
  check(context: RuleContext<Message>): AtOnce;
  /**
   * What of the rule holds of a source whatever the data are, asked once for each source; null where that is not known.
   * Renders ask it of the profiles that Platen brings, and leave `check` out where the settlement holds.
   */
  settle?(source: FormSource): Settlement | null;
}

/** Rules under one name, for one sort of paper or one concern. */
export interface Profile {
  /** Dotted: `jp.receipt`, `acme.delivery`. */
  readonly name: string;
  /** The version of this interface that it is written for. */
  readonly sdk: typeof SDK_VERSION;
  /** What it judges, for people: `領収書`. */
  readonly title: string;
  /** What kinds of paper a form is that names this profile; left out: it says nothing of that. */
  readonly documentKinds?: readonly string[];
  /** What people call such a paper, `["領収書", "領収証"]`: a form of one of these names that no profile judges is told. */
  readonly papers?: readonly string[];
  /** Roles whose dates tell which law holds, the first that has a value; left out: `document.issueDate`. */
  readonly dateRoles?: readonly string[];
  /** Roles of its own and what each means: sources may use them beside the shipped ones. */
  readonly roles?: Readonly<Record<string, string>>;
  /** Rules of one id are variants of one demand, for sorts of forms that exclude one another. */
  readonly rules: readonly Rule[];
}

/** A rule whose message ids stay literal, so that one that is not declared does not compile. */
export function defineRule<const Message extends string>(rule: Rule<Message>): Rule<Message> {
  return rule;
}

export function defineProfile(profile: Profile): Profile {
  return profile;
}
