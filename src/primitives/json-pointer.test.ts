import { describe, expect, it } from 'vitest';
import { pointerStep, valueAtPointer } from './json-pointer.js';

/** The document and the pointers of RFC 6901, section 5. */
const document: unknown = JSON.parse(
  '{"foo":["bar","baz"],"":0,"a/b":1,"c%d":2,"e^f":3,"g|h":4,"i\\\\j":5,"k\\"l":6," ":7,"m~n":8}',
);

describe('JSON Pointers', () => {
  it.each<[string, unknown]>([
    ['', document],
    ['/foo', ['bar', 'baz']],
    ['/foo/0', 'bar'],
    ['/', 0],
    ['/a~1b', 1],
    ['/c%d', 2],
    ['/e^f', 3],
    ['/g|h', 4],
    ['/i\\j', 5],
    ['/k"l', 6],
    ['/ ', 7],
    ['/m~0n', 8],
  ])('finds %s', (pointer, value) => {
    expect(valueAtPointer(document, pointer)).toEqual(value);
  });

  it.each(['/foo/2', '/foo/-', '/foo/01', '/foo/length', '/foo/0/length', '/constructor', '/gone/0'])(
    'finds nothing at %s',
    (pointer) => {
      expect(valueAtPointer(document, pointer)).toBeUndefined();
    },
  );

  it('escapes names', () => {
    expect(['a/b', 'm~n', '~1', 'x', 3].map(pointerStep)).toEqual(['/a~1b', '/m~0n', '/~01', '/x', '/3']);
  });
});
