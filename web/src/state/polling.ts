/** Polls the server for state that it sends no events about. */

/** The wait is this many times longer than the call, which limits the load of the server. */
const WAIT_FACTOR = 20;
/** One slow call must not leave the page without news for long. */
const MAX_WAIT_MS = 5000;

/** How often a view of the config file looks for changes by others. */
export const CONFIG_POLL_MS = 3000;

/** Polls until the returned function is called, but not while the page is hidden. */
export function poll(ask: () => Promise<unknown>, intervalMs: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const next = async (): Promise<void> => {
    const started = performance.now();
    if (!document.hidden) await ask();
    if (!isOver) {
      const restMs = Math.min(MAX_WAIT_MS, (performance.now() - started) * WAIT_FACTOR);
      const wait = Math.max(intervalMs, restMs);
      timer = setTimeout(() => void next(), wait);
    }
  };
  void next();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
