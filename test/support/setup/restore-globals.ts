import { afterAll, vi } from 'vitest';

// Files share the thread or process that they run in; what one of them replaced must not reach the next.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
