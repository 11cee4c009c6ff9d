import type { Attack } from "./attack.ts";
import { BODY_ATTACKS } from "./attacks/bodies.ts";
import { CONNECTION_ATTACKS } from "./attacks/connections.ts";
import { DOOR_ATTACKS } from "./attacks/doors.ts";
import { HOLDING_ATTACKS } from "./attacks/holding.ts";
import { PACKING_ATTACKS } from "./attacks/packings.ts";
import { PICTURE_ATTACKS } from "./attacks/pictures.ts";
import { SMALL_ATTACKS } from "./attacks/small.ts";
import { SOURCE_ATTACKS } from "./attacks/sources.ts";
import { STRANGER_ATTACKS } from "./attacks/strangers.ts";

/** Every attack, the harmless first: what fills memory comes last, since a process gives it back late. */
export const ATTACKS: readonly Attack[] = [
  ...STRANGER_ATTACKS,
  ...CONNECTION_ATTACKS,
  ...HOLDING_ATTACKS,
  ...SMALL_ATTACKS,
  ...PACKING_ATTACKS,
  ...[...SOURCE_ATTACKS, ...PICTURE_ATTACKS].map((attack) => ({ ...attack, computes: true })),
  ...DOOR_ATTACKS,
  ...BODY_ATTACKS,
];
