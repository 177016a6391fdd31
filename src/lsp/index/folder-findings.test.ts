import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { analyseText } from '../../authoring/analysed-text.js';
import { summarize } from '../../authoring/navigate/file-names.js';
import { validatePaths, type Finding } from '../../operations/files/validate-files.js';
import { parseRequestFile } from '../../request-file/parse-file.js';
import type { RequestFile } from '../../request-file/model/model.js';
import { openFolderIndex } from './folder-index.js';
import { FolderFindings } from './folder-findings.js';
import type { FolderIndex } from './index-types.js';
import { NamesThread } from './names-thread.js';

/** Without a program, nothing is started. */
const IN_THIS_THREAD = new NamesThread({ file: new URL('missing.js', import.meta.url) });

interface Opened {
  readonly root: string;
  readonly index: FolderIndex;
  readonly open: Map<string, RequestFile>;
  /** The findings of a file as it is open, else on disk, as `line:column-endColumn code message`. */
  readonly findingsOf: (path: string) => Promise<string[]>;
}

async function opened(files: Readonly<Record<string, string>>): Promise<Opened> {
  const root = await temporaryWorkspace(files);
  const index = openFolderIndex({ root, watches: false, reader: IN_THIS_THREAD });
  onTestFinished(() => index.close());
  expect(await index.whenComplete(60_000)).toBe(true);
  const open = new Map<string, RequestFile>();
  const findings = new FolderFindings({ root, index, openFile: (path) => open.get(path) });
  const findingsOf = async (path: string): Promise<string[]> => {
    const file = open.get(path) ?? (await parseRequestFile(await readFile(join(root, path)), path));
    return (await findings.findingsOf(file)).map(shown);
  };
  return { root, index, open, findingsOf };
}

function shown({ line, column, endColumn, severity, code, message }: Finding): string {
  return `${line}:${column}-${endColumn} ${severity} ${code} ${message}`;
}

async function setOpen({ open, index }: Opened, path: string, text: string): Promise<void> {
  open.set(path, await parseRequestFile(text, path));
  index.setOpen(summarize(analyseText(text, path)));
}

const LOGIN = '### login\nPOST http://a/\n\n>>>capture\ntoken from body.token\n<<<\n';
const using = (depends: string, url = 'http://a/'): string => `### use\n# @depends ${depends}\nGET ${url}\n`;

/** Folders whose files say something about each other. */
const FOLDERS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'a capture that nobody uses': { 'a.http': LOGIN, 'b.http': using('./a.http#login') },
  'a capture that another file uses': {
    'in/a.http': LOGIN,
    'b.http': using('in/a.http#login', 'http://a/{{token}}'),
  },
  'a capture that another file uses by the name of its request': {
    'a.http': LOGIN,
    'in/b.http': using('../a.http#login', 'http://a/{{login.token.value}}'),
  },
  'the same name in a file that does not depend on it': {
    'a.http': LOGIN,
    'b.http': 'GET http://a/{{token}}\n',
  },
  'missing files': {
    'a.http': `${using('./gone.http#x')}\n### two\nPOST http://a/\n\n< ./body.json\n`,
    'b.http': '# @import ./gone.http\n### x\nGET http://a/\n',
  },
  'requests that another file does not have': { 'a.http': using('./b.http#nobody'), 'b.http': LOGIN },
  'a dependency on a file with errors': { 'a.http': using('./b.http#x'), 'b.http': 'nonsense\n' },
  'a title that two requests have': {
    'a.http': using('./b.http#x'),
    'b.http': '### x\nGET http://a/\n### x\nGET http://b/\n',
  },
  'a circle of two files, and a file before it': {
    'a.http': using('./b.http#use'),
    'b.http': using('./a.http#use'),
    'c.http': using('./a.http#use'),
  },
  'a circle of three files in folders': {
    'a.http': using('./in/b.http#use'),
    'in/b.http': using('./deep/c.http#use'),
    'in/deep/c.http': using('../../a.http#use'),
  },
  'files of other clients, executed and imported': {
    'a.http': 'import ./b.rest\n\n### x\n# @forceRef y\nGET http://a/\n\n###\nrun ./c.http\n\n###\nrun #z\n',
    'b.rest': '### y\nGET http://a/\n',
    'c.http': '### c\n# @depends ./gone.http#x\nGET http://a/\n',
  },
};

