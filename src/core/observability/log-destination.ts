/** The log keeps at most so many bytes of unwritten lines in memory. It drops further lines. */
const WAITING_BYTES_MAX = 1024 * 1024;

/** How the library of the log opens a file descriptor. */
interface LogOptions {
  readonly dest: number;
  readonly sync: boolean;
  readonly maxLength: number;
  readonly retryEAGAIN: () => boolean;
}

/** What the library writes lines to. */
interface LogFile {
  on(event: "error", listener: () => void): unknown;
  /** Writes what waits. Called as the process ends. */
  flushSync(): void;
}

/**
 * Where the log of a service goes, line by line. A disk that is full, or a reader that stands still, is no reason to
 * answer nobody: what can't be written waits, and is written with the next line that can.
 *
 * @param fd takes bytes without waiting for a reader, as far as the system has such descriptors.
 */
export function logDestination<File extends LogFile>(open: (options: LogOptions) => File, fd: number): File {
  // To try again at once would hold the event loop until somebody reads.
  const file = open({ dest: fd, sync: true, maxLength: WAITING_BYTES_MAX, retryEAGAIN: () => false });
  file.on("error", () => undefined);
  const flush = file.flushSync.bind(file);
  file.flushSync = () => {
    try {
      flush();
    } catch {
      // The process ends; the last lines have nowhere to go.
    }
  };
  return file;
}
