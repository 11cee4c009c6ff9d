import { callerNetworkOf } from "../network/index.ts";

/** Counts one attempt of a subject against a limit of its own, and says whether it was one too many. */
export type CountOne<Reading extends { readonly isOver: boolean }> = (subject: string) => Promise<Reading>;

/** A site with many networks of 64 bits may try so many times as often as one of them. */
export const WIDE_TIMES = 8;

/**
 * Counts by the network that an address belongs to, since an IPv6 host takes any address of its network: by 64 bits
 * and, so that whoever has many of those gains little, by 48 bits with a higher limit. What one small network sends
 * beyond its own limit does not count for its neighbours.
 */
export function countByNetwork<Reading extends { readonly isOver: boolean }>({
  own,
  wide,
}: {
  readonly own: CountOne<Reading>;
  readonly wide: CountOne<Reading>;
}): CountOne<Reading> {
  return async (address) => {
    const network = callerNetworkOf(address);
    const reading = await own(network.own);
    if (reading.isOver || network.wide === null) return reading;
    const wideReading = await wide(network.wide);
    return wideReading.isOver ? wideReading : reading;
  };
}
