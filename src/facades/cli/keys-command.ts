import { type Timestamp, timestampDate } from "@bufbuild/protobuf/wkt";
import { Command, Option } from "commander";
import { AccountService, type ApiKey } from "../../../gen/platen/v1/account_pb.ts";
import type { CliHost } from "./host.ts";
import { asOperator } from "./operator.ts";

interface CreateOptions {
  readonly role: string;
  readonly name: string;
  readonly organization?: string;
  readonly workspace?: string;
}

interface ListOptions {
  readonly organization?: string;
}

/** `platen keys create|list|revoke`: the API keys of an organization. */
export function keysCommand(host: CliHost): Command {
  return new Command("keys")
    .summary("create, list and revoke API keys")
    .description("The API keys of an organization. A key is shown once, when it is made; only a hash of it is kept.")
    .addCommand(createKey(host))
    .addCommand(listKeys(host))
    .addCommand(revokeKey(host));
}

function createKey(host: CliHost): Command {
  return new Command("create")
    .description("Makes a key and prints it on standard output, this once.")
    .addOption(
      new Option("--role <role>", "what the key is good for").choices(["render", "data-write"]).default("render"),
    )
    .option("--name <name>", "a name to know it by", "")
    .option("--organization <id>", "the organization (default: the oldest)")
    .option("--workspace <id>", "limit the key to one workspace")
    .action(async (options: CreateOptions) => {
      const { key, secret } = await asOperator(host, AccountService, (account) =>
        account.createKey({
          role: options.role,
          name: options.name,
          ...(options.organization === undefined ? {} : { organizationId: options.organization }),
          ...(options.workspace === undefined ? {} : { workspaceId: options.workspace }),
        }),
      );
      host.writeError(`${key?.role ?? ""} key ${key?.id ?? ""}; it is shown here and never again:\n`);
      host.writeOut(`${secret}\n`);
    });
}

function listKeys(host: CliHost): Command {
  return new Command("list")
    .description("Prints one key a line, newest first: id, prefix, role, state, created, name.")
    .option("--organization <id>", "the organization (default: the oldest)")
    .action(async (options: ListOptions) => {
      const { keys } = await asOperator(host, AccountService, (account) =>
        account.listKeys(options.organization === undefined ? {} : { organizationId: options.organization }),
      );
      host.writeOut(keys.map(keyLine).join(""));
    });
}

function revokeKey(host: CliHost): Command {
  return new Command("revoke")
    .description("Revokes a key: from the next request on it is unknown everywhere.")
    .argument("<key>", "the key's id or prefix")
    .action(async (key: string) => {
      const answer = await asOperator(host, AccountService, (account) => account.revokeKey({ keyId: key }));
      if (answer.key !== undefined) host.writeOut(keyLine(answer.key));
    });
}

function keyLine(key: ApiKey): string {
  const state = key.revokedAt === undefined ? "good" : `revoked ${day(key.revokedAt)}`;
  return `${[key.id, key.prefix, key.role, state, day(key.createdAt), key.name].join("\t")}\n`;
}

function day(time: Timestamp | undefined): string {
  return time === undefined ? "" : timestampDate(time).toISOString().slice(0, 10);
}
