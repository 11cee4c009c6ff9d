// The second half of the simulated runs; see the first (`seeds.ts` takes the lane of `support/lane.ts`).
import { seedsOfPart } from "./seeds.ts";

seedsOfPart(1);
