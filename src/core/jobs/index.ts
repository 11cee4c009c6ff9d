// Jobs: what happens without anyone waiting or asking: queued renders, due refreshes, and clearing what is over.
export { type Migrating, migrateDatabase } from "./migrating.ts";
export { startRefreshing } from "./refreshing.ts";
export {
  NO_QUEUE,
  openRenderQueue,
  type RenderJobNotice,
  type RenderQueue,
  type RenderTry,
} from "./render-queue.ts";
export {
  releaseAbandoned,
  type Sweeping,
  type SweepingDependencies,
  startReleasing,
  startSweeping,
  sweep,
  sweepOrphans,
  sweepSigningIn,
} from "./sweeping.ts";
export { startWorking, type WorkingParts } from "./working.ts";
