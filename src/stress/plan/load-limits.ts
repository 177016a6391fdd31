/** How large a load may be, depending on who sends it. */
export interface LoadLimits {
  /** Requests per second. */
  readonly rate: number;
  readonly users: number;
}

export const LOCAL_LIMITS: LoadLimits = { rate: 100_000, users: 10_000 };

/** Of all workers together; what each thread may send is judged when their number is clear. */
export const WORKER_LIMITS: LoadLimits = { rate: 10_000_000, users: 1_000_000 };
