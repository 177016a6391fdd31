import { describe, expect, it } from 'vitest';
import { suggestPath, withExtension, pathProblem } from './new-path.js';

describe('paths of new files', () => {
  it('get an ending', () => {
    expect(['', ' a/b ', 'a.spec', 'a.txt'].map(withExtension)).toEqual(['', 'a/b.http', 'a.spec', 'a.txt']);
  });

  it('are refused when they are taken or no request file', () => {
    expect(pathProblem('a.http', ['b.http'])).toBe('');
    expect(pathProblem('a.http', ['a.http'])).toContain('already');
    expect(pathProblem('a.txt', [])).toContain('.http');
    expect(pathProblem(withExtension('shop/'), [])).toContain('.http');
  });

  it.each([
    ['api/Shop API.yaml', 'Shop-API.http'],
    ['https://host.test/v1/openapi.json?x=/y', 'openapi.http'],
    ['C:\\exports\\mine.json', 'mine.http'],
    ['../..', 'imported.http'],
    ['', 'imported.http'],
    ['<img src=x>.json', 'img-src-x.http'],
    ['taken.json', 'taken-3.http'],
  ])('are made of %s', (source, path) => {
    expect(suggestPath(source, ['taken.http', 'taken-2.http'])).toBe(path);
  });
});
