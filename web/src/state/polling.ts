/** Asks again and again for what the server does not tell by itself. */

/** The server spends at most about a twentieth of its time on us. */
const TIMES_AS_LONG = 20;

/** Until the returned function is called; a page that nobody sees asks nothing. */
export function poll(ask: () => Promise<unknown>, every: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isOver = false;
  const next = async (): Promise<void> => {
    const started = performance.now();
    if (!document.hidden) await ask();
    if (!isOver) {
      const wait = Math.max(every, (performance.now() - started) * TIMES_AS_LONG);
      timer = setTimeout(() => void next(), wait);
    }
  };
  void next();
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}
