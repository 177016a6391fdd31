/** A line on a terminal that says what is being checked; nothing anywhere else. */
import type { StrengthProgress } from '../../operations/strength/strength-request.js';
import { printableLine } from '../../primitives/printable.js';
import { cutToWidth } from '../../reports/console/text-width.js';
import type { Invocation } from '../command/command.js';

interface ShownProgress {
  readonly show: (progress: StrengthProgress) => void;
  /** Clears the line. */
  readonly end: () => Promise<void>;
}

const MIN_PAUSE_MS = 100;
const MAX_COLUMNS = 78;
const CLEAR_LINE = '\r\u001b[K';

export function showProgress({ terminal, context }: Pick<Invocation, 'terminal' | 'context'>): ShownProgress {
  const { stderr } = context;
  if (!stderr.isTerminal || terminal.quiet) return { show: () => undefined, end: async () => undefined };
  let shownAt = 0;
  let last: Promise<unknown> = Promise.resolve();
  return {
    show: ({ file, request, checked }) => {
      const now = performance.now();
      if (now - shownAt < MIN_PAUSE_MS) return;
      shownAt = now;
      const text = `${checked} changes checked, now ${printableLine(file)} ${printableLine(request)}`;
      last = stderr.write(CLEAR_LINE + cutToWidth(text, MAX_COLUMNS));
    },
    end: async () => {
      await last;
      if (shownAt > 0) await stderr.write(CLEAR_LINE);
    },
  };
}
