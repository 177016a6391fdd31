import { describe, expect, it } from 'vitest';
import { analyseText } from '../../authoring/analysed-text.js';
import { summarize } from '../../authoring/navigate/file-names.js';
import { MAX_FOUND_REQUESTS } from './index-types.js';
import { NamesTable } from './names-table.js';

function tableOf(files: Readonly<Record<string, string>>): NamesTable {
  const table = new NamesTable();
  for (const [path, text] of Object.entries(files)) table.set(summarize(analyseText(text, path)));
  return table;
}

const AUTH = '### login\nPOST /login\n\n>>>capture\ntoken from body.token\n<<<\n';
const depending = (on: string, rest = ''): string => `### use\n# @depends ${on}\nGET /${rest}\n`;

describe('the table of names', () => {
  it('lists files in the order of their paths with the number of their requests', () => {
    const table = tableOf({ 'b.http': 'nonsense', 'a.http': `${AUTH}###\nGET /\n` });
    expect(table.counts()).toEqual([
      { path: 'a.http', requests: 2 },
      { path: 'b.http', requests: 0 },
    ]);
  });

  it('knows dependents through several files and in circles, and forgets them', () => {
    const table = tableOf({
      'auth.http': AUTH,
      'a.http': depending('./auth.http#login'),
      'sub/b.http': depending('../a.http#use'),
      'c.http': depending('./d.http#use'),
      'd.http': depending('./c.http#use'),
      'alone.http': 'GET /\n',
    });
    expect(table.dependentsOf('auth.http')).toEqual(['a.http', 'sub/b.http']);
    expect(table.dependentsOf('c.http')).toEqual(['d.http']);
    expect(table.dependentsOf('alone.http')).toEqual([]);
    table.set(summarize(analyseText('GET /\n', 'a.http')));
    expect(table.dependentsOf('auth.http')).toEqual([]);
    table.delete('sub/b.http');
    expect(table.dependentsOf('a.http')).toEqual([]);
    expect(table.size).toBe(5);
  });

  it('finds who uses, defines and depends on a name', () => {
    const table = tableOf({
      'auth.http': `@host = x\n${AUTH}`,
      'a.http': depending('./auth.http#login', '{{login.token.value}}'),
      'b.http': depending('./auth.http#other', '{{token}}'),
    });
    expect(table.filesThatUse('token')).toEqual(['b.http']);
    expect(table.filesThatUse('login.token')).toEqual(['a.http']);
    expect(table.filesThatUse('nobody')).toEqual([]);
    expect(table.filesThatDependOn('auth.http', 'login')).toEqual(['a.http']);
    expect(table.filesThatDependOn('missing.http', 'login')).toEqual([]);
    for (const name of ['host', 'login', 'token']) expect(table.filesThatDefine(name)).toEqual(['auth.http']);
    expect(table.filesThatDefine('use')).toEqual(['a.http', 'b.http']);
  });

  it('finds requests by characters in order, whatever their case, the best first', () => {
    const requests = ['Reload Orders', 'my rod', 'ROD', 'rodeo', 'order', '\u00dcberRod'];
    const table = tableOf({
      'a.http': requests.map((name) => `### ${name}\nGET /\n`).join(''),
      'unnamed.http': 'GET /\n',
    });
    const names = (query: string): string[] => table.findRequests(query).map(({ name }) => name);
    expect(names('rOd')).toEqual(['ROD', 'rodeo', 'my rod', '\u00dcberRod', 'Reload Orders']);
    expect(names('\u00fcrd')).toEqual(['\u00dcberRod']);
    expect(names('dro')).toEqual([]);
    expect(names('')).toEqual(requests);
    expect(table.findRequests('order')).toEqual([
      { name: 'order', path: 'a.http', line: 9 },
      { name: 'Reload Orders', path: 'a.http', line: 1 },
    ]);
  });

  it('gives no more requests than a client can show', () => {
    const many = Array.from({ length: MAX_FOUND_REQUESTS + 100 }, (_, i) => `### r${i}\nGET /\n`).join('');
    const table = tableOf({ 'a.http': many, 'b.http': '### r\nGET /\n' });
    expect(table.findRequests('')).toHaveLength(MAX_FOUND_REQUESTS);
    const found = table.findRequests('r');
    expect(found).toHaveLength(MAX_FOUND_REQUESTS);
    expect(found[0]).toEqual({ name: 'r', path: 'b.http', line: 1 });
  });
});
