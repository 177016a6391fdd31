import { describe, expect, it } from 'vitest';
import type { Host, HostFolder } from '../host/host.js';
import { abilitiesOf, DEFAULT_CLIENT_SETTINGS, readClientSettings } from './client-settings.js';
import { Folders } from './folders.js';

function openFolders(): { readonly folders: Folders; readonly log: string[] } {
  const log: string[] = [];
  const host: Pick<Host, 'isRequestFile' | 'isConfigFile' | 'openFolder'> = {
    isRequestFile: (path) => path.endsWith('.http'),
    isConfigFile: (path) => path === 'service.yaml',
    openFolder: ({ uri, isOfClient }) => {
      if (!uri.startsWith('file:')) return undefined;
      log.push(`open ${uri} ${isOfClient ? 'of the client' : 'of a file'}`);
      return { close: async () => void log.push(`close ${uri}`) } as HostFolder;
    },
  };
  const folders = new Folders({
    host: host as Host,
    openText: () => undefined,
    isWatchedByClient: () => true,
    onChange: () => undefined,
    onWarning: () => undefined,
  });
  return { folders, log };
}

const shown = (folders: Folders, uri: string, languageId = 'http'): string | undefined => {
  const place = folders.placeOf(uri, languageId);
  return place && `${place.kind} ${place.folder?.uri ?? '-'} ${place.path}`;
};

describe('folders', () => {
  it('hold the documents below them, the innermost first', async () => {
    const { folders } = openFolders();
    await folders.add('file:///w/');
    await folders.add('file:///w/inner');
    expect(shown(folders, 'file:///w/a.http')).toBe('request file:///w a.http');
    expect(shown(folders, 'file:///w/inner/b/c.http')).toBe('request file:///w/inner b/c.http');
    expect(shown(folders, 'file:///w/service.yaml')).toBe('config file:///w service.yaml');
    expect(shown(folders, 'file:///w/a.txt')).toBeUndefined();
    expect(shown(folders, 'untitled:Untitled-1')).toBe('request file:///w Untitled-1');
    expect(shown(folders, 'untitled:Untitled-1', 'plaintext')).toBeUndefined();
    expect(shown(folders, 'git:/w/a.http')).toBeUndefined();
  });

  it('are opened for single files, and closed with them', async () => {
    const { folders, log } = openFolders();
    expect(shown(folders, 'file:///x/a.http')).toBe('request file:///x a.http');
    expect(shown(folders, 'file:///x/y/b.http')).toBe('request file:///x/y b.http');
    await folders.release(['file:///x/a.http']);
    await folders.add('file:///x');
    expect(shown(folders, 'file:///x/y/b.http')).toBe('request file:///x y/b.http');
    await folders.remove('file:///x');
    await folders.close();
    expect(log).toEqual([
      'open file:///x of a file',
      'open file:///x/y of a file',
      'close file:///x/y',
      'close file:///x',
      'open file:///x of the client',
      'close file:///x',
    ]);
  });
});

it.each([
  [undefined, DEFAULT_CLIENT_SETTINGS],
  [{ svc: { environment: 'staging', codeLens: false } }, { environment: 'staging', codeLens: false }],
  [{ environment: 'staging' }, { environment: 'staging', codeLens: true }],
  [
    { svc: { environment: '', codeLens: 'no', clientCommands: ['a', 1] } },
    { environment: undefined, codeLens: true, clientCommands: ['a'] },
  ],
  [[1], DEFAULT_CLIENT_SETTINGS],
])('settings of the client are read from %j', (given, expected) => {
  expect(readClientSettings(given, DEFAULT_CLIENT_SETTINGS)).toMatchObject(expected);
});

it('settings that are left out stay, and abilities are off unless a client has them', () => {
  const before = readClientSettings({ svc: { environment: 'a', codeLens: false } }, DEFAULT_CLIENT_SETTINGS);
  expect(readClientSettings({ svc: {} }, before)).toEqual(before);
  expect(Object.values(abilitiesOf({}))).toEqual(Array.from({ length: 7 }, () => false));
});
