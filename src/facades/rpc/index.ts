/**
 * Turns connections into requests and requests into calls: one port for HTTP/1.1 and HTTP/2, in clear or behind TLS,
 * with Connect, gRPC, gRPC-Web, gRPC's health and reflection, and whatever other faces are handed to it.
 */
export { type ConnectHandlerOptions, connectHandler } from "./connect-handler.ts";
export { grpcInfrastructureHandler } from "./infrastructure.ts";
export { listenSentence } from "./listening.ts";
export { createServer, type ListenTarget, type Server, type ServerOptions } from "./server.ts";
export { type WaitingFaces, waitingFaces } from "./waiting-faces.ts";
