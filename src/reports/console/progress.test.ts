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

function start(name: string, index = 0): void {
  bar.onEvent({ kind: 'request-start', skipped: false, ...placeOf(name), index });
}

function end(result: RequestOutcome, last = true): void {
  bar.onEvent({ kind: 'request-end', ...placeOf(result.name, last), outcome: result });
}

function placeOf(name: string, last = true) {
  return { file: 'a.http', fileIndex: 0, name, line: 1, index: 0, position: 0, total: 24, last };
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

  it('is erased, and drawn again below lines, in one write', () => {
    bar.onEvent({ kind: 'run-start', files: 1, total: 2 });
    vi.advanceTimersByTime(150);
    const before = screen.length;
    writes = 0;
    bar.print('a line\n');
    end(outcome());
    expect(writes).toBe(1);
    expect(lastLine()).toContain('1/2');
    expect(screen.slice(before)).toMatch(/^\r +\ra line\n\r\[/);
    expect(screen).not.toContain('\u001b');
  });

  it('stays visible while lines are printed, and is drawn ten times in a second at most', () => {
    bar.onEvent({ kind: 'run-start', files: 1, total: 100 });
    writes = 0;
    for (let i = 0; i < 1000; i += 10) {
      start('one');
      bar.print(`line ${i}\n`);
      end(outcome());
      vi.advanceTimersByTime(10);
      expect(lastLine()).toMatch(/^\[[#.]+\] \d+\/100 /);
    }
    expect(writes).toBeLessThanOrEqual(11);
    bar.end();
    expect(screen.match(/line/g)).toHaveLength(100);
    expect(lastLine()).toBe('');
  });

  it('makes room for lines of another program and comes back a moment later', () => {
    bar.onEvent({ kind: 'run-start', files: 1, total: 2 });
    vi.advanceTimersByTime(150);
    expect(lastLine()).toContain('0/2');
    bar.clear();
    expect(lastLine()).toBe('');
    end(outcome());
    expect(lastLine()).toBe('');
    vi.advanceTimersByTime(100);
    expect(lastLine()).toContain('1/2');
  });

  it('prints what is left at the end', () => {
    bar.onEvent({ kind: 'run-start', files: 1, total: 2 });
    bar.print('the last line\n');
    bar.end();
    expect(screen).toMatch(/\rthe last line\n$/);
    bar.print('after it\n');
    vi.advanceTimersByTime(1000);
    expect(screen).toMatch(/\nafter it\n$/);
  });

  it('shows how long a slow request has been running', () => {
    bar.onEvent({ kind: 'run-start', files: 1, total: 24 });
    start('createParcel');
    vi.advanceTimersByTime(999);
    expect(lastLine()).toMatch(/ {2}createParcel$/);
    vi.advanceTimersByTime(1);
    expect(lastLine()).toMatch(/ {2}createParcel 1s$/);
    writes = 0;
    vi.advanceTimersByTime(2000);
    expect(lastLine()).toMatch(/ {2}createParcel 3s$/);
    expect(writes).toBe(2);
    vi.advanceTimersByTime(62_000);
    expect(lastLine()).toMatch(/ {2}createParcel 1m 5s$/);
    end(outcome({ name: 'createParcel' }));
    vi.advanceTimersByTime(100);
    expect(lastLine()).toMatch(/ {2}createParcel$/);
  });

  it('shows the slowest of several requests in flight', () => {
    start('slow', 0);
    vi.advanceTimersByTime(900);
    start('quick', 1);
    expect(lastLine()).toMatch(/ {2}quick$/);
    vi.advanceTimersByTime(1200);
    expect(lastLine()).toMatch(/ {2}slow 2s$/);
    end(outcome({ name: 'slow' }));
    vi.advanceTimersByTime(100);
    expect(lastLine()).toMatch(/ {2}quick 1s$/);
  });

  it('is erased whole after the window became narrower than it', () => {
    start('a long name of a request');
    vi.advanceTimersByTime(100);
    columns = 30;
    screen = '';
    bar.print('line\n');
    vi.advanceTimersByTime(100);
    expect(screen).toMatch(/^\r\u001b\[Jline\n\r0\/0 {2}0 ok/);
    expect(lastLine().length).toBeLessThan(30);
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
