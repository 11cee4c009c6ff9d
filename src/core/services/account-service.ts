import type { ServiceImpl } from "@connectrpc/connect";
import type { AccountService } from "../../../gen/platen/v1/account_pb.ts";
import { platenError } from "../methods/index.ts";
import type { Organization } from "../persistence/index.ts";
import { BUSY_RETRY_SECONDS, type KeyRole, newApiKey, type PasswordProblem, type Plan } from "../tenancy/index.ts";
import { tenantOf } from "./caller.ts";
import type { ServiceDependencies } from "./dependencies.ts";
import { keyMessage, organizationMessage } from "./messages.ts";

/** How often a new prefix is drawn before giving up; one in 2^60 is taken. */
const PREFIX_TRIES_MAX = 3;

/** Organizations and their keys, for whoever operates the installation. */
export function accountService(dependencies: ServiceDependencies): ServiceImpl<typeof AccountService> {
  return {
    ...organizationMethods(dependencies),
    ...ownMethods(dependencies),
    ...personMethods(dependencies),
    ...keyMethods(dependencies),
  };
}

const PASSWORD_ADVICE: Readonly<Record<PasswordProblem, string>> = {
  too_short: "The password is too short. Take at least 12 characters.",
  too_long: "The password is too long. Take at most 256 characters.",
  common: "The password is common or has leaked before. Take another one.",
  predictable:
    "The password is easy to guess. Avoid repetitions, rows of keys, and names of the person and the organization.",
};

/** Some of the service's methods. */
type Methods<Name extends keyof ServiceImpl<typeof AccountService>> = Pick<ServiceImpl<typeof AccountService>, Name>;

function organizationMethods({
  database,
  now,
  plans,
}: ServiceDependencies): Methods<
  "createOrganization" | "listOrganizations" | "setOrganizationPlan" | "createWorkspace"
> {
  const planOf = (name: string): Plan => {
    const plan = plans.find((candidate) => candidate.name === name);
    if (plan !== undefined) return plan;
    const names = plans.map((candidate) => candidate.name).join(", ");
    throw platenError("invalid_argument", `There is no plan '${name}'. The plans are ${names}.`);
  };
  return {
    async createOrganization(request) {
      const plan = planOf(request.plan);
      const createdAt = now();
      const { organization, workspace } = await database.transaction(async (repositories) => {
        const made = await repositories.organizations.create({ name: request.name, plan: plan.name, createdAt });
        const organizationId = made.id;
        const first = await repositories.organizations.createWorkspace({ organizationId, name: "Main", createdAt });
        if (!first.ok) throw new Error(`a new organization has no room for a workspace: ${first.reason}`);
        return { organization: made, workspace: first.value };
      });
      return { organization: organizationMessage(organization, [workspace]) };
    },

    async listOrganizations() {
      const organizations = await database.organizations.list();
      const oldestFirst = organizations.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
      const messages = oldestFirst.map(async (organization) =>
        organizationMessage(organization, await database.organizations.listWorkspaces(organization.id)),
      );
      return { organizations: await Promise.all(messages) };
    },

    async setOrganizationPlan({ organizationId, plan }) {
      const organization = await database.organizations.setPlan({ organizationId, plan: planOf(plan).name });
      if (organization === null) throw noOrganization(organizationId);
      const workspaces = await database.organizations.listWorkspaces(organizationId);
      return { organization: organizationMessage(organization, workspaces) };
    },

    async createWorkspace({ organizationId, name }) {
      const made = await database.organizations.createWorkspace({ organizationId, name, createdAt: now() });
      if (made.ok) return { workspace: { id: made.value.id, name: made.value.name } };
      if (made.reason === "organization_not_found") throw noOrganization(organizationId);
      throw platenError(
        "invalid_argument",
        `The organization has a workspace named '${name}' already. Choose another name.`,
      );
    },
  };
}

/** What people see of their own account. */
function ownMethods({ database }: ServiceDependencies): Methods<"listOwnOrganizations"> {
  return {
    async listOwnOrganizations(_request, context) {
      const { principal } = tenantOf(context.values);
      if (principal.kind !== "person") throw new Error("a person's method was opened to a key");
      const memberships = await database.people.memberships(principal.personId);
      return { organizations: memberships.map(({ organization: { id, name }, role }) => ({ id, name, role })) };
    },
  };
}

