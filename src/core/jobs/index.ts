// Jobs: what has to happen without anyone asking, from rows and stored bytes that time has passed by.
export { type Sweeping, type SweepingDependencies, startSweeping, sweepRenders } from "./sweeping.ts";
