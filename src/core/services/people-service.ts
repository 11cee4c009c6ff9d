import { timestampFromDate } from "@bufbuild/protobuf/wkt";
import type { ServiceImpl } from "@connectrpc/connect";
import type { PeopleService } from "../../../gen/platen/v1/people_pb.ts";
import { platenError } from "../methods/index.ts";
import type { MembershipRole, Person } from "../persistence/index.ts";
import type { ServiceDependencies } from "./dependencies.ts";
import { LinkSecrets } from "./link-secrets.ts";
import type { SentLink, SignIn } from "./sign-in.ts";

const NO_MAIL =
  "No mail server is configured, so no link can reach anybody. Set PLATEN_SMTP_URL and PLATEN_MAIL_FROM, or make the " +
  "account with platen people create.";

type PeopleMethods = ServiceImpl<typeof PeopleService>;

/** People and the keys that their tokens are signed by, for whoever operates the installation. */
export function peopleService(dependencies: ServiceDependencies): PeopleMethods {
  const { signIn, keys } = dependencies.signingIn;
  return {
    ...accountMethods(dependencies, signIn),
    ...membershipMethods(dependencies),
    async rotateSigningKey({ forgetOld }) {
      return { keyId: await keys.rotate(forgetOld ? "forget" : "retire") };
    },

    async rotateLinkSecret({ forgetOld }) {
      const { id } = await new LinkSecrets(dependencies).rotate(forgetOld ? "forget" : "retire");
      return { secretId: id };
    },
  };
}

function accountMethods(
  { database, now }: ServiceDependencies,
  signIn: SignIn,
): Pick<PeopleMethods, "invitePerson" | "resetPassword" | "linkSubject" | "signOutPerson"> {
  const personOf = (email: string) => personNamed(database, email);
  return {
    async invitePerson({ email, organizationId, role }) {
      const known = await database.people.findByEmail(email);
      const needsLink = known === null || known.passwordHash === null;
      if (needsLink && !signIn.sendsLinks) throw platenError("invalid_argument", NO_MAIL);
      const createdAt = now();
      const person = await database.transaction(async ({ people }) => {
        const made = known ?? (await newPerson(people, email, createdAt));
        const membership = { personId: made.id, organizationId, role: roleOf(role), since: createdAt };
        const joined = await people.addMembership(membership);
        if (!joined.ok && joined.reason === "not_found") throw noOrganization(organizationId);
        return made;
      });
      const sent = needsLink ? await sentOrRefused(signIn.sendLink(person, "invitation", "ja")) : null;
      return { personId: person.id, ...sentParts(sent) };
    },

    async resetPassword({ email }) {
      const sent = await sentOrRefused(signIn.sendLink(await personOf(email), "reset", "ja"));
      if (sent === null) throw platenError("invalid_argument", NO_MAIL);
      return sentParts(sent);
    },

    async signOutPerson({ email }) {
      await database.oauthRecords.destroyOfAccount((await personOf(email)).id);
      return {};
    },

    async linkSubject({ email, issuer, subject }) {
      const { id } = await personOf(email);
      const owner = await database.people.addSubject({ issuer, subject, personId: id, since: now() });
      if (owner === id) return {};
      throw platenError("invalid_argument", `The subject is linked to another account already (${owner}).`);
    },
  };
}

function membershipMethods({ database }: ServiceDependencies): Pick<PeopleMethods, "listPeople" | "removeMember"> {
  return {
    async listPeople() {
      const everybody = await database.people.list();
      const people = everybody.map(async ({ id, email, passwordHash, createdAt }) => ({
        id,
        email,
        hasPassword: passwordHash !== null,
        createdAt: timestampFromDate(createdAt),
        memberships: (await database.people.memberships(id)).map(({ organization, role }) => ({
          ...{ organizationId: organization.id, organizationName: organization.name, role },
        })),
      }));
      return { people: await Promise.all(people) };
    },

    async removeMember({ email, organizationId }) {
      const { id } = await personNamed(database, email);
      if (await database.people.removeMembership(id, organizationId)) return {};
      throw platenError(
        "not_found",
        `${email} is no member of '${organizationId}'. List people with platen people list.`,
      );
    },
  };
}

/** A mail server that refuses is the operator's to mend; its own words say what is wrong. */
async function sentOrRefused(sending: Promise<SentLink | null>): Promise<SentLink | null> {
  try {
    return await sending;
  } catch (cause) {
    const said = cause instanceof Error ? cause.message : String(cause);
    throw platenError("unavailable", `The mail server did not take the message: ${said}. Mend that, and repeat it.`, {
      cause,
    });
  }
}

async function newPerson(
  people: ServiceDependencies["database"]["people"],
  email: string,
  createdAt: Date,
): Promise<Person> {
  const made = await people.create({ email, passwordHash: null, createdAt });
  if (!made.ok) throw platenError("unavailable", "The account was being made by somebody else. Try again.");
  return made.value;
}

async function personNamed({ people }: ServiceDependencies["database"], email: string): Promise<Person> {
  const person = await people.findByEmail(email);
  if (person !== null) return person;
  throw platenError("not_found", `There is no account for ${email}. List them with platen people list.`);
}

function sentParts(sent: SentLink | null): { mailed: boolean; link?: string } {
  return { mailed: sent?.mailed ?? false, ...(sent === null || sent.link === null ? {} : { link: sent.link }) };
}

function roleOf(role: string): MembershipRole {
  return role === "owner" ? "owner" : "member";
}

function noOrganization(id: string): Error {
  return platenError("not_found", `There is no organization '${id}'. List them with platen organizations list.`);
}
