/** For tests that a connection is closed: one that is kept would end by itself after five seconds. */
export const BEFORE_IDLE_END = { timeout: 4000 };
