import { describe, expect, it } from 'vitest';
import { uriBelow } from '../protocol/uris.js';
import { BrowserFolder } from './browser-folder.js';
import { createBrowserHost } from './browser-host.js';
import type { ClientRequests } from './client-files.js';

const FOLDER = 'memfs:/shop';

interface Opened {
  readonly folder: BrowserFolder;
  /** What the client was asked for. */
  readonly asked: readonly string[];
  readonly warnings: readonly string[];
}

/** A folder of these files, which are found below its URI only. */
function open(files: Record<string, string>, openTexts: Readonly<Record<string, string>> = {}): Opened {
  const asked: string[] = [];
  const warnings: string[] = [];
  const requests: ClientRequests = {
    readFile: async (uri) => {
      asked.push(uri);
      const path = Object.keys(files).find((each) => uriBelow(FOLDER, each) === uri);
      return path === undefined ? null : (files[path] ?? null);
    },
    readFolder: async (uri) => {
      const prefix = `${uri.replace(/\/$/, '')}/`;
      const below = Object.keys(files).map((each) => uriBelow(FOLDER, each));
      const names = below.filter((each) => each.startsWith(prefix)).map((each) => each.slice(prefix.length));
      const entries = names.map((name) => [name.replace(/\/.*/, ''), name.includes('/')] as const);
      return [...new Map(entries)].map(([name, isFolder]) => ({ name, isFolder }));
    },
  };
  const folder = new BrowserFolder(
    {
      uri: FOLDER,
      isOfClient: true,
      openText: (path) => openTexts[path],
      isWatchedByClient: () => true,
      onChange: () => undefined,
      onWarning: (message) => warnings.push(message),
    },
    requests,
  );
  return { folder, asked, warnings };
}

async function codesOf(folder: BrowserFolder, path: string): Promise<readonly string[]> {
  await folder.index?.whenComplete(10_000);
  const analysed = await folder.analyse((await folder.readText(path)) ?? '', path);
  folder.noteOpen(path, analysed);
  return (await folder.check(analysed)).map(({ code, line }) => `${line} ${code}`);
}

const LOGIN = '### login\nPOST http://a\n\n>>>capture\ntoken from body.token\n<<<\n';
const depending = (on: string): string => `### b\n# @depends ${on}\nGET http://a/{{login.token}}\n`;

