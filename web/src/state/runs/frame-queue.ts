/** Collects items and hands them over together, at most once per frame of the browser. */
export interface FrameQueue<Item> {
  readonly add: (item: Item) => void;
  /** Hands over what is there at once, before something that has to come after it. */
  readonly flush: () => void;
}

/** A hidden page gets no frames, and its timers are slow anyway. */
const HIDDEN_WAIT_MS = 250;
/** Drawing every frame would take so much of the processor in a large run that the run itself takes longer. */
const MIN_SPACING_MS = 80;

export function createFrameQueue<Item>(
  take: (items: readonly Item[]) => void,
  schedule: (flush: () => void) => void = spacedFrames(),
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

/** The first one is handed over at the next frame, further ones some frames later. */
function spacedFrames(): (flush: () => void) => void {
  let lastMs = -Infinity;
  return (flush) => {
    const handOver = (): void => {
      lastMs = performance.now();
      flush();
    };
    const waitMs = lastMs + MIN_SPACING_MS - performance.now();
    if (document.hidden) setTimeout(handOver, HIDDEN_WAIT_MS);
    else if (waitMs > 0) setTimeout(() => requestAnimationFrame(handOver), waitMs);
    else requestAnimationFrame(handOver);
  };
}
