// Pool: the verbs in worker threads, with turns for tenants and a budget for each task.
export {
  createEnginePool,
  type EnginePool,
  ExpensiveError,
  MachineBusyError,
  PoolBusyError,
  type PoolOptions,
  RenderBudgetError,
  type TaskTerms,
  ThreadDiedError,
  ThreadMemoryError,
} from "./pool.ts";
