import type { Output } from '../process/process-context.js';

/** Text that is written while a command works. */
export interface LiveOutput {
  readonly write: (text: string) => void;
  /** Writes what is waiting now, so that a line of another stream can follow it. */
  readonly flush: () => void;
  /** Resolves when everything is written. */
  readonly end: () => Promise<void>;
}

const FLUSH_INTERVAL_MS = 25;

/** Collects lines for a moment, since thousands of small writes would take longer than the requests. */
export function openLiveOutput(output: Output, beforeWrite?: () => void): LiveOutput {
  let pending = '';
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (pending === '') return;
    const text = pending;
    pending = '';
    beforeWrite?.();
    last = Promise.all([last, output.write(text)]).then(() => undefined);
  };

  return {
    write: (text) => {
      pending += text;
      timer ??= setTimeout(flush, FLUSH_INTERVAL_MS);
    },
    flush,
    end: async () => {
      flush();
      await last;
    },
  };
}
