import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { outcome, skipped } from '../../../test/support/runs/build-outcome.js';
import { SecretSet } from '../../redaction/secret-set.js';
import type { RequestOutcome } from '../../runner/outcome/result.js';
import { createProgress, type Progress } from './progress.js';
import { styler } from './style.js';

let screen = '';
let writes = 0;
let columns = 80;
let bar: Progress;

/** The last line as a terminal shows it: text after a carriage return overwrites its start. */
function lastLine(): string {
  let cells: string[] = [];
  let at = 0;
  for (const character of screen.slice(screen.lastIndexOf('\n') + 1)) {
    if (character === '\r') at = 0;
    else cells[at++] = character;
  }
  cells = Array.from(cells, (cell) => cell ?? ' ');
  return cells.join('').trimEnd();
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  screen = '';
  writes = 0;
  columns = 80;
  bar = createProgress({
    write: (text) => {
      writes++;
      screen += text;
    },
    columns: () => columns,
    style: styler(false),
    secrets: new SecretSet(),
    clock: () => Date.now(),
  });
});

afterEach(() => {
  vi.useRealTimers();
});

function start(name: string): void {
  bar.onEvent({ kind: 'request-start', skipped: false, ...placeOf(name) });
}

function end(result: RequestOutcome, last = true): void {
  bar.onEvent({ kind: 'request-end', ...placeOf(result.name, last), outcome: result });
}

function placeOf(name: string, last = true) {
  return { file: 'a.http', fileIndex: 0, name, index: 0, position: 0, total: 24, last };
}

describe('the bar', () => {
  it('looks as specified', () => {
    bar.onEvent({ kind: 'run-start', files: 1, total: 24 });
    for (let i = 0; i < 11; i++) end(outcome());
    end(outcome({ passed: false }));
    start('createParcel');
    vi.advanceTimersByTime(100);
    expect(lastLine()).toBe('[########........] 12/24  11 ok  1 failed  createParcel');
  });

  it('counts a request once, its rows one by one, and skipped ones apart', () => {
    bar.onEvent({ kind: 'run-start', files: 1, total: 4 });
    end(outcome(), false);
    end(outcome());
    end(skipped('x', 'bail'));
    vi.advanceTimersByTime(100);
    expect(lastLine()).toBe('[########........] 2/4  2 ok  0 failed  1 skipped');
  });

  it('is drawn ten times in a second at most, and the last state is drawn', () => {
    bar.onEvent({ kind: 'run-start', files: 1, total: 2000 });
    for (let i = 0; i < 1000; i++) {
      end(outcome());
      vi.advanceTimersByTime(1);
    }
    expect(writes).toBeLessThanOrEqual(11);
    expect(writes).toBeGreaterThanOrEqual(9);
    vi.advanceTimersByTime(100);
    expect(lastLine()).toContain('1000/2000');
  });

  it('is erased before another line and comes back after it', () => {
    bar.onEvent({ kind: 'run-start', files: 1, total: 2 });
    vi.advanceTimersByTime(150);
    expect(lastLine()).toContain('0/2');
    bar.clear();
    expect(lastLine()).toBe('');
    screen += 'a line\n';
    expect(lastLine()).toBe('');
    vi.advanceTimersByTime(100);
    expect(lastLine()).toContain('0/2');
    expect(screen).not.toContain('\u001b');
  });

  it('writes nothing to erase when it was not drawn', () => {
    bar.clear();
    expect(screen).toBe('');
  });

  it('is gone at the end and stays away', () => {
    bar.onEvent({ kind: 'run-start', files: 1, total: 2 });
    end(outcome());
    bar.end();
    expect(lastLine()).toBe('');
    end(outcome());
    vi.advanceTimersByTime(1000);
    expect(lastLine()).toBe('');
  });

  it('leaves no rest of a longer name', () => {
    start('a long name of a request');
    vi.advanceTimersByTime(100);
    start('short');
    vi.advanceTimersByTime(100);
    expect(lastLine()).toMatch(/ {2}short$/);
  });

  it.each([
    [40, '[................] 0/0  0 ok  0 failed'],
    [30, '0/0  0 ok  0 failed  倉庫倉庫'],
    [10, '0/0  0 ok'],
  ])('fits into %i columns', (width, expected) => {
    columns = width;
    start('倉庫倉庫倉庫倉庫');
    expect(lastLine().trimEnd()).toBe(expected);
  });

  it('shows control characters of names as text', () => {
    start('a\u001b[2Jb\nc');
    expect(lastLine()).toContain('a\\u001b[2Jb\\u000ac');
  });
});
