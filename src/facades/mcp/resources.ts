import { ProtocolError, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";
import { takeLoopTurn } from "../../core/event-loop/index.ts";

/** Something that a client may read beside calling tools. */
export interface Resource {
  /** Such as `rpt://examples/invoice`. */
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  /** The tool whose callers may read it; to everybody else it is not there. */
  readonly openedBy: string;
  /** What a host has to know of it before it shows it, such as `_meta.ui` of an app's page. */
  readonly meta?: Readonly<Record<string, unknown>>;
  /** Its text, read or made when it is asked for. */
  readonly read: () => string | Promise<string>;
}

/** Answers lists and reads. A resource that the caller does not see answers exactly like an unknown one. */
export function serveResources(server: Server, resources: readonly Resource[]): void {
  server.setRequestHandler("resources/list", () => ({ resources: resources.map(listed) }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
  server.setRequestHandler("resources/read", async (request) => {
    const { uri } = request.params;
    const resource = resources.find((candidate) => candidate.uri === uri);
    if (resource === undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown resource: ${uri}`, { uri });
    }
    const { mimeType, meta } = resource;
    const text = await resource.read();
    // A batch asks for twenty of up to megabytes, each of which is written in one piece.
    await takeLoopTurn();
    return { contents: [{ uri, mimeType, text, ...(meta === undefined ? {} : { _meta: meta }) }] };
  });
}

function listed({ uri, name, title, description, mimeType, meta }: Resource) {
  return { uri, name, title, description, mimeType, ...(meta === undefined ? {} : { _meta: meta }) };
}
