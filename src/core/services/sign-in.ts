import type { Mailer } from "../mail/index.ts";
import { callerNetworkOf } from "../network/index.ts";
import type { Database, LinkPurpose } from "../persistence/index.ts";
import {
  type AttemptKind,
  type AttemptLimits,
  BUSY_RETRY_SECONDS,
  linkTokenHash,
  newLinkToken,
  type PasswordProblem,
  type Passwords,
  type RateReading,
} from "../tenancy/index.ts";
import { letterOf, type PageLanguage } from "./letters.ts";

/** What signing in stands on. */
export interface SignInParts {
  readonly database: Database;
  readonly attempts: AttemptLimits;
  readonly passwords: Passwords;
  /** Null where no mail server is configured. */
  readonly mailer: Mailer | null;
  /** Shows a link to whoever runs a demo; null everywhere else. */
  readonly showLink: ((email: string, link: string) => Promise<void> | void) | null;
  readonly baseUrl: string;
  readonly now: () => Date;
  readonly log: { error(facts: Readonly<Record<string, unknown>>, message: string): void };
}

/** What somebody signs in with. */
export interface SignInAttempt {
  readonly email: string;
  readonly password: string;
  readonly remoteAddress: string;
  /** The device, where the owner of this very account has signed in on it before; null for any other. */
  readonly device: string | null;
}

/** Whether somebody may come in. A refusal never tells whether there is such an account. */
export type SignInAnswer =
  | { readonly kind: "in"; readonly personId: string }
  | { readonly kind: "refused" }
  | Throttled;

/** Somebody has to wait: after too many attempts of theirs or, `busy`, while too many others sign in. */
export interface Throttled {
  readonly kind: "throttled" | "busy";
  readonly retryAfterSeconds: number;
}

const BUSY: Throttled = { kind: "busy", retryAfterSeconds: BUSY_RETRY_SECONDS };

/** What a link is good for. */
export type LinkAnswer =
  | { readonly kind: "good"; readonly email: string; readonly purpose: LinkPurpose }
  | { readonly kind: "gone" }
  | Throttled;

export type ChosenAnswer =
  | { readonly kind: "chosen"; readonly email: string; readonly purpose: LinkPurpose }
  | {
      readonly kind: "unfit";
      readonly problem: PasswordProblem;
      readonly email: string;
      readonly purpose: LinkPurpose;
    }
  | { readonly kind: "gone" }
  | Throttled;

/** Who another issuer says that somebody is. */
export interface ForeignIdentity {
  readonly issuer: string;
  readonly subject: string;
  /** Only where the issuer says that the address was verified. */
  readonly verifiedEmail: string | null;
}

/** A link that was made, and what became of it. */
export interface SentLink {
  readonly mailed: boolean;
  readonly link: string | null;
}

const MINUTE_MS = 60_000;

/** A reset is used at once or not at all; an invitation may wait out a week. */
const LINK_TTL_MS: Readonly<Record<LinkPurpose, number>> = {
  reset: 60 * MINUTE_MS,
  invitation: 7 * 24 * 60 * MINUTE_MS,
};

/** The path of links, beneath the base address. */
const LINK_PATH = "/oauth/link/";

/** Accounts at the edge: who comes in by what, and how a password comes to be. No page and no protocol. */
export class SignIn {
  readonly #parts: SignInParts;

  constructor(parts: SignInParts) {
    this.#parts = parts;
  }

  /** Whether links can reach people. */
  get sendsLinks(): boolean {
    return this.#parts.mailer !== null || this.#parts.showLink !== null;
  }

