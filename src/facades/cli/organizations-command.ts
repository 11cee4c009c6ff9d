import { Command } from "commander";
import { AccountService, type Organization } from "../../../gen/platen/v1/account_pb.ts";
import type { CliHost } from "./host.ts";
import { asOperator } from "./operator.ts";

/** `platen organizations create|set-plan|add-workspace|list`: whom keys and canvases of an installation belong to. */
export function organizationsCommand(host: CliHost): Command {
  return new Command("organizations")
    .summary("create and list organizations, and set their plans")
    .description(
      "The organizations of this installation. Keys and canvases belong to one; a new one has one workspace.",
    )
    .addCommand(create(host))
    .addCommand(setPlan(host))
    .addCommand(createWorkspace(host))
    .addCommand(list(host));
}

function create(host: CliHost): Command {
  return new Command("create")
    .description("Makes an organization with a first workspace.")
    .argument("<name>", "the name that people know it by")
    .option("--plan <plan>", "the plan that it is on", "enterprise")
    .action(async (name: string, options: { readonly plan: string }) => {
      const answer = await asOperator(host, AccountService, (account) =>
        account.createOrganization({ name, plan: options.plan }),
      );
      if (answer.organization !== undefined) host.writeOut(organizationLines(answer.organization));
    });
}

function setPlan(host: CliHost): Command {
  return new Command("set-plan")
    .description("Sets the plan of an organization. Every process holds it to that plan from the next request on.")
    .argument("<organization>", "the organization's id")
    .argument("<plan>", "the plan's name")
    .action(async (organizationId: string, plan: string) => {
      const { organization } = await asOperator(host, AccountService, (account) =>
        account.setOrganizationPlan({ organizationId, plan }),
      );
      if (organization !== undefined) host.writeOut(organizationLines(organization));
    });
}

function createWorkspace(host: CliHost): Command {
  return new Command("add-workspace")
    .description("Makes a further workspace in an organization; keys can be limited to it.")
    .argument("<organization>", "the organization's id")
    .argument("<name>", "the name that people know it by")
    .action(async (organizationId: string, name: string) => {
      const { workspace } = await asOperator(host, AccountService, (account) =>
        account.createWorkspace({ organizationId, name }),
      );
      host.writeOut(`${workspace?.id ?? ""}\t${workspace?.name ?? ""}\n`);
    });
}

function list(host: CliHost): Command {
  return new Command("list")
    .description("Prints one organization a line (id, plan, name), and its workspaces beneath.")
    .action(async () => {
      const { organizations } = await asOperator(host, AccountService, (account) => account.listOrganizations({}));
      host.writeOut(organizations.map(organizationLines).join(""));
    });
}

function organizationLines({ id, plan, name, workspaces }: Organization): string {
  return [`${id}\t${plan}\t${name}\n`, ...workspaces.map((one) => `  ${one.id}\t${one.name}\n`)].join("");
}
