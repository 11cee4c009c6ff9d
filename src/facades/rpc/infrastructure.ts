// Health and reflection of gRPC. Anyone may ask, so questions are short, come unpacked and are counted by the network
// that they come from; answers are made once.
import {
  Code,
  ConnectError,
  createConnectRouter,
  createContextKey,
  createContextValues,
  type HandlerContext,
} from "@connectrpc/connect";
import { universalRequestFromNodeRequest, universalResponseToNodeResponse } from "@connectrpc/connect-node";
import { type HttpHandler, INTERNAL_HEADERS, isGone, type MethodCatalogue } from "../../core/methods/index.ts";
import { networkRate } from "../../core/services/index.ts";
import { healthRoutes } from "./health.ts";
import { reflectionRoutes } from "./reflection.ts";

/** Questions about health and definitions are names. */
const QUESTION_BYTES_MAX = 4 * 1024;

/** Ten a second: probes ask once in some, and a client that reads every definition asks a hundred times. */
const QUESTIONS_PER_MINUTE = 600;

/** Where a question came from. */
const addressKey = createContextKey("", { description: "address of the caller" });

/**
 * Serves `grpc.health.v1` and `grpc.reflection.v1`, to anyone. `closing` is aborted when a shutdown begins.
 *
 * @param questionsPerMinute of one network
 */
export function grpcInfrastructureHandler(
  catalogue: MethodCatalogue,
  closing: AbortSignal,
  questionsPerMinute: number = QUESTIONS_PER_MINUTE,
): HttpHandler {
  const visible = catalogue.methods.filter((method) => !method.roles.has("operator"));
  const services = [...new Set(visible.map((method) => method.descriptor.parent))];
  const count = networkRate(questionsPerMinute);
  const router = createConnectRouter({ acceptCompression: [], readMaxBytes: QUESTION_BYTES_MAX });
  const addressOf = ({ values }: Pick<HandlerContext, "values">): string => values.get(addressKey);
  const asked = async (context: Pick<HandlerContext, "values">): Promise<void> => {
    if (!(await count(addressOf(context))).isOver) return;
    throw new ConnectError("too many questions came from this network; wait a minute", Code.ResourceExhausted);
  };
  healthRoutes(router, services, { closing, asked, addressOf });
  reflectionRoutes(router, services, asked);
  const handlers = new Map(router.handlers.map((handler) => [handler.requestPath, handler]));
  return async (request, response) => {
    const handler = handlers.get((request.url ?? "").split("?", 1)[0] ?? "");
    if (handler === undefined) return false;
    const values = createContextValues();
    const address = request.headers[INTERNAL_HEADERS.remoteAddress];
    values.set(addressKey, typeof address === "string" ? address : "unknown");
    try {
      const answer = await handler(universalRequestFromNodeRequest(request, response, undefined, values));
      await universalResponseToNodeResponse(answer, response);
    } catch (error) {
      if (!isGone(request, response)) throw error;
    }
    return true;
  };
}
