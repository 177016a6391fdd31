import { posix } from 'node:path';
import { describe, expect, it } from 'vitest';
import { normalPath, pathBeside } from './slash-path.js';

const PATHS = ['a.http', './a.http', 'x//y/./a.http', 'x/../a.http', '../a.http', '../../x/../a.http'];

describe('a path with slashes', () => {
  it.each([...PATHS, '', '.', '/', '/..', '/../x', '/x/../../y', 'x/..', '..', 'x/../..'])(
    'is shortened as by Node: %j',
    (path) => expect(normalPath(path)).toBe(posix.normalize(path)),
  );

  it.each(
    PATHS.flatMap((path) =>
      ['f.http', 'a/f.http', './f.http', '../b/f.http', '/w/f.http'].map((file) => [file, path]),
    ),
  )('is joined as by Node: %j and %j', (file, path) =>
    expect(pathBeside(file, path)).toBe(posix.join(posix.dirname(file), path)),
  );
});
