import { describe, expect, it } from 'vitest';
import { readTape, type JsonTape } from './json-tape.js';
import { compileFinder, type FindQuery } from './query.js';
import { PAGE, TreeForm } from './tree-form.js';
import { prettyJson } from './tree-text.js';

function tapeOf(text: string): JsonTape {
  const tape = readTape(text);
  if (tape === undefined) throw new Error('no JSON');
  return tape;
}

function shown(form: TreeForm): string[] {
  return form
    .rows(0, form.rowCount)
    .map(
      ({ depth, name, text, comma }) =>
        `${' '.repeat(depth)}${name === '' ? '' : `${name}: `}${text}${comma ? ',' : ''}`,
    );
}

function query(text: string, changes: Partial<FindQuery> = {}): FindQuery {
  return { text, matchCase: false, wholeWord: false, isPattern: false, ...changes };
}

describe('the rows of a JSON text', () => {
  it('are what JSON.stringify would write', () => {
    const text = '{"a":[1,{"b":null}],"c":"x","d":{},"e":[]}';
    expect(shown(new TreeForm(tapeOf(text)))).toEqual([
      '{',
      ' "a": [',
      '  1,',
      '  {',
      '   "b": null',
      '  }',
      ' ],',
      ' "c": "x",',
      ' "d": {},',
      ' "e": []',
      '}',
    ]);
    expect(prettyJson(tapeOf(text))).toBe(JSON.stringify(JSON.parse(text), null, 2));
  });

  it('hide folded members and show their number', () => {
    const form = new TreeForm(tapeOf('{"a":[1,2,3]}'));
    form.act(1);
    expect(shown(form)).toEqual(['{', ' "a": [ 3 ]', '}']);
    form.act(1);
    expect(form.rowCount).toBe(7);
  });

  it('keep keys and numbers as they were received', () => {
    const text = '{"10": 1.10, "2": 1e400, "b": -0, "1": 12345678901234567890, "__proto__": {"a": 1}}';
    expect(shown(new TreeForm(tapeOf(text)))).toEqual([
      '{',
      ' "10": 1.10,',
      ' "2": 1e400,',
      ' "b": -0,',
      ' "1": 12345678901234567890,',
      ' "__proto__": {',
      '  "a": 1',
      ' }',
      '}',
    ]);
  });

  it('of a long list come in pages, of a long text only its start', () => {
    const form = new TreeForm(tapeOf(JSON.stringify(Array.from({ length: 100_000 }, (_, index) => index))));
    expect(form.rowCount).toBe(PAGE + 3);
    expect(form.rows(PAGE + 1, PAGE + 2)).toMatchObject([{ kind: 'more', text: '99,800 more' }]);
    form.act(PAGE + 1);
    expect(form.rowCount).toBe(6 * PAGE + 3);
    const [row] = new TreeForm(tapeOf(JSON.stringify('x'.repeat(5000)))).rows(0, 1);
    expect(row?.text).toMatch(/^"x{1999} … \(5,002 characters\)$/);
  });
});

describe('reading JSON', () => {
  it('reads any depth', () => {
    const form = new TreeForm(tapeOf('['.repeat(50_000) + ']'.repeat(50_000)));
    expect(form.rowCount).toBeGreaterThan(100);
  });

  it.each(['{"a":', '[1,]', '{"a" 1}', '["\\x"]', '["\n"]', '01', '', '[1] 2', '{1:2}', 'nul', '"\\u12"'])(
    'refuses what is no JSON: %j',
    (text) => {
      expect(readTape(text)).toBeUndefined();
    },
  );
});

describe('finding in a JSON text', () => {
  const items = Array.from({ length: 1000 }, (_, id) => ({ id, label: `item ${id}`, deep: { x: [[id]] } }));

  it.each([
    ['in the whole text', items],
    ['value by value, where texts have escapes', [...items, 'a\n"b"']],
  ])('counts matches in folded parts and behind the limit, and unfolds them: %s', (_case, value) => {
    const form = new TreeForm(tapeOf(JSON.stringify(value)));
    const found = form.find(compileFinder(query('ITEM 99')), 0);
    expect(found).toEqual({ total: 11, isPartial: false, nearest: 0 });
    const row = form.visit(10);
    expect(form.rows(row, row + 1)).toMatchObject([
      { name: '"label"', text: '"item 999"', marks: [[1, 8, true]], nameMarks: [] },
    ]);
    const names = form.find(compileFinder(query('label', { wholeWord: true, matchCase: true })), row);
    expect([names.total, names.nearest]).toEqual([1000, 999]);
    expect(form.find(undefined, 0).total).toBe(0);
  });

  it('does not find what stands between values', () => {
    const form = new TreeForm(tapeOf('{"a": [1, 2], "b": "1, 2"}'));
    expect(form.find(compileFinder(query('1, 2')), 0).total).toBe(1);
    expect(form.find(compileFinder(query('": ')), 0).total).toBe(0);
  });

  it('shows the part of a long text that was found', () => {
    const form = new TreeForm(tapeOf(JSON.stringify([`${'x'.repeat(10_000)}needle${'y'.repeat(10_000)}`])));
    form.find(compileFinder(query('needle')), 0);
    const row = form.visit(0);
    const [found] = form.rows(row, row + 1);
    const [start = 0, end = 0] = found?.marks[0] ?? [];
    expect(found?.text.slice(start, end)).toBe('needle');
    expect(found?.text.length).toBeLessThan(2100);
  });
});
