import { describe, expect, it } from 'vitest';
import { ErrorCounter, errorGroupText } from './error-groups.js';

const names = ['create', 'read'];
const nameOf = (definition: number): string => names[definition] ?? '';

describe('ErrorCounter', () => {
  it('counts equal failures of a request together, the most frequent first', () => {
    const counter = new ErrorCounter();
    counter.add(0, 'assertion', 'status 503, expected 200');
    counter.add(1, 'assertion', 'status 503, expected 200');
    counter.add(1, 'assertion', 'status 503, expected 200');
    counter.add(0, 'timeout', 'too slow');
    expect(counter.groups(nameOf)).toEqual([
      { count: 2, name: 'read', kind: 'assertion', message: 'status 503, expected 200' },
      { count: 1, name: 'create', kind: 'assertion', message: 'status 503, expected 200' },
      { count: 1, name: 'create', kind: 'timeout', message: 'too slow' },
    ]);
  });

  it('counts a target that cannot be reached once for all requests', () => {
    const counter = new ErrorCounter();
    for (const definition of [0, 1, 0]) counter.add(definition, 'connect', 'refused');
    expect(counter.groups(nameOf)).toEqual([{ count: 3, name: '', kind: 'connect', message: 'refused' }]);
  });

  it('adds up the counts of several threads', () => {
    const [first, second, all] = [new ErrorCounter(), new ErrorCounter(), new ErrorCounter()];
    first.add(0, 'reset', 'gone', 4);
    second.add(0, 'reset', 'gone', 3);
    second.add(1, 'reset', 'gone', 1);
    all.addAll(structuredClone(first.list()));
    all.addAll(structuredClone(second.list()));
    expect(all.groups(nameOf).map(({ count, name }) => [count, name])).toEqual([
      [7, 'create'],
      [1, 'read'],
    ]);
  });

  it('is bounded, whatever the messages, and loses no failure', () => {
    const counter = new ErrorCounter();
    for (let number = 0; number < 5000; number++)
      counter.add(0, 'file', `number ${number} ${'x'.repeat(900)}`);
    expect(counter.list().length).toBeLessThanOrEqual(101);
    const groups = counter.groups(nameOf);
    expect(groups).toHaveLength(21);
    expect(groups.at(-1)).toEqual({ count: 4980, name: '', kind: 'other', message: '' });
    expect(Math.max(...groups.map(({ message }) => message.length))).toBeLessThanOrEqual(301);
    const merged = new ErrorCounter();
    for (let thread = 0; thread < 50; thread++) merged.addAll(counter.list());
    expect(merged.list().length).toBeLessThanOrEqual(101);
    expect(merged.groups(nameOf).reduce((sum, { count }) => sum + count, 0)).toBe(250_000);
  });

  it('cuts long messages, never within a character', () => {
    const counter = new ErrorCounter();
    counter.add(0, 'file', `${'x'.repeat(299)}😀`);
    expect(counter.list()[0]?.message).toBe(`${'x'.repeat(299)}…`);
  });

  it('masks secrets in what it keeps', () => {
    const counter = new ErrorCounter((text) => text.replaceAll('hush', '[REDACTED]'));
    counter.add(0, 'file', 'hush cannot be read');
    expect(counter.list()).toMatchObject([{ message: '[REDACTED] cannot be read' }]);
    expect(counter.groups(nameOf)).toMatchObject([{ message: '[REDACTED] cannot be read' }]);
  });

  it('is empty again when cleared', () => {
    const counter = new ErrorCounter();
    counter.add(0, 'reset', 'gone');
    counter.clear();
    expect(counter.list()).toEqual([]);
  });
});

describe('errorGroupText', () => {
  it.each([
    ['assertion', 'status 503, expected 200', 'status 503, expected 200'],
    ['connect', 'h:1 refused the connection', 'connect: h:1 refused the connection'],
    ['variable', 'variable "x" has no value', 'variable "x" has no value'],
    ['reset', '', 'reset'],
    ['other', '', 'other errors'],
  ])('of %s %j', (kind, message, text) => {
    expect(errorGroupText({ kind, message })).toBe(text);
  });
});
