// Network: the texts of IP addresses → one form, the networks they belong to, whether they are of the public internet.
export { type CallerNetwork, callerNetworkOf, callerPartyOf, plainAddress } from "./caller-network.ts";
export { isPublicAddress } from "./public-address.ts";
