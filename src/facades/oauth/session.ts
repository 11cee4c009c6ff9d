import { ServerResponse } from "node:http";
import type Provider from "oidc-provider";
import { type Exchange, requestFor } from "./exchange.ts";

type Session = Awaited<ReturnType<Provider["Session"]["get"]>>;

/** The session of the browser that a request comes from; a new one, which is kept nowhere, where it has none. */
export function sessionOf(provider: Provider, exchange: Exchange, baseUrl: string): Promise<Session> {
  const request = requestFor(exchange, baseUrl);
  // Nothing is answered by this context: it reads the cookie.
  return provider.Session.get(provider.createContext(request, new ServerResponse(request)));
}
