import type { Method } from "./catalogue.ts";

/**
 * The checks that come before a body is read: credential, role, plan, the canvas that the path names, request rate.
 *
 * An edge that decodes bodies itself (REST, tools) asks for admission first, so that a caller without a credential
 * learns nothing from how their body is refused, and so that nobody's body is read beyond what their plan takes. Then
 * it calls the method over the in-process transport with the token in `INTERNAL_HEADERS.admission`; the interceptors
 * take the principal from the token and do not repeat the checks. Calls without a token (Connect, gRPC) are admitted
 * by the interceptors.
 */
export type Admit = (request: AdmissionRequest) => Promise<Admission>;

/** What an edge knows of a call before its body. */
export interface AdmissionRequest {
  /** The method that is called. */
  readonly method: Method;
  /** The request's headers, with the internal ones as the edge has set them. */
  readonly headers: Headers;
  /** The request fields that the path gives, by the field's name in the proto file, such as `canvas_id`. */
  readonly pathFields: ReadonlyMap<string, string>;
}

/** A call that may go on. A refusal is a thrown `ConnectError` made by `platenError`. */
export interface Admission {
  /** Stands for the principal and is good for one call; hard to guess, and never sent to a client. */
  readonly token: string;
  /** The largest body that the caller's plan takes, in bytes. */
  readonly maxRequestBytes: number;
  /** Whose bodies count together while they come, such as an organization; left out, those of the caller's address. */
  readonly account?: string;
  /** Headers for the answer, whatever it becomes, such as `RateLimit-Remaining`. */
  readonly headers: Headers;
}
