import { expect, test } from 'vitest';
import { findSections, splitAtWords, type Section } from './reference.js';

const section = (id: string, title: string, text: string): Section => ({
  id,
  level: 2,
  title: [title],
  blocks: [
    ['p', ['See ', ['link', [['code', text]], '#x'], '.']],
    ['table', [['Head']], [[['cell of ', id]]]],
  ],
});
const ALL = [section('a', 'Blocks', '@retry'), section('b', 'Retries', 'wait'), section('c', 'Other', 'x')];
const found = (text: string): string[] => findSections(ALL, text).map(({ id }) => id);

test('sections with all words are found, those with one in the title first', () => {
  expect(found('retr')).toEqual(['b', 'a']);
  expect(found('CELL wait')).toEqual(['b']);
  expect(found('cell @retry')).toEqual(['a']);
  expect(found('none')).toEqual([]);
  expect(found('')).toEqual(['a', 'b', 'c']);
});

test('words are split out of a text whatever their characters mean in patterns', () => {
  expect(splitAtWords('Use @retry (3) now', ['(3)', '@RETRY'])).toEqual([
    'Use ',
    '@retry',
    ' ',
    '(3)',
    ' now',
  ]);
  expect(splitAtWords('as it is', [])).toEqual(['as it is']);
});
