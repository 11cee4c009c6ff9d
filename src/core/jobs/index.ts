// Jobs: what happens without anyone waiting or asking: queued renders, due refreshes, and clearing what is over.
export { startRefreshing } from "./refreshing.ts";
export {
  openRenderQueue,
  type RenderJobNotice,
  type RenderQueue,
  type RenderTry,
} from "./render-queue.ts";
export {
  type Sweeping,
  type SweepingDependencies,
  startSweeping,
  sweep,
  sweepOrphans,
  sweepSigningIn,
} from "./sweeping.ts";
