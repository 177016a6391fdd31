import { printableLine } from '../../primitives/printable.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import type { RunEvent } from '../../runner/outcome/run-event.js';
import type { Styler } from './style.js';
import { cutToWidth, textWidth } from './text-width.js';

export interface ProgressOptions {
  /** To standard error, which is a terminal. */
  readonly write: (text: string) => void;
  /** Of the terminal, asked for each time: windows change. */
  readonly columns: () => number;
  readonly style: Styler;
  readonly secrets: SecretSet;
  /** Milliseconds; only differences count. */
  readonly clock: () => number;
}

export interface Progress {
  readonly onEvent: (event: RunEvent) => void;
  /** To be called before anything else is written to the terminal; the bar comes back by itself. */
  readonly clear: () => void;
  /** Erases the bar for good. */
  readonly end: () => void;
}

/** Ten redraws in a second at most (cli.md 3). */
const REDRAW_INTERVAL = 100;
const BAR_WIDTH = 16;

/** The bar on the last line: `[########........] 12/24  11 ok  1 failed  createParcel`. */
export function createProgress({ write, columns, style, secrets, clock }: ProgressOptions): Progress {
  const state: ProgressState = { total: 0, done: 0, passed: 0, failed: 0, skipped: 0, name: '' };
  /** Columns the drawn bar takes; 0 when there is none. */
  let drawn = 0;
  let lastDraw = -Infinity;
  let timer: NodeJS.Timeout | undefined;
  let ended = false;

  // Blanks instead of an erase sequence: every terminal knows them.
  const erase = (): void => {
    if (drawn > 0) write(`\r${' '.repeat(drawn)}\r`);
    drawn = 0;
  };

  const draw = (): void => {
    timer = undefined;
    lastDraw = clock();
    const line = progressLine(state, Math.max(1, columns() - 1));
    const width = textWidth(line);
    if (width < drawn) erase();
    write(`\r${style('cyan', line)}`);
    drawn = width;
  };

  // A bar alone must not keep the process alive.
  const drawLater = (): void => {
    const wait = Math.max(0, lastDraw + REDRAW_INTERVAL - clock());
    timer ??= setTimeout(draw, wait).unref();
  };

  return {
    clear: () => {
      if (drawn === 0) return;
      erase();
      drawLater();
    },
    onEvent: (event) => {
      if (ended || event.kind === 'run-end') return;
      count(state, event, secrets);
      if (timer === undefined && clock() - lastDraw >= REDRAW_INTERVAL) draw();
      else drawLater();
    },
    end: () => {
      ended = true;
      clearTimeout(timer);
      erase();
    },
  };
}

interface ProgressState {
  total: number;
  done: number;
  passed: number;
  failed: number;
  skipped: number;
  name: string;
}

function count(state: ProgressState, event: RunEvent, secrets: SecretSet): void {
  if (event.kind === 'run-start') state.total = event.total;
  if (event.kind === 'request-start') state.name = printableLine(secrets.redact(event.name));
  if (event.kind !== 'request-end') return;
  if (event.last) state.done++;
  if (event.outcome.skipped) state.skipped++;
  else if (event.outcome.passed) state.passed++;
  else state.failed++;
}

/** In a narrow window the end is cut, then the bar left out: the numbers matter most. */
function progressLine(
  { total, done, passed, failed, skipped, name }: ProgressState,
  columns: number,
): string {
  const whole = Math.max(total, done);
  const filled = whole === 0 ? 0 : Math.floor((done / whole) * BAR_WIDTH);
  const bar = `[${'#'.repeat(filled)}${'.'.repeat(BAR_WIDTH - filled)}] `;
  const numbers = [
    `${done}/${whole}`,
    `${passed} ok`,
    `${failed} failed`,
    ...(skipped > 0 ? [`${skipped} skipped`] : []),
  ];
  const counts = numbers.join('  ');
  const line = `${bar}${counts}`.length <= columns ? `${bar}${counts}` : counts;
  return cutToWidth(name === '' ? line : `${line}  ${name}`, columns);
}
