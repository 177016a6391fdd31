import { mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from 'vitest';
import { lineValue, useHistory } from '../../../test/support/files/history-place.js';
import { rowsOf, run } from '../../../test/support/runs/stored-runs.js';
import { openHistory, type HistoryStore } from '../open-history.js';
import { prepareStore, type StoreOrigin } from './store-location.js';

const place = useHistory();
const MARK = 0x73766368;

/** In a thread, so that it acts between any two steps of the code under test. */
const REPLACING = `
  const { renameSync, rmSync, writeFileSync } = require('node:fs');
  const { workerData: path } = require('node:worker_threads');
  for (;;) {
    try {
      writeFileSync(path + '-journal', 'a journal that is gone soon');
      rmSync(path + '-journal');
      renameSync(path, path + '.damaged');
    } catch {}
  }
`;

function open(namedBy: StoreOrigin['namedBy'], path = place.path): HistoryStore {
  const origin = { namedBy, shown: 'my.db', within: [place.folder] };
  return openHistory({ path, origin, keepRuns: 9, onWarning: (message) => place.warnings.push(message) });
}

/** Creates a checkpointed store as this version does, or without the application id as earlier versions did. */
async function makeStore(isMarked: boolean): Promise<Buffer> {
  const store = place.open();
  for (let i = 0; i < 30; i += 1) await store.add(run());
  await store.close();
  await place.raw((database) => {
    if (!isMarked) database.exec('PRAGMA application_id = 0');
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  });
  for (const end of ['-wal', '-shm']) await rm(place.path + end, { force: true });
  return readFile(place.path);
}

async function damagedNames(): Promise<string[]> {
  return (await readdir(join(place.folder, '.svc'))).filter((name) => /\.damaged-\w+$/.test(name));
}

describe('the mark of a store', () => {
  it('is in the file itself from the beginning', async () => {
    const store = place.open();
    await store.add(run());
    expect((await readFile(place.path)).readUInt32BE(68)).toBe(MARK);
    await store.close();
  });

  it('is given to a store of an earlier version, whose runs stay', async () => {
    const before = await makeStore(false);
    expect(before.readUInt32BE(68)).toBe(0);
    const store = open('config');
    expect(lineValue(await store.query('list', {}))).toMatchObject({ total: 30 });
    await store.close();
    await place.raw((database) => {
      expect(database.prepare('PRAGMA application_id').get()).toEqual({ application_id: MARK });
    });
    expect(place.warnings).toEqual([]);
  });
});

describe('a store whose files another process replaces', () => {
  it('is found or created', async () => {
    const origin = { namedBy: 'default', shown: 'history.db', within: [] } as const;
    prepareStore(place.path, origin);
    const replacing = new Worker(REPLACING, { eval: true, workerData: place.path });
    const contents = new Set<string>();
    try {
      for (let i = 0; i < 1000; i += 1) contents.add(prepareStore(place.path, origin).content);
    } finally {
      await replacing.terminate();
    }
    expect([...contents]).toEqual(['empty']);
  });
});

describe('a damaged store', () => {
  it.each([
    ['config', true],
    ['config', false],
    ['operator', true],
    ['operator', false],
  ] as const)('of ours that the %s named (marked: %s) is set aside', async (namedBy, isMarked) => {
    const bytes = await makeStore(isMarked);
    bytes.fill(0xee, 8192, bytes.length - 4096);
    await writeFile(place.path, bytes);
    const store = open(namedBy);
    expect(await store.add(rowsOf(run()))).toBe(1);
    await store.close();
    expect(await damagedNames()).toHaveLength(1);
  });

  it('that may belong to another program is left alone where the config named it', async () => {
    const bytes = await makeStore(false);
    bytes.fill(0xee, 100);
    await writeFile(place.path, bytes);
    expect(await open('config').problem()).toBe('my.db is not a history of svc');
    expect((await readFile(place.path)).equals(bytes)).toBe(true);
    expect(await damagedNames()).toEqual([]);
  });

  it('that is no database is set aside for an operator only, and by the name of a database only', async () => {
    await mkdir(join(place.folder, '.svc'));
    const key = join(place.folder, '.svc', 'id_rsa');
    await writeFile(key, 'a key');
    await writeFile(place.path, 'no database');
    expect(await open('operator', key).problem()).toBe('my.db is not a history of svc');
    expect(await open('config').problem()).toBe('my.db is not a history of svc');
    expect(await damagedNames()).toEqual([]);
    expect(await open('operator').problem()).toBeUndefined();
    expect(await damagedNames()).toHaveLength(1);
    expect(await readFile(key, 'utf8')).toBe('a key');
  });
});

describe('a store that the config named', () => {
  it.each([
    ['a file outside', 'away/id_rsa'],
    ['a new file outside', 'away/new.db'],
    ['a link to a file outside', 'clone/link.db'],
    ['a new file in a linked folder', 'clone/folder/new.db'],
    ['a new folder in a linked folder', 'clone/folder/new/new.db'],
    ['a folder beside with a longer name', 'clone-too/new.db'],
  ])('is never outside: %s', async (_what, path) => {
    const [away, clone] = [join(place.folder, 'away'), join(place.folder, 'clone')];
    await mkdir(clone);
    await mkdir(away);
    await writeFile(join(away, 'id_rsa'), 'a key');
    await symlink(join(away, 'id_rsa'), join(clone, 'link.db'));
    await symlink(away, join(clone, 'folder'));
    const origin = { namedBy: 'config', shown: 'it', within: [clone] } as const;
    const store = openHistory({
      path: join(place.folder, path),
      origin,
      keepRuns: 9,
      onWarning: () => undefined,
    });
    expect(await store.problem()).toBe(
      'it is outside the workspace and the folder .svc of the user; name it with --history-db instead',
    );
    expect(await readdir(away)).toEqual(['id_rsa']);
    expect(await readFile(join(away, 'id_rsa'), 'utf8')).toBe('a key');
    expect((await readdir(place.folder)).sort()).toEqual(['away', 'clone']);
  });

  it.each(['-wal', '-shm', '-journal'])('has no link %s beside it', async (end) => {
    await mkdir(join(place.folder, '.svc'));
    await symlink(join(place.folder, 'new'), place.path + end);
    expect(await open('config').problem()).toBe('my.db is not a history of svc');
    expect(await readdir(place.folder)).toEqual(['.svc']);
  });
});

it('a link to nothing is not followed, whoever named it', async () => {
  await mkdir(join(place.folder, '.svc'));
  await symlink(join(place.folder, 'new'), place.path);
  for (const namedBy of ['default', 'operator', 'config'] as const)
    expect(await open(namedBy).problem()).toBe('my.db is not a history of svc');
  expect(await readdir(place.folder)).toEqual(['.svc']);
});
