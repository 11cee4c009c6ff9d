// The first half of the simulated runs: files are what runs in processes of their own. The lane is that of
// `support/lane.ts`.
import { seedsOfPart } from "./seeds.ts";

seedsOfPart(0);
