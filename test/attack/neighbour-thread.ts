// Sends the neighbour's requests, on a thread of its own: who attacks packs megabytes meanwhile, and would see every
// answer late.
import { parentPort, workerData } from "node:worker_threads";
import { type Sent, send } from "./send.ts";

/** What the neighbour sends, and where. */
export interface NeighbourData {
  readonly baseUrl: string;
  readonly sent: Sent;
}

const { baseUrl, sent }: NeighbourData = workerData;

parentPort?.on("message", async (turn: number) => {
  const { said, status, ms } = await send(baseUrl, sent);
  parentPort?.postMessage({ turn, said, status, ms });
});
