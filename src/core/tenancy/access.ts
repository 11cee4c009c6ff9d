import type { Principal, Role } from "./principals.ts";
import { roleOf } from "./principals.ts";

/**
 * Role by what it reaches, for help texts and documentation. A method names the roles that may call it; what a role
 * is not named for is, to its callers, not there.
 */
export const ROLE_REACH: Readonly<Record<Role, string>> = {
  public: "health and the description of the interface",
  render: "lists, describes and renders published canvases; reads renders and usage",
  "data-write": "reads and writes datasets, and nothing else",
  person: "lists, describes and renders; checks and publishes sources; lists their organizations",
  operator: "administers the installation on its own machine",
};

/** Whether a caller may call what is open to `roles`. */
export function mayCall(principal: Principal | null, roles: readonly Role[]): boolean {
  return roles.includes("public") || roles.includes(roleOf(principal));
}
