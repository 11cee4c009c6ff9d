import { type LinkSecret, newLinkSecret } from "../links/index.ts";
import { platenError } from "../methods/index.ts";
import type { ServiceDependencies } from "./dependencies.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** A secret signs for so long; then another one takes its place. */
const SIGNING_MS = 30 * DAY_MS;

/** A link lives for a few days at most, so that a secret which has signed no longer for so long is of no use. */
const LINK_MS_MAX = 8 * DAY_MS;

/**
 * The secrets that links are signed by: those of the operator's setting, the first of which signs, else secrets of the
 * database's, which are made and replaced by themselves. They are read for each link, so that a secret that was taken
 * away is gone on every node at once.
 */
export class LinkSecrets {
  readonly #dependencies: Pick<ServiceDependencies, "database" | "linkSecrets" | "now">;

  constructor(dependencies: Pick<ServiceDependencies, "database" | "linkSecrets" | "now">) {
    this.#dependencies = dependencies;
  }

  /** Those that links are read by. */
  async all(): Promise<readonly LinkSecret[]> {
    const { database, linkSecrets = [] } = this.#dependencies;
    return linkSecrets.length > 0 ? linkSecrets : database.linkSecrets.list();
  }

  /** The one that signs. */
  async signing(): Promise<LinkSecret> {
    const { database, linkSecrets = [], now } = this.#dependencies;
    const [set] = linkSecrets;
    if (set !== undefined) return set;
    const [newest] = await database.linkSecrets.list();
    const at = now();
    if (newest !== undefined && at.getTime() - newest.createdAt.getTime() < SIGNING_MS) return newest;
    return this.#make(at);
  }

  /** Another secret signs from now on. Those before it still open links until these expire, or are forgotten. */
  async rotate(old: "retire" | "forget"): Promise<LinkSecret> {
    const { database, linkSecrets = [], now } = this.#dependencies;
    if (linkSecrets.length > 0) {
      const sentence =
        "The setting PLATEN_LINK_SECRETS holds the secrets of links. Put a new one in front of them there";
      throw platenError("invalid_argument", `${sentence}, and restart.`);
    }
    const at = now();
    if (old === "forget") await database.linkSecrets.deleteMadeBefore(new Date(at.getTime() + 1));
    return this.#make(at);
  }

  async #make(at: Date): Promise<LinkSecret> {
    const { database } = this.#dependencies;
    const made = newLinkSecret();
    await database.linkSecrets.add({ ...made, createdAt: at });
    await database.linkSecrets.deleteMadeBefore(new Date(at.getTime() - SIGNING_MS - LINK_MS_MAX));
    return made;
  }
}