describe('the findings of a file among the others', () => {
  it.each(Object.entries(FOLDERS))('are those of svc validate: %s', async (_name, files) => {
    const { root, findingsOf } = await opened(files);
    const { validations } = await validatePaths({
      paths: [root],
      cwd: root,
      config: undefined,
      stdin: undefined,
    });
    const expected = validations.map(({ file, findings }) => [file, findings.map(shown)] as const);
    expect(expected.map(([file]) => file).toSorted()).toEqual(Object.keys(files).toSorted());
    for (const [file, findings] of expected) expect([file, await findingsOf(file)]).toEqual([file, findings]);
  });

  it('are some, so that the comparison means something', async () => {
    const codes = new Set<string>();
    for (const files of Object.values(FOLDERS)) {
      const { findingsOf } = await opened(files);
      for (const path of Object.keys(files))
        for (const finding of await findingsOf(path)) codes.add(finding.split(' ')[2] ?? '');
    }
    const wanted = ['missing_file', 'unknown_dependency', 'dependency_cycle', 'unused_capture'];
    expect([...codes]).toEqual(expect.arrayContaining([...wanted, 'broken_dependency', 'ambiguous_name']));
  });

  it('leave out that a file has no requests yet', async () => {
    const { findingsOf } = await opened({ 'a.http': '' });
    expect(await findingsOf('a.http')).toEqual([]);
  });

  it('follow what is typed into open documents, saved or not', async () => {
    const folder = await opened({ 'a.http': using('./b.http#login'), 'b.http': LOGIN });
    const { findingsOf, open, index } = folder;
    expect(await findingsOf('a.http')).toEqual([]);
    expect(await findingsOf('b.http')).toHaveLength(1);
    await setOpen(folder, 'b.http', LOGIN.replace('login', 'renamed'));
    expect(await findingsOf('a.http')).toEqual([
      '2:12-26 warning unknown_dependency `@depends ./b.http#login`: no such request; this request will be skipped',
    ]);
    await setOpen(folder, 'a.http', using('./new.http#x'));
    expect(await findingsOf('a.http')).toEqual([expect.stringContaining('missing_file')]);
    await setOpen(folder, 'new.http', '### x\nGET http://a/\n');
    expect(await findingsOf('a.http')).toEqual([]);
    await setOpen(folder, 'a.http', using('./b.http#renamed', 'http://a/{{renamed.token}}'));
    expect(await findingsOf('b.http')).toEqual([]);
    open.delete('b.http');
    index.setClosed('b.http');
    expect(await findingsOf('a.http')).toHaveLength(1);
  });

  it('follow the disk', async () => {
    const { root, findingsOf } = await opened({ 'a.http': using('./b.http#login'), 'b.http': LOGIN });
    await writeFile(join(root, 'b.http'), '### another\nGET http://a/\n');
    expect(await findingsOf('a.http')).toEqual([expect.stringContaining('unknown_dependency')]);
  });

  it('say nothing about captures until every file is read, and only of itself without an index', async () => {
    const root = await temporaryWorkspace({ 'a.http': LOGIN });
    const file = await parseRequestFile(LOGIN, 'a.http');
    const partial = {
      progress: { indexed: 0, found: undefined, isComplete: false },
      filesThatDependOn: vi.fn(() => []),
      namesOf: () => undefined,
    };
    const openFile = (): undefined => undefined;
    expect(await new FolderFindings({ root, index: partial, openFile }).findingsOf(file)).toEqual([]);
    const alone = await new FolderFindings({ root, openFile }).findingsOf(file);
    expect(alone.map(({ code }) => code)).toEqual(['unused_capture']);
  });
});