describe('a folder whose files the client gives', () => {
  it.each([
    [
      'a request that another file does not have',
      { 'b.http': depending('./a.http#nobody') },
      ['2 unknown_dependency'],
    ],
    ['a file that is not there', { 'b.http': depending('./none.http#login') }, ['2 missing_file']],
    ['a file outside of the folder', { 'b.http': depending('../a.http#login') }, ['2 missing_file']],
    ['nothing where the request exists', { 'b.http': depending('./a.http#login') }, []],
  ])('finds %s', async (_case, files, expected) => {
    const { folder } = open({ 'a.http': LOGIN, ...files });
    expect(await codesOf(folder, 'b.http')).toEqual(expected);
  });

  it('finds circles through files', async () => {
    const files = {
      'a.http': '### a\n# @depends ./b.http#b\nGET http://a\n',
      'b.http': '### b\n# @depends ./a.http#a\nGET http://a\n',
    };
    expect(await codesOf(open(files).folder, 'a.http')).toContain('1 dependency_cycle');
  });

  it('takes a capture for used when another file uses it', async () => {
    expect(await codesOf(open({ 'a.http': LOGIN }).folder, 'a.http')).toEqual(['5 unused_capture']);
    const files = { 'a.http': LOGIN, 'sub/b.http': depending('../a.http#login') };
    expect(await codesOf(open(files).folder, 'a.http')).toEqual([]);
  });

  it('prefers the text in the editor to that of the disk', async () => {
    const { folder } = open(
      { 'a.http': '### old\nGET http://a\n', 'b.http': depending('./a.http#login') },
      { 'a.http': LOGIN },
    );
    expect(await codesOf(folder, 'b.http')).toEqual([]);
  });

  it('reads a file again after it was reported as changed', async () => {
    const files = { 'a.http': '### old\nGET http://a\n', 'b.http': depending('./a.http#login') };
    const { folder } = open(files);
    expect(await codesOf(folder, 'b.http')).toEqual(['2 unknown_dependency']);
    files['a.http'] = LOGIN;
    folder.noteChanged(['a.http']);
    expect(await codesOf(folder, 'b.http')).toEqual([]);
    expect(folder.index?.symbols('login')).toMatchObject([{ path: 'a.http', line: 1 }]);
  });

  it('indexes request files in all folders but hidden ones', async () => {
    const { folder } = open({
      'x/y/a.http': LOGIN,
      '.git/b.http': LOGIN,
      'node_modules/c.http': LOGIN,
      'd.txt': '',
    });
    await folder.index?.whenComplete(10_000);
    expect(folder.index?.files()).toEqual([{ path: 'x/y/a.http', requests: 1 }]);
    expect([...(folder.index?.allNames() ?? [])].map(({ path }) => path)).toEqual(['x/y/a.http']);
  });

  it('gives environments, values without those of dotenv, and hints', async () => {
    const config =
      'envFile: .env\nsecrets: [pin]\nenvironments:\n  dev:\n    host: http://a\n  staging:\n    host: http://b\n';
    const { folder } = open({
      'service.yaml': config,
      '.env': 'KEY=planted\n',
      'a.http': '### a\nGET {{host}}/{{KEY}}/{{hots}}\n',
    });
    expect(await folder.environments('stagin')).toMatchObject({
      names: ['dev', 'staging'],
      active: 'stagin',
    });
    expect((await folder.environments('stagin')).warnings).toEqual([
      expect.stringContaining('did you mean "staging"?'),
    ]);
    const values = await folder.values('staging');
    expect(values).toMatchObject({
      environment: 'staging',
      variables: { host: 'http://b' },
      dotenvNames: ['KEY'],
      secretNames: ['pin'],
    });
    expect(JSON.stringify(values)).not.toContain('planted');
    expect(values.environmentPlace('host')).toMatchObject({ path: 'service.yaml', line: 7 });
    expect(values.dotenvPlace('KEY')).toMatchObject({ path: '.env', line: 1 });
    const analysed = await folder.analyse((await folder.readText('a.http')) ?? '', 'a.http');
    expect((await folder.hints(analysed, undefined)).map(({ message }) => message)).toEqual([
      expect.stringContaining('`hots`'),
    ]);
  });

  it('checks the config in use only', async () => {
    const { folder } = open({ 'service.yaml': 'timeout: soon\n' });
    expect(await folder.checkConfig('service.yaml', 'timeout: soon\n')).toMatchObject([
      { severity: 'error', line: 1 },
    ]);
    expect(await folder.checkConfig('sub/service.yaml', 'timeout: soon\n')).toBeUndefined();
  });

  it('lists no folder outside, and asks for no file there', async () => {
    const { folder, asked } = open({ 'sub/a.http': LOGIN, 'rows.csv': 'id,name\n1,a\n' });
    expect(await folder.list('')).toEqual(['rows.csv', 'sub/']);
    expect(await folder.list('sub')).toEqual(['a.http']);
    expect([await folder.list('..'), await folder.list('sub/../../x')]).toEqual([[], []]);
    expect(await folder.columnsOf('rows.csv')).toEqual(['id', 'name']);
    expect(await folder.columnsOf('../rows.csv')).toEqual([]);
    expect(asked.filter((uri) => !uri.startsWith(`${FOLDER}/`) || uri.includes('..'))).toEqual([]);
  });

  it('formats, and nothing with errors', async () => {
    const { folder } = open({});
    expect(await folder.format('### a\nGET http://a\nAccept:x\n', 'a.http')).toContain('Accept: x');
    expect(await folder.format('>>>\nexpect\n', 'a.http')).toBeUndefined();
  });
});

it('the host of browsers runs nothing', () => {
  const host = createBrowserHost({ readFile: async () => null, readFolder: async () => [] });
  expect([host.canRun, host.isRequestFile('a.HTTP'), host.isConfigFile('x/service.yml')]).toEqual([
    false,
    true,
    true,
  ]);
});
