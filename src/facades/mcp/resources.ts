import { ProtocolError, ProtocolErrorCode, type Server } from "@modelcontextprotocol/server";

/** Something that a client may read beside calling tools. */
export interface Resource {
  /** Such as `rpt://examples/invoice`. */
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly mimeType: string;
  /** Its text, read or made when it is asked for. */
  readonly read: () => string | Promise<string>;
}

/** Resources for whoever writes templates. */
export interface ResourceShelf {
  /** The tool whose callers may read them; to everybody else there are none. */
  readonly openedBy: string;
  readonly resources: readonly Resource[];
}

/** Answers lists and reads. A resource that the caller does not see answers exactly like an unknown one. */
export function serveResources(server: Server, resources: readonly Resource[]): void {
  server.setRequestHandler("resources/list", () => ({ resources: resources.map(listed) }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [] }));
  server.setRequestHandler("resources/read", async (request) => {
    const { uri } = request.params;
    const resource = resources.find((candidate) => candidate.uri === uri);
    if (resource === undefined) {
      throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown resource: ${uri}`);
    }
    return { contents: [{ uri, mimeType: resource.mimeType, text: await resource.read() }] };
  });
}

function listed({ uri, name, title, description, mimeType }: Resource): Omit<Resource, "read"> {
  return { uri, name, title, description, mimeType };
}
