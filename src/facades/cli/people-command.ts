import { Command, Option } from "commander";
import { AccountService } from "../../../gen/platen/v1/account_pb.ts";
import { PeopleService, type Person } from "../../../gen/platen/v1/people_pb.ts";
import { CliError, type CliHost } from "./host.ts";
import { asOperator } from "./operator.ts";
import { passwordFrom } from "./password.ts";

/** `platen people …`: who may sign in, and what they belong to. */
export function peopleCommand(host: CliHost): Command {
  return new Command("people")
    .summary("invite, list and remove the people who sign in")
    .description("The people who sign in to this installation, and the organizations that they belong to.")
    .addCommand(invite(host))
    .addCommand(create(host))
    .addCommand(reset(host))
    .addCommand(list(host))
    .addCommand(remove(host))
    .addCommand(signOut(host))
    .addCommand(link(host));
}

function invite(host: CliHost): Command {
  return new Command("invite")
    .description("Makes a person a member of an organization, and mails them a link to choose a password if needed.")
    .argument("<email>", "the address that they sign in by")
    .requiredOption("--organization <id>", "the organization")
    .addOption(new Option("--role <role>", "what they are in it").choices(["owner", "member"]).default("member"))
    .action(async (email: string, options: { readonly organization: string; readonly role: string }) => {
      const { personId, ...sent } = await asOperator(host, PeopleService, (people) =>
        people.invitePerson({ email, organizationId: options.organization, role: options.role }),
      );
      host.writeError(`${email} (${personId}) is a member of ${options.organization}.\n`);
      tellLink(host, email, sent);
    });
}

function create(host: CliHost): Command {
  return new Command("create")
    .description("Makes an account with a first password, as an owner of an organization; no mail is sent.")
    .argument("<email>", "the address that they sign in by")
    .requiredOption("--organization <id>", "the organization")
    .requiredOption("--password-env <name>", "the variable of the environment that holds the password")
    .action(async (email: string, options: { readonly organization: string; readonly passwordEnv: string }) => {
      const { password } = passwordFrom(host, options.passwordEnv);
      if (password === undefined) throw new CliError(`The environment has no ${options.passwordEnv}.`, 2);
      const { personId } = await asOperator(host, AccountService, (account) =>
        account.createPerson({ email, organizationId: options.organization, password }),
      );
      host.writeOut(`${personId}\n`);
    });
}

function reset(host: CliHost): Command {
  return new Command("reset")
    .description("Mails a person a link to choose another password; the present one stays good until they do.")
    .argument("<email>", "the address that they sign in by")
    .action(async (email: string) => {
      const sent = await asOperator(host, PeopleService, (people) => people.resetPassword({ email }));
      tellLink(host, email, sent);
    });
}

/** A link is shown by demos alone; elsewhere it goes by mail. */
function tellLink(
  host: CliHost,
  email: string,
  { link, mailed }: { readonly link?: string | undefined; readonly mailed: boolean },
): void {
  if (mailed) host.writeError(`A link was mailed to ${email}.\n`);
  if (link === undefined) return;
  host.writeError("No mail server is configured, and this is a demo, so the link is shown here:\n");
  host.writeOut(`${link}\n`);
}

function list(host: CliHost): Command {
  return new Command("list")
    .description("Prints one person a line (id, address, state), and what they belong to beneath.")
    .action(async () => {
      const { people } = await asOperator(host, PeopleService, (client) => client.listPeople({}));
      host.writeOut(people.map(personLines).join(""));
    });
}

function personLines({ id, email, hasPassword, memberships }: Person): string {
  const state = hasPassword ? "has a password" : "invited";
  const lines = memberships.map((each) => `  ${each.organizationId}\t${each.role}\t${each.organizationName}\n`);
  return [`${id}\t${email}\t${state}\n`, ...lines].join("");
}

function remove(host: CliHost): Command {
  return new Command("remove")
    .description("Takes a person out of an organization, from the next request on. The account stays.")
    .argument("<email>", "the address that they sign in by")
    .requiredOption("--organization <id>", "the organization")
    .action(async (email: string, { organization }: { readonly organization: string }) => {
      await asOperator(host, PeopleService, (people) => people.removeMember({ email, organizationId: organization }));
      host.writeOut(`${email} is no member of ${organization} any more.\n`);
    });
}

function signOut(host: CliHost): Command {
  return new Command("sign-out")
    .description("Ends a person's sessions and what they allowed to apps; access tokens run out within 10 minutes.")
    .argument("<email>", "the address that they sign in by")
    .action(async (email: string) => {
      await asOperator(host, PeopleService, (people) => people.signOutPerson({ email }));
      host.writeOut(`${email} is signed out everywhere.\n`);
    });
}

function link(host: CliHost): Command {
  return new Command("link")
    .description("Tells who a person is at another issuer, by the subject that its tokens name.")
    .argument("<email>", "the address that they sign in by here")
    .requiredOption("--issuer <url>", "the other issuer, exactly as its tokens name it")
    .requiredOption("--subject <subject>", "the person's subject there")
    .action(async (email: string, { issuer, subject }: { readonly issuer: string; readonly subject: string }) => {
      await asOperator(host, PeopleService, (people) => people.linkSubject({ email, issuer, subject }));
      host.writeOut(`${email} is ${subject} at ${issuer}.\n`);
    });
}

/** `platen signing-key rotate`: what people's tokens are signed by. */
export function signingKeyCommand(host: CliHost): Command {
  const rotate = new Command("rotate")
    .description("Signs people's tokens by a new key from now on. Tokens of the old one stay good for their time.")
    .option("--forget-old", "forget the old keys: everybody signs in again", false)
    .action(async ({ forgetOld }: { readonly forgetOld: boolean }) => {
      const { keyId } = await asOperator(host, PeopleService, (people) => people.rotateSigningKey({ forgetOld }));
      host.writeOut(`${keyId}\n`);
    });
  return new Command("signing-key").summary("change the key that people's tokens are signed by").addCommand(rotate);
}

/** `platen links rotate`: what links to documents are signed by. */
export function linksCommand(host: CliHost): Command {
  const rotate = new Command("rotate")
    .description("Signs links to documents by a new secret from now on. Links of the old one open until they expire.")
    .option("--forget-old", "forget the old secrets: no link that was made before opens any more", false)
    .action(async ({ forgetOld }: { readonly forgetOld: boolean }) => {
      const { secretId } = await asOperator(host, PeopleService, (people) => people.rotateLinkSecret({ forgetOld }));
      host.writeOut(`${secretId}\n`);
    });
  return new Command("links").summary("change the secret that links to documents are signed by").addCommand(rotate);
}
