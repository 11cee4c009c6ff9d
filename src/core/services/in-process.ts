import { create, type DescMessage, type DescService, isMessage } from "@bufbuild/protobuf";
import {
  type ConnectRouter,
  createContextValues,
  createHandlerContext,
  createRouterTransport,
  createServiceImplSpec,
  type Interceptor,
  type MethodImplSpec,
  type ServiceImpl,
  type ServiceImplSpec,
  type Transport,
} from "@connectrpc/connect";
import { invokeUnaryImplementation } from "@connectrpc/connect/protocol";

/** A service and what serves it. */
export interface Served {
  readonly spec: ServiceImplSpec;
  register(router: ConnectRouter): void;
}

/** Puts the two together where their types are known. */
export function servedBy<Service extends DescService>(service: Service, implementation: ServiceImpl<Service>): Served {
  return {
    spec: createServiceImplSpec(service, implementation),
    register: (router) => void router.service(service, implementation),
  };
}

/** What a handler is told of the way that a call took. */
const WAY = { url: "https://in-memory", requestMethod: "POST", protocolName: "in-process" } as const;

/** The library would make an exception of its own for each call that ends. */
const ENDED = new Error("the call has ended");

type UnarySpec = Extract<MethodImplSpec, { kind: "unary" }>;

/**
 * Calls of the services in this process, for doors that hold decoded messages. A message goes to its handler as it is,
 * through the same interceptors as from outside. The library's own in-memory transport writes and reads each message in
 * the binary form: two copies of a document's bytes, and a tenth of a millisecond. Streams go over that one.
 */
export function inProcessTransport(served: readonly Served[], interceptors: Interceptor[]): Transport {
  const specs = unarySpecsOf(served);
  const routes = (router: ConnectRouter): void => {
    for (const { register } of served) register(router);
  };
  const { stream } = createRouterTransport(routes, { router: { interceptors } });
  return {
    async unary(method, signal, timeoutMs, header, message, contextValues) {
      const spec = specs.get(`${method.parent.typeName}/${method.name}`);
      if (spec === undefined) throw new Error(`${method.name} has no handler`);
      const context = createHandlerContext({
        ...{ ...WAY, service: method.parent, method, contextValues: contextValues ?? createContextValues() },
        ...(header === undefined ? {} : { requestHeader: header }),
        ...(signal === undefined ? {} : { requestSignal: signal }),
        ...(timeoutMs === undefined ? {} : { timeoutMs }),
      });
      try {
        const input = create(method.input, message);
        const answer = await invokeUnaryImplementation<DescMessage, DescMessage>(spec, context, input, interceptors);
        if (!isMessage(answer, method.output)) throw new Error(`${method.name} answered with another message`);
        const { responseHeader, responseTrailer } = context;
        return {
          ...{ stream: false as const, service: method.parent, method, message: answer },
          ...{ header: responseHeader, trailer: responseTrailer },
        };
      } finally {
        context.abort(ENDED);
      }
    },
    stream,
  };
}

function unarySpecsOf(served: readonly Served[]): ReadonlyMap<string, UnarySpec> {
  const specs = served.flatMap(({ spec: { service, methods } }) =>
    Object.values(methods).flatMap((spec) =>
      spec.kind === "unary" ? [[`${service.typeName}/${spec.method.name}`, spec] as const] : [],
    ),
  );
  return new Map(specs);
}
