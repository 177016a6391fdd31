/** Collects items and hands them over together, once per frame of the browser. */
export interface FrameQueue<Item> {
  readonly add: (item: Item) => void;
  /** Hands over what is there at once, before something that has to come after it. */
  readonly flush: () => void;
}

/** A hidden page gets no frames, and its timers are slow anyway. */
const HIDDEN_WAIT_MS = 250;

export function createFrameQueue<Item>(
  take: (items: readonly Item[]) => void,
  schedule: (flush: () => void) => void = atNextFrame,
): FrameQueue<Item> {
  let items: Item[] = [];
  let isScheduled = false;
  const flush = (): void => {
    isScheduled = false;
    if (items.length === 0) return;
    const taken = items;
    items = [];
    take(taken);
  };
  return {
    add: (item) => {
      items.push(item);
      if (isScheduled) return;
      isScheduled = true;
      schedule(flush);
    },
    flush,
  };
}

function atNextFrame(flush: () => void): void {
  if (document.hidden) setTimeout(flush, HIDDEN_WAIT_MS);
  else requestAnimationFrame(flush);
}
