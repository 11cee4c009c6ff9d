import {
  Client,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
  StreamableHTTPClientTransport,
  UnauthorizedError,
} from "@modelcontextprotocol/client";
import {
  type OAuthClientProvider as OldProvider,
  UnauthorizedError as OldUnauthorizedError,
} from "@modelcontextprotocol/sdk/client/auth.js";
import { Client as OldClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport as OldTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { Visitor } from "./visitor.ts";

/** Who signs in, by which browser. */
export interface SigningParty {
  readonly visitor: Visitor;
  readonly account: { readonly email: string; readonly password: string };
}

/** What a client keeps while somebody signs in; the browser is a visitor that fills in our pages. */
export class KeptSignIn {
  readonly redirectUrl = "http://127.0.0.1:7777/callback";
  readonly clientMetadata = {
    client_name: "Official client",
    redirect_uris: [this.redirectUrl],
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
  readonly #party: SigningParty;
  #client: StoredOAuthClientInformation | undefined;
  #tokens: StoredOAuthTokens | undefined;
  #discovery: OAuthDiscoveryState | undefined;
  #verifier = "";
  /** The address that the browser was sent back to. */
  callback: URL | null = null;
  signIns = 0;

  constructor(party: SigningParty) {
    this.#party = party;
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.#client;
  }
  saveClientInformation(information: StoredOAuthClientInformation): void {
    this.#client = information;
  }
  tokens(): StoredOAuthTokens | undefined {
    return this.#tokens;
  }
  saveTokens(tokens: StoredOAuthTokens): void {
    this.#tokens = tokens;
  }
  async redirectToAuthorization(address: URL): Promise<void> {
    this.signIns += 1;
    this.callback = await this.#party.visitor.signInAndAllow(address.href, this.#party.account);
  }
  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.#discovery = state;
  }
  discoveryState(): OAuthDiscoveryState | undefined {
    return this.#discovery;
  }
  saveCodeVerifier(verifier: string): void {
    this.#verifier = verifier;
  }
  codeVerifier(): string {
    return this.#verifier;
  }
}

/** A connected client, reduced to what both generations can do. */
export interface SignedInClient {
  readonly kept: KeptSignIn;
  toolNames(): Promise<readonly string[]>;
  call(
    name: string,
    args: Readonly<Record<string, unknown>>,
  ): Promise<{ readonly text: string; readonly isError: boolean }>;
  close(): Promise<void>;
}

type Negotiation = NonNullable<NonNullable<ConstructorParameters<typeof Client>[1]>["versionNegotiation"]>;

/** The kinds of official clients that sign in from nothing. */
export const SIGNING_CLIENTS: readonly {
  readonly name: string;
  connect(baseUrl: string, party: SigningParty): Promise<SignedInClient>;
}[] = [
  { name: "the 2.x client, negotiating", connect: (url, party) => current(url, party, { mode: "auto" }) },
  {
    name: "the 2.x client, pinned to 2026-07-28",
    connect: (url, party) => current(url, party, { mode: { pin: "2026-07-28" } }),
  },
  { name: "the 1.x client", connect: old },
];

async function current(baseUrl: string, party: SigningParty, versionNegotiation: Negotiation): Promise<SignedInClient> {
  const kept = new KeptSignIn(party);
  const authProvider: OAuthClientProvider = kept;
  const url = new URL(`${baseUrl}/mcp`);
  const connect = async (): Promise<Client> => {
    const client = new Client({ name: "test", version: "0" }, { versionNegotiation });
    const transport = new StreamableHTTPClientTransport(url, { authProvider });
    try {
      await client.connect(transport);
      return client;
    } catch (error) {
      if (!(error instanceof UnauthorizedError) || kept.callback === null) throw error;
      await transport.finishAuth(kept.callback.searchParams);
      kept.callback = null;
      return connect();
    }
  };
  const client = await connect();
  return {
    kept,
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => answerOf(await client.callTool({ name, arguments: { ...args } })),
    close: () => client.close(),
  };
}

async function old(baseUrl: string, party: SigningParty): Promise<SignedInClient> {
  const kept = new KeptSignIn(party);
  const url = new URL(`${baseUrl}/mcp`);
  const connect = async (): Promise<OldClient> => {
    const client = new OldClient({ name: "test", version: "0" });
    // The older line's types know no exact optional members.
    const transport = new OldTransport(url, { authProvider: kept as unknown as OldProvider });
    try {
      await client.connect(transport as never);
      return client;
    } catch (error) {
      if (!(error instanceof OldUnauthorizedError) || kept.callback === null) throw error;
      await transport.finishAuth(kept.callback.searchParams.get("code") ?? "");
      kept.callback = null;
      return connect();
    }
  };
  const client = await connect();
  return {
    kept,
    toolNames: async () => (await client.listTools()).tools.map(({ name }) => name),
    call: async (name, args) => answerOf(await client.callTool({ name, arguments: { ...args } })),
    close: () => client.close(),
  };
}

function answerOf(answer: Readonly<Record<string, unknown>>): { text: string; isError: boolean } {
  const content: readonly unknown[] = Array.isArray(answer["content"]) ? answer["content"] : [];
  const texts = content.map((block) =>
    typeof block === "object" && block !== null && "text" in block ? String(block.text) : "",
  );
  return { text: texts.join("\n"), isError: answer["isError"] === true };
}
