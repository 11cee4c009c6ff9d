/**
 * What an access token may be good for (RFC 8707): the tool endpoint, or the interface for programs. A token names one
 * of them, and is refused at the other.
 */
export function audiencesOf(baseUrl: string): { readonly tools: string; readonly api: string } {
  return { tools: `${baseUrl}/mcp`, api: `${baseUrl}/v1` };
}

/** The audience of the door that a request came through; REST, Connect, gRPC and gRPC-Web are one surface. */
export function audienceOf(door: string | null, baseUrl: string): string {
  const { tools, api } = audiencesOf(baseUrl);
  return door === "mcp" ? tools : api;
}
