import { CliError, type CliHost } from "./host.ts";

/** The password in the named variable of the environment; nothing where none is named. */
export function passwordFrom(host: CliHost, name: string | undefined): { readonly password?: string } {
  if (name === undefined) return {};
  const password = host.environmentVariable(name);
  if (password === undefined || password === "") {
    throw new CliError(`The environment has no ${name}. Set it to the password, for this one command.`, 2);
  }
  return { password };
}
