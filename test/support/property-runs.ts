import fc from "fast-check";

// Loaded before every test file of the full lane: property tests that name no number of runs get this many. It finds
// what a hundred runs miss, and still lets all of them end within minutes on two cores.
const RUNS = 10_000;

fc.configureGlobal({ numRuns: RUNS });
