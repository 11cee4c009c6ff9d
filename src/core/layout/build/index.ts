// Building: the elements of a page and a record → blocks at a known size, containers and all.

export { buildAbsolute, buildFlowChildren } from "./build-blocks.ts";
export { findOffPlate } from "./off-plate.ts";
