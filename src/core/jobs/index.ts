// Jobs: what has to happen without anyone waiting or asking: queued renders, and rows and bytes that time has passed by.
export { startRefreshing } from "./refreshing.ts";
export {
  openRenderQueue,
  type RenderJobNotice,
  type RenderQueue,
  type RenderTry,
} from "./render-queue.ts";
export { type Sweeping, type SweepingDependencies, startSweeping, sweep, sweepOrphans } from "./sweeping.ts";
