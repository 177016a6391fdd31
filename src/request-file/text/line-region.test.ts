import { expect, it } from 'vitest';
import { mayIndent, regionAt, type LineRegion } from './line-region.js';

const TEXT: readonly (readonly [LineRegion, string])[] = [
  ['head', '@host = http://x'],
  ['head', '### One'],
  ['head', '# @name one'],
  ['head', 'POST {{host}}/'],
  ['headers', 'Accept: a/b'],
  ['headers', ''],
  ['body', '{'],
  ['body', '  "a": 1'],
  ['body', '}'],
  ['body', '>>>'],
  ['assertions', 'expect status 200'],
  ['assertions', '<<<'],
  ['tail', '>>>capture'],
  ['capture', 'a from body.a'],
  ['capture', '<<<'],
  ['tail', '>>>mock'],
  ['mock', '{}'],
  ['mock', '<<<'],
  ['tail', '>>>nothing'],
  ['unknown-block', 'x'],
  ['unknown-block', '<<<'],
  ['tail', 'GET {{host}}/two'],
  ['headers', '### Three'],
  ['head', 'GET {{host}}/three'],
  ['headers', '>>>'],
  ['assertions', ''],
];

it('names the region of each line', () => {
  const lines = TEXT.map(([, line]) => line);
  const found = lines.map((_, index) => regionAt((number) => lines[number - 1] ?? '', index + 1));
  expect(found).toEqual(TEXT.map(([region]) => region));
});

it('lets only free text be indented, and no delimiter in it', () => {
  const indented = TEXT.filter(([region, line]) => mayIndent(line, region)).map(([, line]) => line);
  expect(indented).toEqual(['{', '  "a": 1', '}', '{}']);
});
