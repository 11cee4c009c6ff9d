import type { HttpHandler } from "../../core/methods/index.ts";
import { oauthHandler } from "./handler.ts";
import type { OAuthOptions } from "./options.ts";
import { accessTokensFor } from "./tokens.ts";

export interface SignInDoorOptions extends Omit<OAuthOptions, "onError"> {
  /** The authorization server that signs people in; null where this installation does it by itself. */
  readonly externalIssuer: string | null;
}

/** Whom the installation believes about people, and what it serves of signing in. */
export interface SignInDoor {
  readonly issuer: string;
  /** The judge of people's access tokens. */
  readonly accessTokens: ReturnType<typeof accessTokensFor>;
  /** The authorization server with its pages; none where another one signs people in. */
  handlers(onError: OAuthOptions["onError"]): readonly HttpHandler[];
  /** Reads or makes the keys that tokens are signed by, where they are this installation's own. */
  readKeys(): Promise<void>;
}

/** Puts the door together at which people sign in: this installation's own authorization server, or another one. */
export function signInDoor({ externalIssuer, ...parts }: SignInDoorOptions): SignInDoor {
  const { signingIn, baseUrl, fetch } = parts;
  return {
    issuer: externalIssuer ?? baseUrl,
    accessTokens: accessTokensFor({ signingIn, baseUrl, externalIssuer, fetch }),
    handlers: (onError) => (externalIssuer === null ? [oauthHandler({ ...parts, onError })] : []),
    async readKeys() {
      if (externalIssuer === null) await signingIn.keys.all();
    },
  };
}
