/** One thing to be measured. A file `cases/<name>.ts` exports it as `benchCase`; the runner finds it by itself. */
export interface BenchCase {
  readonly name: string;
  /** Cases of one group do the same work, so their ratios mean something. */
  readonly group: string;
  /** The case of its group that the others are compared with. */
  readonly baseline?: true;
  /** Where half of the measuring time is too short to settle compilers and caches, such as those of several threads. */
  readonly warmUpMs?: number;
  /** Makes ready inside a fresh process; what it does before the first `run` ends counts as cold start. */
  setup(): Promise<BenchSession>;
}

export interface BenchSession {
  /** Makes the next run's data; neither its time nor its CPU time counts. */
  prepare?(iteration: number): Promise<void>;
  /**
   * Does the work once. The number of the iteration lets every run have fresh data, so that no cache answers for it.
   */
  run(iteration: number): Promise<BenchResult>;
  /** CPU time and peak memory where another process does the work, such as a server; else this process's own count. */
  usage?(): ProcessUsage;
  close?(): Promise<void>;
}

export interface BenchResult {
  /** What one run makes, for instance the records of a batch; times are also given for one of them. Default 1. */
  readonly items?: number;
  readonly bytes?: number;
  /** How long each stage of the work took, by its name, in milliseconds. */
  readonly stagesMs?: Readonly<Record<string, number>>;
}

export interface ProcessUsage {
  readonly cpuMs: number;
  readonly peakRssMib: number;
}

/** What one fresh process measured. */
export interface Sample {
  /** From the start of the process to the end of its first run. */
  readonly coldMs: number;
  readonly warmMs: readonly number[];
  /** CPU time of one warm run, all threads together. */
  readonly cpuMsPerRun: number;
  readonly peakRssMib: number;
  readonly items: number;
  readonly bytes: number;
  /** The medians of the stages of one warm run; empty where a case tells none. */
  readonly stagesMs: Readonly<Record<string, number>>;
}
