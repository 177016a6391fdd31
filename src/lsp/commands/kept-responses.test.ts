import { describe, expect, it } from 'vitest';
import { KeptResponses, type KeptEntry } from './kept-responses.js';

function entry(line: number, body: string, { uri = 'file:///a.http', name = `r${line}` } = {}): KeptEntry {
  return { uri, line, name, response: { status: '200 OK', headers: {}, body, truncated: false } };
}

const ROOMY = { maxResponses: 10, maxCharacters: 1000 };

describe('kept responses', () => {
  it('are found by document and line, the newest one', () => {
    const kept = new KeptResponses(ROOMY);
    for (const each of [entry(1, 'old'), entry(1, 'other', { uri: 'file:///b.http' }), entry(1, 'new')])
      kept.add(each);
    expect(kept.find({ uri: 'file:///a.http', line: 1 })?.body).toBe('new');
    expect(kept.find({ uri: 'file:///b.http', line: 1 })?.body).toBe('other');
    expect(kept.find({ uri: 'file:///a.http', line: 2 })).toBeUndefined();
  });

  it.each([
    [1, 'r1', 'one'],
    [9, 'r1', 'one'],
    [1, 'r7', undefined],
    [9, 'twice', undefined],
    [5, 'twice', 'second'],
  ])('follow their request when lines move: line %i, %s', (line, name, body) => {
    const kept = new KeptResponses(ROOMY);
    kept.add(entry(1, 'one'));
    kept.add(entry(3, 'first', { name: 'twice' }));
    kept.add(entry(5, 'second', { name: 'twice' }));
    expect(kept.find({ uri: 'file:///a.http', line, name })?.body).toBe(body);
  });

  it.each([
    ['number', { maxResponses: 2, maxCharacters: 1000 }, [2, 3]],
    ['size', { maxResponses: 10, maxCharacters: 50 }, [3]],
    ['size of the newest one', { maxResponses: 10, maxCharacters: 20 }, []],
  ])('have a limit: their %s', (_, limits, lines) => {
    const kept = new KeptResponses(limits);
    for (const line of [1, 2, 3]) kept.add(entry(line, 'x'.repeat(20)));
    expect(kept.entries().map((each) => each.line)).toEqual(lines);
  });

  it('count headers, and what was replaced no longer', () => {
    const kept = new KeptResponses({ maxResponses: 10, maxCharacters: 100 });
    for (let time = 0; time < 20; time += 1) kept.add(entry(1, 'x'.repeat(60)));
    expect(kept.entries().length).toBe(1);
    const { response, ...place } = entry(2, '');
    kept.add({ ...place, response: { ...response, headers: { A: 'x'.repeat(60) } } });
    expect(kept.entries().map(({ line }) => line)).toEqual([2]);
  });
});
