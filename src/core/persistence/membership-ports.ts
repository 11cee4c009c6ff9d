/** A value, or the expected reason why there is none. Unexpected failures of the database are thrown. */
export type Result<Value, Reason extends string> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly reason: Reason };

export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly plan: string;
  readonly createdAt: Date;
}

export type MembershipRole = "owner" | "member";

/** An organization that a person belongs to. */
export interface MembershipOf {
  readonly organization: Organization;
  readonly role: MembershipRole;
  readonly since: Date;
}
