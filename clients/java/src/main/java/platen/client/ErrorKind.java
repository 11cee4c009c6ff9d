package platen.client;

/** What a program does about an error. */
public enum ErrorKind {
  /** The payload or its look is wrong: see the violations and the diagnostics. */
  DATA,
  /** The call is wrong. */
  REQUEST,
  /** The key is wrong, or nothing of that name is within its reach. */
  ACCESS,
  /** It is too much for now or for the plan. */
  LIMIT,
  /** The service failed or is away. */
  SERVICE,
  /** What lies between is broken. */
  CONNECTION
}
