/** A part that does not answer within this time is not there. */
const ANSWER_MS_MAX = 3_000;

/** Balancers and orchestrators take a probe of a second for a dead process, so each is answered well before. */
const PROMPT_MS_MAX = 400;

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

/**
 * A question that a probe may ask: its answer comes promptly, whatever hangs. Probes that come at once, or while an
 * earlier question is under way, share one question: anybody may send them.
 * @param late what is answered while the question is under way for longer.
 */
export function promptly(asks: () => Promise<boolean>, late: () => boolean): () => Promise<boolean> {
  let underWay: Promise<boolean> | null = null;
  return async () => {
    underWay ??= asks().finally(() => {
      underWay = null;
    });
    const timeout = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => timeout.resolve(late()), PROMPT_MS_MAX);
    try {
      return await Promise.race([underWay, timeout.promise]);
    } finally {
      clearTimeout(timer);
    }
  };
}
