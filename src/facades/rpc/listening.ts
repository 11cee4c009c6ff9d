/** Why a server can't listen where it should: one sentence for the operator, with what to set. */
export function listenSentence(
  error: unknown,
  { host, port }: { readonly host: string; readonly port: number },
  settings: "PLATEN" | "PLATEN_ADMIN" = "PLATEN",
): string {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  switch (code) {
    case "EADDRINUSE":
      return `Port ${port} on ${host} is in use. Stop what listens there, or set ${settings}_PORT to another port.`;
    case "EACCES":
      return `Port ${port} may not be used by this user. Set ${settings}_PORT to a port above 1023.`;
    case "EADDRNOTAVAIL":
    case "ENOTFOUND":
      return `This machine has no address ${host}. Set ${settings}_HOST to one it has, such as 127.0.0.1.`;
    default:
      return `The server can't listen on ${host}:${port}: ${error instanceof Error ? error.message : String(error)}.`;
  }
}
