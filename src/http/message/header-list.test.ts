import { describe, expect, it } from 'vitest';
import { headerValues, withHeader, withoutHeaders } from './header-list.js';
import type { HeaderList } from './message.js';

const list: HeaderList = [
  ['A', '1'],
  ['b', '2'],
  ['a', '3'],
  ['C', '4'],
];

describe('header lists', () => {
  it('give all values of a name in any case', () => {
    expect(headerValues(list, 'a')).toEqual(['1', '3']);
    expect(headerValues(list, 'X')).toEqual([]);
  });

  it('replace every header of a name where the first stood', () => {
    expect(withHeader(list, 'B', 'x')).toEqual([
      ['A', '1'],
      ['B', 'x'],
      ['a', '3'],
      ['C', '4'],
    ]);
    expect(withHeader(list, 'a', 'x')).toEqual([
      ['a', 'x'],
      ['b', '2'],
      ['C', '4'],
    ]);
    expect(withHeader(list, 'D', 'x')).toEqual([...list, ['D', 'x']]);
  });

  it('drop by name and value, and stay as they were', () => {
    expect(withoutHeaders(list, (name, value) => name === 'a' && value === '3')).toEqual(
      list.toSpliced(2, 1),
    );
    expect(list).toHaveLength(4);
  });
});
