import { mkdir, rename, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { filesSettled } from '../../../test/support/files/settled-files.js';
import { temporaryWorkspace, writeFiles } from '../../../test/support/files/workspace.js';
import { analyseText } from '../../authoring/analysed-text.js';
import { summarize, type FileNames } from '../../authoring/navigate/file-names.js';
import { ThreadEnded } from '../../primitives/threads/thread-failure.js';
import { openFolderIndex, type FolderIndexOptions } from './folder-index.js';
import type { FolderIndex, IndexProgress } from './index-types.js';
import { unpackNames } from './names-program.js';
import { NamesThread, type NamesReader } from './names-thread.js';
import { readNames } from './read-names.js';

const GET = '### get\nGET /\n';
const TWO = `${GET}### other\nGET /\n`;

/** Does in this thread what the thread of the index does, and notes what was parsed. */
class InlineReader implements NamesReader {
  readonly parsed: string[] = [];
  isClosed = false;

  read: NamesReader['read'] = (input, onEvent, signal) =>
    readNames(input, {
      signal,
      emit: (event) => {
        if ('batch' in event) this.parsed.push(...unpackNames(event.batch).map(({ path }) => path));
        onEvent(event);
      },
    });

  close(): Promise<void> {
    this.isClosed = true;
    return Promise.resolve();
  }
}

interface Opened {
  readonly root: string;
  readonly index: FolderIndex;
  readonly reader: InlineReader;
  readonly changed: string[][];
  readonly problems: string[];
  readonly warnings: string[];
  readonly progress: IndexProgress[];
}

async function opened(
  files: Readonly<Record<string, string>>,
  options: Partial<FolderIndexOptions> = {},
): Promise<Opened> {
  const root = options.root ?? (await temporaryWorkspace(files));
  const reader = new InlineReader();
  const log = { changed: [] as string[][], problems: [] as string[], warnings: [] as string[] };
  const progress: IndexProgress[] = [];
  const index = openFolderIndex({
    root,
    watches: false,
    reader,
    onChange: (paths) => log.changed.push([...paths]),
    onProblem: (message) => log.problems.push(message),
    onWarning: (message) => log.warnings.push(message),
    onProgress: (each) => progress.push(each),
    ...options,
  });
  onTestFinished(() => index.close());
  return { root, index, reader, ...log, progress };
}

async function complete(index: FolderIndex): Promise<void> {
  expect(await index.whenComplete(60_000)).toBe(true);
}

const namesIn = (text: string, path: string): FileNames => summarize(analyseText(text, path));
const counts = (index: FolderIndex): Record<string, number> =>
  Object.fromEntries(index.files().map(({ path, requests }) => [path, requests]));

describe('the index of a folder', () => {
  it('holds what a walk of the server finds, and reports how far it is', async () => {
    const { root, index, progress, changed } = await opened({
      'a.http': TWO,
      'deep/er/b.SPEC': GET,
      'bad.http': 'nonsense',
      'notes.txt': GET,
      '.hidden/c.http': GET,
      'node_modules/d.http': GET,
    });
    expect(index.progress).toEqual({ indexed: 0, found: undefined, isComplete: false });
    await complete(index);
    expect(counts(index)).toEqual({ 'a.http': 2, 'bad.http': 0, 'deep/er/b.SPEC': 1 });
    expect(index.progress).toEqual({ indexed: 3, found: 3, isComplete: true });
    expect(progress.at(-1)).toEqual(index.progress);
    expect(changed).toEqual([['a.http', 'bad.http', 'deep/er/b.SPEC']]);
    expect(index.findRequests('oth')).toEqual([{ name: 'other', path: 'a.http', line: 3 }]);
    expect(root).not.toBe('');
  });

  it('parses nothing again when it walks again, but what has changed or is new', async () => {
    const { root, index, reader, changed } = await opened({ 'a.http': GET, 'b.http': GET, 'c.http': GET });
    await complete(index);
    await filesSettled(root);
    // Files that were written a moment before they were read are read once more.
    index.restart();
    await complete(index);
    reader.parsed.length = 0;
    changed.length = 0;
    index.restart();
    await complete(index);
    expect([reader.parsed, changed]).toEqual([[], []]);
    await writeFile(join(root, 'a.http'), TWO);
    await rm(join(root, 'b.http'));
    await writeFile(join(root, 'd.http'), GET);
    index.restart();
    await complete(index);
    expect(reader.parsed).toEqual(['a.http', 'd.http']);
    expect(changed).toEqual([['a.http', 'd.http'], ['b.http']]);
    expect(counts(index)).toEqual({ 'a.http': 2, 'c.http': 1, 'd.http': 1 });
  });

  it('reads single files that are reported, and walks for folders', async () => {
    const { root, index, reader } = await opened({ 'a.http': GET, 'old/b.http': GET });
    await complete(index);
    writeFiles(root, { 'a.http': TWO, 'new.http': GET });
    reader.parsed.length = 0;
    index.noteChanges(['a.http', 'new.http', 'gone.http', 'notes.txt', '.git/x.http']);
    await complete(index);
    expect(reader.parsed).toEqual(['a.http', 'new.http']);
    await rename(join(root, 'old'), join(root, 'moved'));
    index.noteChanges(['old', 'moved']);
    await complete(index);
    expect(counts(index)).toEqual({ 'a.http': 2, 'moved/b.http': 1, 'new.http': 1 });
    await rm(join(root, 'new.http'));
    index.noteChanges(['new.http']);
    await complete(index);
    expect(index.namesOf('new.http')).toBeUndefined();
  });

  it('lets open documents win over the disk until they are closed', async () => {
    const { root, index, changed } = await opened({ 'a.http': GET });
    index.setOpen(namesIn('### typed\nGET /\n', 'a.http'));
    index.setOpen(namesIn(TWO, 'unsaved.http'));
    await complete(index);
    expect(counts(index)).toEqual({ 'a.http': 1, 'unsaved.http': 2 });
    expect(index.findRequests('').map(({ name }) => name)).toEqual(['typed', 'get', 'other']);
    await writeFile(join(root, 'a.http'), TWO);
    index.noteChanges(['a.http']);
    await complete(index);
    expect(counts(index)).toEqual({ 'a.http': 1, 'unsaved.http': 2 });
    changed.length = 0;
    index.setClosed('a.http');
    index.setClosed('unsaved.http');
    index.setClosed('never-open.http');
    await complete(index);
    expect(counts(index)).toEqual({ 'a.http': 2 });
    expect(new Set(changed.flat())).toEqual(new Set(['a.http', 'unsaved.http']));
  });

  it('indexes the first files of too many, and says so once', async () => {
    const files = Object.fromEntries(Array.from({ length: 5 }, (_, i) => [`${i}.http`, GET]));
    const { root, index, warnings } = await opened(files, { maxFiles: 3 });
    await complete(index);
    expect(counts(index)).toEqual({ '0.http': 1, '1.http': 1, '2.http': 1 });
    index.restart();
    await writeFile(join(root, '3.http'), TWO);
    index.noteChanges(['3.http']);
    await complete(index);
    expect(index.files()).toHaveLength(3);
    expect(warnings).toEqual(['svc: 5 request files; the first 3 are indexed']);
  });

  it('goes on past files that cannot be read or are too large', async () => {
    const root = await temporaryWorkspace({ 'a.http': GET, 'large.http': GET, 'z.http': GET });
    await truncate(join(root, 'large.http'), 10 * 1024 * 1024 + 1);
    await mkdir(join(root, 'folder.http'));
    await symlink('/', join(root, 'outside.http'));
    const { index } = await opened({}, { root });
    await complete(index);
    expect(counts(index)).toEqual({ 'a.http': 1, 'large.http': 0, 'z.http': 1 });
  });

  it('reports a folder that is not there, and reads it when it is', async () => {
    const parent = await temporaryWorkspace();
    const root = join(parent, 'later');
    const { index, problems } = await opened({}, { root });
    await complete(index);
    expect(problems).toEqual([
      'the index is not complete: could not read the workspace: no such file or directory',
    ]);
    writeFiles(parent, { 'later/a.http': GET });
    index.restart();
    await complete(index);
    expect(counts(index)).toEqual({ 'a.http': 1 });
  });

  it('goes on with another thread when one ends', async () => {
    const inline = new InlineReader();
    let calls = 0;
    const reader: NamesReader = {
      read: async (input, onEvent, signal) => {
        calls += 1;
        if (calls === 1) throw new ThreadEnded(new Error('out of memory'));
        return inline.read(input, onEvent, signal);
      },
      close: () => Promise.resolve(),
    };
    const { index, problems } = await opened({ 'a.http': GET }, { reader });
    await complete(index);
    expect([counts(index), calls, problems]).toEqual([{ 'a.http': 1 }, 2, []]);
  });

  it('keeps silent once it is closed, also in the middle of a walk', async () => {
    const { index, reader, changed } = await opened({ 'a.http': GET });
    const waiting = index.whenComplete(60_000);
    await index.close();
    expect(await waiting).toBe(false);
    expect(reader.isClosed).toBe(true);
    index.noteChanges(['a.http']);
    index.restart();
    index.setOpen(namesIn(GET, 'a.http'));
    expect(changed).toEqual([]);
    await index.close();
  });
});

describe('the thread of an index', () => {
  it('reads the same, tells of each batch, and ends when there is nothing to do', async () => {
    const files = Object.fromEntries(Array.from({ length: 600 }, (_, i) => [`${i % 7}/${i}.http`, TWO]));
    const reader = new NamesThread({ idleMs: 1 });
    const { root, index, changed } = await opened(files, { reader });
    await complete(index);
    expect(index.files()).toEqual((await inlineIndex(root)).files());
    expect(changed.length).toBeGreaterThan(2);
    await expect.poll(() => reader.isRunning).toBe(false);
    await writeFile(join(root, '0/0.http'), GET);
    index.noteChanges(['0/0.http']);
    await complete(index);
    expect(index.namesOf('0/0.http')?.requests).toHaveLength(1);
  });

  it('is ended by closing the folder while it reads', async () => {
    const files = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`${i}.http`, TWO]));
    const reader = new NamesThread();
    const { index, problems } = await opened(files, { reader });
    await expect.poll(() => reader.isRunning).toBe(true);
    await index.close();
    expect(reader.isRunning).toBe(false);
    expect(problems).toEqual([]);
  });
});

async function inlineIndex(root: string): Promise<FolderIndex> {
  const { index } = await opened({}, { root });
  await complete(index);
  return index;
}

it('notices changes of the disk by itself when it watches', async () => {
  const configs: string[] = [];
  const { root, index, changed } = await opened(
    { 'a.http': GET, 'deep/b.http': GET },
    { watches: true, onConfig: () => configs.push('config') },
  );
  await complete(index);
  await expect.poll(() => counts(index)).toEqual({ 'a.http': 1, 'deep/b.http': 1 });
  changed.length = 0;
  writeFiles(root, { 'deep/b.http': TWO, 'deep/new/c.http': GET, 'service.yaml': 'environments: {}\n' });
  await rm(join(root, 'a.http'));
  await expect.poll(() => counts(index), WATCHING).toEqual({ 'deep/b.http': 2, 'deep/new/c.http': 1 });
  await expect.poll(() => configs.length, WATCHING).toBeGreaterThan(0);
  expect(new Set(changed.flat())).toEqual(new Set(['a.http', 'deep/b.http', 'deep/new/c.http']));
});

/** The system takes its time to report a change. */
const WATCHING = { timeout: 20_000 };
