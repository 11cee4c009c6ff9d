// Links to stored files, for people: made for a render, and opened by any browser until they expire.
import type { ServiceImpl } from "@connectrpc/connect";
import type { RenderService } from "../../../gen/platen/v1/render_pb.ts";
import { linkToken, readLinkToken } from "../links/index.ts";
import { INTERNAL_HEADERS, platenError } from "../methods/index.ts";
import { networkRate } from "../tenancy/index.ts";
import type { ServiceDependencies } from "./dependencies.ts";
import { inlineDisposition } from "./file-name.ts";
import { LinkSecrets } from "./link-secrets.ts";

/** Where the service's links are, outside of the interface for programs. */
const LINKS_PATH = "/files";

/** Openings of links from one network: five a second, for viewers that read a file in parts. */
const OPENINGS_PER_MINUTE = 300;

/** The address under which a browser reads a stored file until it expires. */
export async function fileLink(dependencies: ServiceDependencies, renderId: string, expiresAt: Date): Promise<string> {
  const secret = await new LinkSecrets(dependencies).signing();
  return `${dependencies.baseUrl}${LINKS_PATH}/${linkToken({ renderId, expiresAt }, secret)}`;
}

/** Opening links: what is wrong with one is never said, or it would tell which files there are. */
export function linkMethods(dependencies: ServiceDependencies): Pick<ServiceImpl<typeof RenderService>, "openLink"> {
  const { database, store, now } = dependencies;
  const secrets = new LinkSecrets(dependencies);
  const count = networkRate(OPENINGS_PER_MINUTE);
  return {
    async openLink({ token }, { requestHeader }) {
      const { isOver, resetSeconds } = await count(requestHeader.get(INTERNAL_HEADERS.remoteAddress) ?? "unknown");
      if (isOver) throw tooManyOpenings(resetSeconds);
      const link = readLinkToken(token, await secrets.all(), now());
      const render = link === null ? null : await database.renders.findLinked(link.renderId, now());
      if (render === null || render.status !== "succeeded" || !render.stored || render.sha256 === null) {
        throw linkNotFound();
      }
      const stored = await store.get(render.id, render.sha256, render.bytes ?? undefined);
      if (stored.kind !== "found") {
        // Its retention may have ended between the two reads.
        if ((await database.renders.findLinked(render.id, now()))?.stored !== true) throw linkNotFound();
        const cause = new Error(`the stored file of ${render.id} is gone`);
        throw platenError("internal", "The stored file can't be read. Report the request's identifier.", { cause });
      }
      return {
        pdf: stored.pdf,
        contentDisposition: inlineDisposition(render),
        etag: `"${render.sha256}"`,
      };
    },
  };
}

function tooManyOpenings(retryAfterSeconds: number): Error {
  const sentence = "Too many links were opened from this network in a minute. Wait, then open the link again.";
  return platenError("rate_limited", sentence, { retryAfterSeconds });
}

function linkNotFound(): Error {
  return platenError("not_found", "This link is not good, or has expired. Ask for the document again.");
}
