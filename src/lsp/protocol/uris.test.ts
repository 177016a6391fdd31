import { expect, it } from 'vitest';
import { comparableUri, fileNameOf, parentUri, pathBelow, schemeOf, uriBelow } from './uris.js';

it.each([
  ['file:///w', 'file:///w/a.http', 'a.http'],
  ['file:///w/', 'file:///w/a%20b/c.http', 'a b/c.http'],
  ['file:///w%20x', 'file:///w x/c.http', 'c.http'],
  ['file:///C%3A/w', 'file:///c:/w/c.http', 'c.http'],
  ['file://', 'file:///c.http', 'c.http'],
  ['file:///w', 'file:///wx/a.http', undefined],
  ['file:///w', 'file:///w', undefined],
  ['file:///w', 'file:///w/../x.http', undefined],
  ['file:///w', 'file:///w/%2e%2e/x.http', undefined],
  ['file:///w', 'file:///w/%zz.http', undefined],
  ['file:///w', 'vscode-vfs://github/w/a.http', undefined],
  ['vscode-vfs://github/w', 'vscode-vfs://GitHub/w/a.http', 'a.http'],
  ['file:///w', 'untitled:Untitled-1', undefined],
])('the path in %s of %s is %s', (folder, uri, path) => {
  expect(pathBelow(folder, uri)).toBe(path);
});

it('writes and compares', () => {
  expect(uriBelow('file:///w', 'a b/ü#.http')).toBe('file:///w/a%20b/%C3%BC%23.http');
  expect(comparableUri('file:///D%3A/a%20b')).toBe(comparableUri('FILE:///d:/a b'));
  expect([parentUri('file:///w/a/b.http'), schemeOf('UNTITLED:x'), schemeOf('/x')]).toEqual([
    'file:///w/a',
    'untitled',
    '',
  ]);
  expect(fileNameOf('file:///w/a%20b.http')).toBe('a b.http');
});
