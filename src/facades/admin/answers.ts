/** A part that does not answer within this time is not there: a probe must not hang. */
const ANSWER_MS_MAX = 3_000;

/** Whether something answers yes, and in time. */
export async function answersInTime(asks: () => Promise<boolean>): Promise<boolean> {
  const late = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => late.resolve(false), ANSWER_MS_MAX);
  try {
    return await Promise.race([asks().catch(() => false), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
