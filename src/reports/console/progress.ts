import { printableLine } from '../../primitives/printable.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import type { RequestPlace, RunEvent } from '../../runner/outcome/run-event.js';
import { LastLine } from './last-line.js';
import type { Styler } from './style.js';
import { cutToWidth, textWidth } from './text-width.js';

export interface ProgressOptions {
  /** Writes to the terminal. */
  readonly write: (text: string) => void;
  /** The width of the terminal, which may change at any time. */
  readonly columns: () => number;
  readonly style: Styler;
  readonly secrets: SecretSet;
  /** Monotonic milliseconds. */
  readonly clock: () => number;
}

export interface Progress {
  readonly onEvent: (event: RunEvent) => void;
  /** Prints lines above the bar: one write erases the bar, prints them and draws the bar again. */
  readonly print: (text: string) => void;
  /** Makes room for lines that another program may print on the terminal; the bar is drawn again a moment later. */
  readonly clear: () => void;
  /** Erases the bar for good and prints what is left. */
  readonly end: () => void;
}

/** At most ten redraws per second. */
const REDRAW_INTERVAL_MS = 100;
const BAR_WIDTH = 16;
/** How long the reader of a pipe gets to print its lines before the bar is drawn again. */
const READER_MS = 20;
/** From then on a request is slow, and its time is shown. */
const SLOW_MS = 1000;

/** The bar on the last line: `[########........] 12/24  11 ok  1 failed  createParcel 3s`. */
export function createProgress({ write, columns, style, secrets, clock }: ProgressOptions): Progress {
  const state = new ProgressState(secrets);
  const bar = new LastLine(columns, style);
  const timer = new RedrawTimer(clock);
  let pending = '';
  let lastDraw = -Infinity;
  let notBefore = -Infinity;
  let ended = false;

  const draw = (): void => {
    if (clock() < notBefore) return timer.callAt(notBefore, draw);
    lastDraw = clock();
    const erased = pending === '' ? '' : bar.erase();
    const lines = pending;
    pending = '';
    write(`${erased}${lines}${bar.draw(progressLine(state, bar.maxWidth, lastDraw))}`);
    const tick = state.nextTick(lastDraw);
    if (tick !== undefined) timer.callAt(tick, draw);
  };

  const drawSoon = (): void => timer.callAt(lastDraw + REDRAW_INTERVAL_MS, draw);

  return {
    onEvent: (event) => {
      if (ended || event.kind === 'run-end') return;
      state.count(event, clock());
      if (clock() - lastDraw < REDRAW_INTERVAL_MS) return drawSoon();
      timer.cancel();
      draw();
    },
    print: (text) => {
      if (ended) return write(text);
      pending += text;
      drawSoon();
    },
    clear: () => {
      notBefore = clock() + READER_MS;
      if (!bar.isDrawn) return;
      write(bar.erase());
      drawSoon();
    },
    end: () => {
      ended = true;
      timer.cancel();
      const text = `${bar.erase()}${pending}`;
      pending = '';
      if (text !== '') write(text);
    },
  };
}

/** Calls once at the earliest of the times that were asked for. */
class RedrawTimer {
  readonly #clock: () => number;
  #timer: NodeJS.Timeout | undefined;
  #time = Infinity;

  constructor(clock: () => number) {
    this.#clock = clock;
  }

  callAt(time: number, call: () => void): void {
    if (this.#time <= time) return;
    this.cancel();
    this.#time = time;
    // The bar must not keep the process alive.
    this.#timer = setTimeout(
      () => {
        this.#time = Infinity;
        call();
      },
      Math.max(0, Math.ceil(time - this.#clock())),
    ).unref();
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#time = Infinity;
  }
}

interface RunningRequest {
  readonly name: string;
  readonly start: number;
}

class ProgressState {
  readonly #secrets: SecretSet;
  /** The requests in flight, the oldest first. */
  readonly #running = new Map<string, RunningRequest>();
  #lastName = '';
  total = 0;
  done = 0;
  passed = 0;
  failed = 0;
  skipped = 0;

  constructor(secrets: SecretSet) {
    this.#secrets = secrets;
  }

  count(event: RunEvent, now: number): void {
    if (event.kind === 'run-start') this.total = event.total;
    if (event.kind === 'request-start') {
      this.#lastName = event.name;
      if (!event.skipped) this.#running.set(placeKey(event), { name: event.name, start: now });
    }
    if (event.kind !== 'request-end') return;
    this.#running.delete(placeKey(event));
    if (event.last) this.done++;
    if (event.outcome.skipped) this.skipped++;
    else if (event.outcome.passed) this.passed++;
    else this.failed++;
  }

  /** What is going on: the request that has been running the longest when it is slow, otherwise the last that started. */
  current(now: number): { readonly name: string; readonly time: string } {
    const oldest = this.#oldest();
    const isSlow = oldest !== undefined && now - oldest.start >= SLOW_MS;
    return {
      name: printableLine(this.#secrets.redact(isSlow ? oldest.name : this.#lastName)),
      time: isSlow ? secondsText(Math.floor((now - oldest.start) / 1000)) : '',
    };
  }

  /** When the shown time changes next. */
  nextTick(now: number): number | undefined {
    const oldest = this.#oldest();
    return oldest && oldest.start + (Math.floor((now - oldest.start) / 1000) + 1) * 1000;
  }

  #oldest(): RunningRequest | undefined {
    return this.#running.values().next().value;
  }
}

/** Data rows of one request share its index; they run one after the other. */
function placeKey({ fileIndex, index }: RequestPlace): string {
  return `${fileIndex} ${index}`;
}

/** In a narrow window the name is cut first, then the bar is left out, so that the numbers stay. */
function progressLine(state: ProgressState, columns: number, now: number): string {
  const { total, done, passed, failed, skipped } = state;
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
  const { name, time } = state.current(now);
  const suffix = time === '' ? '' : ` ${time}`;
  const shortName = cutToWidth(name, Math.max(0, columns - textWidth(line) - 2 - suffix.length));
  return name === '' ? line : `${line}  ${shortName}${suffix}`;
}

/** Formats whole seconds that pass while somebody watches: `3s`, `1m 12s`. */
function secondsText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  return minutes === 0 ? `${seconds}s` : `${minutes}m ${seconds % 60}s`;
}
