import type { ServiceImpl } from "@connectrpc/connect";
import type { ReceiptService } from "../../../gen/platen/v1/receipt_pb.ts";
import { platenError } from "../methods/index.ts";
import type { ServiceDependencies } from "./dependencies.ts";

/** Receipts of renders and the canvases that they name, of all organizations, for whoever operates the installation. */
export function receiptService({ database }: ServiceDependencies): ServiceImpl<typeof ReceiptService> {
  return {
    async getReceipt({ renderId }) {
      const receipt = await database.renders.receipt(renderId);
      if (receipt !== null) return { receipt };
      const sentence = `There is no receipt of a render '${renderId}'.`;
      throw platenError("not_found", `${sentence} A render has one from its success on; check its id and its status.`);
    },

    async getFrozenCanvas({ contentHash }) {
      const content = await database.canvases.contentByHash(contentHash);
      if (content !== null) return { compiled: content.compiled, source: content.source };
      const sentence = `No canvas with the hash ${contentHash} was published here.`;
      throw platenError("not_found", `${sentence} Ask the installation that made the file, or name its template.`);
    },
  };
}
