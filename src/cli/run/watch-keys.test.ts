import { expect, it } from 'vitest';
import { createKeyboard } from '../../../test/support/program/keyboard.js';
import { openWatchKeys } from './watch-keys.js';

function openFake() {
  const { input, log, type } = createKeyboard();
  return { log, type, keys: openWatchKeys(input, () => void log.push('quit')) };
}

const never = new AbortController().signal;

it.each([
  ['\r', 'again'],
  ['\n', 'again'],
  ['a', 'all'],
  ['F', 'failed'],
  ['fa', 'all'],
])('%j asks for %s', async (text, key) => {
  const { keys, type } = openFake();
  const waiting = keys.next(never);
  type(text);
  expect(await waiting).toBe(key);
});

it('remembers a key that was pressed during a run, once', async () => {
  const { keys, type } = openFake();
  type('f');
  expect(await keys.next(never)).toBe('failed');
  expect(await keys.next(AbortSignal.abort())).toBeUndefined();
});

it('ignores other keys and sequences', async () => {
  const { keys, type, log } = openFake();
  for (const text of ['x', ' ', '\u001b[A', '\u001bOF', 'é']) type(text);
  expect(await keys.next(AbortSignal.abort())).toBeUndefined();
  expect(log).toEqual(['raw']);
});

it.each([
  ['q', ['quit']],
  ['\u0004', ['quit']],
  ['\u0003', ['interrupted']],
  ['\u001a', ['cooked', 'suspended', 'raw']],
])('%j acts at once', (text, expected) => {
  const { type, log } = openFake();
  type(text);
  expect(log).toEqual(['raw', ...expected]);
});

it('gives the terminal back', () => {
  const { keys, type, log } = openFake();
  keys.close();
  type('q');
  expect(log).toEqual(['raw', 'released', 'cooked']);
});
