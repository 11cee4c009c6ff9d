/**
 * The engine's version, named in every file it makes and in every render's record. The same version renders the same
 * canvas, payload and options to the same bytes; a test keeps it equal to the package's version.
 */
export const ENGINE_VERSION = "0.1.0";

/** What a file names as its producer. */
export const PRODUCER = `Platen ${ENGINE_VERSION}`;

/** The date of a file whose request names none. */
export const DEFAULT_CREATED_AT = "2000-01-01T00:00:00Z";

/** The exact shape of a creation date: a UTC time with seconds. */
const CREATED_AT_PATTERN = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}Z$/;

/** Whether a text is a creation date: of the exact shape, and a time that the calendar has. */
export function isCreatedAt(text: string): boolean {
  if (!CREATED_AT_PATTERN.test(text)) return false;
  const time = new Date(text);
  return !Number.isNaN(time.getTime()) && `${time.toISOString().slice(0, 19)}Z` === text;
}
