import { expect, it } from 'vitest';
import { parseWithNames } from '../../request-file/parse-file.js';
import type { Analysed } from '../host/host.js';
import { OpenNames } from './open-names.js';

function analysed(path: string): Analysed {
  const text = `### of ${path}\nGET http://127.0.0.1/\n`;
  return { text, path, placeholders: [], ...parseWithNames(text, path) };
}

it('names of open documents reach the index when they are asked for, the newest of each', () => {
  const log: string[] = [];
  const names: OpenNames = new OpenNames({
    setOpen: ({ path, requests }) => log.push(`${path} ${requests[0]?.name} ${names.isUpdating}`),
    setClosed: (path) => log.push(`closed ${path} ${names.isUpdating}`),
  });
  names.set('a.http', analysed('old'));
  names.set('a.http', analysed('a.http'));
  names.set('b.http', analysed('b.http'));
  expect(log).toEqual([]);
  names.flush('a.http');
  expect(log.splice(0)).toEqual(['b.http of b.http true']);
  names.flush();
  names.flush();
  expect(log.splice(0)).toEqual(['a.http of a.http true']);
  names.set('a.http', analysed('a.http'));
  names.delete('a.http');
  names.flush();
  expect(log).toEqual(['closed a.http true']);
  expect(names.isUpdating).toBe(false);
});