  /** Judges an address and a password. An attempt counts before it is judged, so that many at once count as many. */
  async withPassword({ email, password, remoteAddress, device }: SignInAttempt): Promise<SignInAnswer> {
    const isKnown = device !== null && (await this.#throttled("sign_in_from_device", device)) === null;
    // A place is taken before the attempt counts: whoever finds none has tried nothing.
    const { own, wide } = callerNetworkOf(remoteAddress);
    using turn = this.#parts.passwords.enter(isKnown ? null : (wide ?? own));
    if (turn === null) return BUSY;
    const throttled = isKnown ? null : await this.#throttledStranger(email, remoteAddress);
    if (throttled !== null) return throttled;
    const person = await this.#parts.database.people.findByEmail(email);
    const matches = await turn.matches(password, person?.passwordHash ?? null);
    if (!matches || person === null) return { kind: "refused" };
    await this.#forgetAttempts({ email, remoteAddress, device });
    return { kind: "in", personId: person.id };
  }

  /** What holds for somebody whose device is not known: by network, by account, and by both. */
  async #throttledStranger(email: string, remoteAddress: string): Promise<Throttled | null> {
    return (
      (await this.#throttled("sign_in_from_address", remoteAddress)) ??
      throttledBy(await this.#parts.attempts.countSignIn(email, remoteAddress))
    );
  }

  async #forgetAttempts({ email, remoteAddress, device }: Omit<SignInAttempt, "password">): Promise<void> {
    const { attempts } = this.#parts;
    await attempts.forgetSignIns(email, remoteAddress);
    if (device !== null) await attempts.forget("sign_in_from_device", device);
  }

  /**
   * The account of somebody whom another issuer knows: by their subject there or, at first, by an address that the
   * issuer has verified, whose account is theirs from then on. Null for strangers: nobody gets an account this way.
   */
  async withForeignIdentity({ issuer, subject, verifiedEmail }: ForeignIdentity): Promise<string | null> {
    const { people } = this.#parts.database;
    const known = await people.findBySubject(issuer, subject);
    if (known !== null) return known.id;
    const person = verifiedEmail === null ? null : await people.findByEmail(verifiedEmail);
    if (person === null) return null;
    return people.addSubject({ issuer, subject, personId: person.id, since: this.#parts.now() });
  }

  /** The address of an account; null where there is none. */
  async emailOf(personId: string): Promise<string | null> {
    return (await this.#parts.database.people.find(personId))?.email ?? null;
  }

  /**
   * Sends a link for another password to whoever asks for it. It answers before it knows whether there is such an
   * account, so neither the answer nor its time tells.
   */
  async requestReset(
    email: string,
    remoteAddress: string,
    language: PageLanguage,
  ): Promise<{ readonly kind: "asked" } | { readonly kind: "no_mail" } | Throttled> {
    if (!this.sendsLinks) return { kind: "no_mail" };
    const throttled = await this.#throttled("reset_from_address", remoteAddress);
    if (throttled !== null) return throttled;
    if ((await this.#throttled("reset_of_account", email)) === null) {
      void this.#sendReset(email, language).catch((err: unknown) =>
        this.#parts.log.error({ err }, "the link for a new password could not be sent"),
      );
    }
    return { kind: "asked" };
  }

  /** What the link with this secret is good for; opening one uses nothing up. */
  async link(token: string, remoteAddress: string): Promise<LinkAnswer> {
    const throttled = await this.#throttled("link_from_address", remoteAddress);
    if (throttled !== null) return throttled;
    const hash = linkTokenHash(token);
    const found = hash === null ? null : await this.#parts.database.people.findLink(hash, this.#parts.now());
    return found === null ? { kind: "gone" } : { kind: "good", email: found.person.email, purpose: found.purpose };
  }

  /** Chooses the password by a link, which it uses up, and ends whatever was signed in under the old one. */
  async choosePassword(token: string, password: string, remoteAddress: string): Promise<ChosenAnswer> {
    const link = await this.link(token, remoteAddress);
    if (link.kind !== "good") return link;
    // Whoever holds the link has the account's mail.
    using turn = this.#parts.passwords.enter(null);
    if (turn === null) return BUSY;
    const { email, purpose } = link;
    const problem = await turn.problem(password, { email, names: await this.#namesAround(email) });
    if (problem !== null) return { kind: "unfit", problem, email, purpose };
    const hash = linkTokenHash(token);
    const passwordHash = await turn.hash(password);
    const personId = await this.#parts.database.transaction(async ({ people, oauthRecords }) => {
      const taken = hash === null ? null : await people.takeLink(hash, this.#parts.now());
      if (taken === null) return null;
      await people.setPassword(taken, passwordHash);
      await oauthRecords.destroyOfAccount(taken);
      return taken;
    });
    if (personId === null) return { kind: "gone" };
    await this.#forgetAttempts({ email, remoteAddress, device: null });
    return { kind: "chosen", email, purpose };
  }

  /** What people and their organizations are called, which an attacker tries first. */
  async #namesAround(email: string): Promise<readonly string[]> {
    const { people } = this.#parts.database;
    const person = await people.findByEmail(email);
    const memberships = person === null ? [] : await people.memberships(person.id);
    return [new URL(this.#parts.baseUrl).hostname, ...memberships.map(({ organization }) => organization.name)];
  }

  /** Makes a link and mails it; answers it instead where this is a demo. Null where it can't reach anybody. */
  async sendLink(
    person: { readonly id: string; readonly email: string },
    purpose: LinkPurpose,
    language: PageLanguage,
  ): Promise<SentLink | null> {
    if (!this.sendsLinks) return null;
    const { database, mailer, baseUrl } = this.#parts;
    const { text, hash } = newLinkToken();
    const createdAt = this.#parts.now();
    const expiresAt = new Date(createdAt.getTime() + LINK_TTL_MS[purpose]);
    await database.people.addLink({ secretHash: hash, personId: person.id, purpose, createdAt, expiresAt });
    const link = `${baseUrl}${LINK_PATH}${text}`;
    if (mailer === null) return { mailed: false, link };
    await mailer.send({ to: person.email, ...letterOf(purpose, language, { link, host: new URL(baseUrl).host }) });
    return { mailed: true, link: null };
  }

  async #sendReset(email: string, language: PageLanguage): Promise<void> {
    const person = await this.#parts.database.people.findByEmail(email);
    if (person === null) return;
    const sent = await this.sendLink(person, "reset", language);
    if (sent?.link) await this.#parts.showLink?.(person.email, sent.link);
  }

  async #throttled(kind: AttemptKind, subject: string): Promise<Throttled | null> {
    return throttledBy(await this.#parts.attempts.count(kind, subject));
  }
}

function throttledBy({ isOver, resetSeconds }: RateReading): Throttled | null {
  return isOver ? { kind: "throttled", retryAfterSeconds: resetSeconds } : null;
}
