import { expect, it, onTestFinished } from 'vitest';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { createRunCommands } from '../commands/create-run-commands.js';
import type { Analysed } from '../host/host.js';
import { TextWork } from './large-texts.js';
import { NodeFolder } from './node-folder.js';

const LOGIN = '### login\nPOST http://127.0.0.1/\n';
const USER = '### use\n# @depends ./login.http#login\nGET http://127.0.0.1/\n';

async function openFolder(): Promise<NodeFolder> {
  const root = await temporaryWorkspace({ 'login.http': LOGIN, 'use.http': USER });
  const texts = new TextWork();
  const folder = new NodeFolder({
    uri: 'file:///folder',
    root,
    texts,
    config: undefined,
    process: {},
    isOfClient: true,
    openText: () => undefined,
    isWatchedByClient: () => true,
    onChange: () => undefined,
    onWarning: () => undefined,
    log: () => undefined,
    // Nothing is run, so that no thread is started.
    commands: createRunCommands(),
    permissions: { shell: false, database: false },
    history: undefined,
  });
  onTestFinished(async () => {
    await folder.close();
    await texts.close();
  });
  expect(await folder.index?.whenComplete(60_000)).toBe(true);
  return folder;
}

async function open(folder: NodeFolder, path: string, text: string): Promise<Analysed> {
  const analysed = await folder.analyse(text, path);
  folder.noteOpen(path, analysed);
  return analysed;
}

it('checks a document with the text of another one that is just being parsed', async () => {
  const folder = await openFolder();
  const user = await open(folder, 'use.http', USER);
  await open(folder, 'login.http', LOGIN);
  expect(await folder.check(user)).toEqual([]);
  const analysing = folder.analyse(LOGIN.replace('login', 'signIn'), 'login.http');
  const [finding] = await folder.check(user);
  expect(finding?.code).toBe('unknown_dependency');
  const analysed = await analysing;
  expect(analysed.file.requests[0]?.name).toBe('signIn');
  // Whoever asked first has made the new names known.
  expect(folder.index?.namesOf('login.http')?.requests[0]?.name).toBe('signIn');
});

it('keeps no tree of a document that was closed while it was parsed', async () => {
  const folder = await openFolder();
  const user = await open(folder, 'use.http', USER);
  await open(folder, 'login.http', '### other\nGET http://127.0.0.1/\n');
  expect((await folder.check(user)).map(({ code }) => code)).toEqual(['unknown_dependency']);
  const analysing = folder.analyse('### another\nGET http://127.0.0.1/\n', 'login.http');
  folder.noteOpen('login.http', undefined);
  await analysing;
  expect(await folder.check(user)).toEqual([]);
});

it('takes an untitled text for no file of the folder', async () => {
  const folder = await openFolder();
  const user = await open(folder, 'use.http', USER);
  await open(folder, 'login.http', LOGIN);
  await folder.analyse('### another\nGET http://127.0.0.1/\n', 'login.http', true);
  expect(await folder.check(user)).toEqual([]);
});