function personMethods(dependencies: ServiceDependencies): Methods<"createPerson"> {
  const { database, now, signingIn, baseUrl } = dependencies;
  return {
    async createPerson(request) {
      const { email, organizationId, password } = request;
      using turn = signingIn.passwords.enter(null);
      if (turn === null) throw tooManyPasswords();
      const organizations = await database.organizations.list();
      const own = organizations.filter(({ id }) => id === organizationId).map(({ name }) => name);
      const problem = await turn.problem(password, { email, names: [new URL(baseUrl).hostname, ...own] });
      if (problem !== null) throw platenError("invalid_argument", PASSWORD_ADVICE[problem]);
      const passwordHash = await turn.hash(password);
      const createdAt = now();
      return database.transaction(async ({ people }) => {
        const person = await people.create({ email: email.toLowerCase(), passwordHash, createdAt });
        if (!person.ok) {
          throw platenError("invalid_argument", `There is an account for ${email} already. Use another address.`);
        }
        const personId = person.value.id;
        const joined = await people.addMembership({ personId, organizationId, role: "owner", since: createdAt });
        if (!joined.ok) throw noOrganization(organizationId);
        return { personId };
      });
    },
  };
}

function keyMethods(dependencies: ServiceDependencies): Methods<"createKey" | "listKeys" | "revokeKey"> {
  const { database, now } = dependencies;
  return {
    async createKey(request) {
      const organizationId = request.organizationId ?? (await defaultOrganization(dependencies)).id;
      for (let tries = 0; tries < PREFIX_TRIES_MAX; tries += 1) {
        const { text, prefix, secretHash } = newApiKey();
        const created = await database.keys.create({
          organizationId,
          workspaceId: request.workspaceId ?? null,
          role: keyRoleOf(request.role),
          label: request.name,
          prefix,
          secretHash,
          createdAt: now(),
        });
        if (created.ok) return { key: keyMessage(created.value), secret: text };
        if (created.reason === "organization_not_found") throw noOrganization(organizationId);
        if (created.reason === "workspace_not_found") {
          const sentence = `The organization has no workspace '${request.workspaceId ?? ""}'.`;
          throw platenError("not_found", `${sentence} List them with platen organizations list.`);
        }
      }
      throw new Error("no free key prefix was drawn");
    },

    async listKeys(request) {
      const organizationId = request.organizationId ?? (await defaultOrganization(dependencies)).id;
      const keys = await database.keys.list(organizationId);
      return { keys: keys.map(keyMessage) };
    },

    async revokeKey(request) {
      for (const organization of await database.organizations.list()) {
        const keys = await database.keys.list(organization.id);
        const key = keys.find((candidate) => candidate.id === request.keyId || candidate.prefix === request.keyId);
        if (key === undefined) continue;
        await database.keys.revoke({ organizationId: organization.id, keyId: key.id, revokedAt: now() });
        const after = await database.keys.list(organization.id);
        return { key: keyMessage(after.find((candidate) => candidate.id === key.id) ?? key) };
      }
      throw platenError("not_found", `There is no key '${request.keyId}'. List them with platen keys list.`);
    },
  };
}

/** The organization that the operator means when naming none: the oldest. */
export async function defaultOrganization({ database }: ServiceDependencies): Promise<Organization> {
  const organizations = await database.organizations.list();
  const [oldest] = organizations.toSorted((a, b) => a.createdAt.getTime() - b.createdAt.getTime());
  if (oldest === undefined) {
    const sentence = "There is no organization yet. Make one with platen organizations create NAME.";
    throw platenError("not_found", sentence);
  }
  return oldest;
}

/** The workspace that the operator means when naming none: the oldest of the oldest organization. */
export async function defaultWorkspace(dependencies: ServiceDependencies): Promise<string> {
  const organization = await defaultOrganization(dependencies);
  const [workspace] = await dependencies.database.organizations.listWorkspaces(organization.id);
  if (workspace === undefined)
    throw platenError(
      "not_found",
      `The organization ${organization.name} has no workspace. Name one with workspaceId.`,
    );
  return workspace.id;
}

function tooManyPasswords(): Error {
  const sentence = "Too many passwords are being hashed at the moment. Send the request again.";
  return platenError("unavailable", sentence, { retryAfterSeconds: BUSY_RETRY_SECONDS });
}

function noOrganization(id: string): Error {
  return platenError("not_found", `There is no organization '${id}'. List them with platen organizations list.`);
}

function keyRoleOf(role: string): KeyRole {
  if (role === "render" || role === "data-write") return role;
  throw platenError("invalid_argument", `'${role}' is not a role. Write render or data-write.`);
}
