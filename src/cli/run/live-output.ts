import type { Output } from '../process/process-context.js';

/** Text that is written while a run goes on. */
export interface LiveOutput {
  readonly write: (text: string) => void;
  /** When everything is handed over. */
  readonly end: () => Promise<void>;
}

const PAUSE = 25;

/** Collects the lines of a moment: thousands of small writes would take longer than the requests they tell of. */
export function liveOutput(output: Output, beforeWrite: () => void): LiveOutput {
  let pending = '';
  let timer: NodeJS.Timeout | undefined;
  let last: Promise<void> = Promise.resolve();

  const flush = (): void => {
    clearTimeout(timer);
    timer = undefined;
    if (pending === '') return;
    const text = pending;
    pending = '';
    beforeWrite();
    last = Promise.all([last, output.write(text)]).then(() => undefined);
  };

  return {
    write: (text) => {
      pending += text;
      timer ??= setTimeout(flush, PAUSE);
    },
    end: async () => {
      flush();
      await last;
    },
  };
}
