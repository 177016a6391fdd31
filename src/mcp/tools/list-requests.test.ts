import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callHere, testSettings, textOf } from '../../../test/support/program/mcp-settings.js';
import { temporaryWorkspace } from '../../../test/support/files/workspace.js';
import { shapeProblems } from '../../primitives/shapes/check-shape.js';
import { listRequestFiles, type ReadFolder } from '../../workspace/files/list-request-files.js';
import { createListTool, listRequestsTool } from './list-requests.js';

const LIMITS = { files: 1000, depth: 32 };
const FILES = {
  'a.http': 'GET http://a.example/\n',
  'locked/b.http': 'GET http://b.example/\n',
  'z/c.http': 'GET http://c.example/\n',
};

/** Tests may run as root, which can read every folder, so unreadable ones are simulated. */
function refusing(folder: string, code: string): ReadFolder {
  return (path, options) =>
    basename(path) === folder
      ? Promise.reject(Object.assign(new Error(`${code}: ${path}`), { code }))
      : readHere(path, options);
}

const readHere: ReadFolder = async (path, options) =>
  (await import('node:fs/promises')).readdir(path, options);

describe('a sub-folder that cannot be read', () => {
  it.each(['EACCES', 'ENOENT', 'ENOTDIR', 'EIO'])('is left out and named (%s)', async (code) => {
    const root = await temporaryWorkspace(FILES);
    const listed = await listRequestFiles(root, '', LIMITS, refusing('locked', code));
    expect(listed?.paths).toEqual(['a.http', 'z/c.http']);
    expect(listed?.skipped).toEqual(['locked']);
  });

  it('does not fail the list, which names it', async () => {
    const root = await temporaryWorkspace(FILES);
    const logged: unknown[] = [];
    const settings = testSettings(root, { log: (...entry) => logged.push(entry) });
    const result = await callHere(createListTool(refusing('locked', 'EACCES')), {}, settings);
    expect(result.isError).toBeUndefined();
    expect(result.structuredContent).toEqual(JSON.parse(textOf(result)));
    expect(textOf(result)).toContain('z/c.http');
    expect(result.content[1]?.text).toBe('1 path could not be read and is left out: locked');
    expect(result._meta).toEqual({ 'svc/skipped': ['locked'] });
    expect(JSON.stringify(logged)).toContain('"skipped":1');
  });

  it('is named so that its name cannot pass for something else', async () => {
    const name = 'lock\u202eed';
    const root = await temporaryWorkspace({ [`${name}/b.http`]: 'GET http://b.example/\n' });
    const result = await callHere(createListTool(refusing(name, 'EACCES')), {}, testSettings(root));
    expect(result.content[1]?.text).toBe('1 path could not be read and is left out: lock\\u202eed');
  });

  it('fails the call when it is the named path itself', async () => {
    const root = await temporaryWorkspace(FILES);
    const tool = createListTool(refusing('locked', 'EACCES'));
    expect(textOf(await callHere(tool, { path: 'locked' }, testSettings(root)))).toBe(
      'not_found: path locked cannot be read',
    );
  });
});

describe('a file that goes away while the list is made', () => {
  it('is left out and named', async () => {
    const root = await temporaryWorkspace(FILES);
    const vanish: ReadFolder = async (path, options) => {
      const entries = await readHere(path, options);
      if (basename(path) === 'z') await rm(join(root, 'z'), { recursive: true });
      return entries;
    };
    const result = await callHere(createListTool(vanish), {}, testSettings(root));
    expect(result.isError).toBeUndefined();
    expect(result._meta).toEqual({ 'svc/skipped': ['z/c.http'] });
  });
});

describe('an ordinary list', () => {
  it('has no second item, and an invalid file still fails it', async () => {
    const root = await temporaryWorkspace(FILES);
    const result = await callHere(listRequestsTool, {}, testSettings(root));
    expect(result.content).toHaveLength(1);
    expect(result._meta).toBeUndefined();
    await mkdir(join(root, 'empty'));
    const broken = await temporaryWorkspace({ ...FILES, 'x.http': 'GTE http://a.example/\n' });
    const failed = await callHere(listRequestsTool, {}, testSettings(broken));
    expect(textOf(failed)).toMatch(
      /^parse_error: 1 of 4 files are invalid: x\.http:1:1 `GTE` is not a method; .*; svc_validate lists everything that is wrong in one file; a narrower path lists the others$/,
    );
    expect(failed._meta?.['svc/error']).toMatchObject({ files: ['x.http:1:1'] });
  });

  it('names more invalid files than it has room for', async () => {
    const name = (at: number): string => `${'long-'.repeat(30)}${String(at).padStart(2, '0')}.http`;
    const broken = Object.fromEntries(
      Array.from({ length: 60 }, (_, at) => [name(at), 'GTE http://a.example/\n']),
    );
    const failed = await callHere(listRequestsTool, {}, testSettings(await temporaryWorkspace(broken)));
    expect(textOf(failed).length).toBeLessThan(8192);
    expect(textOf(failed)).toMatch(/; and \d+ more; svc_validate lists .* a narrower path lists the others$/);
    const error = failed._meta?.['svc/error'] as { files: string[] } | undefined;
    expect(error?.files).toHaveLength(60);
  });

  it('says which requests need others first, and nothing of it for those that do not', async () => {
    const file = '### a\nGET http://a.example/\n\n### b\n# @depends a, other\nGET http://a.example/\n';
    const listed = await callHere(
      listRequestsTool,
      {},
      testSettings(await temporaryWorkspace({ 'a.http': file })),
    );
    expect(listed.structuredContent).toMatchObject({
      files: [{ requests: [{ name: 'a' }, { name: 'b', depends: ['a', 'other'] }] }],
    });
    expect(textOf(listed).match(/"depends"/g)).toHaveLength(1);
    expect(shapeProblems(listRequestsTool.outputSchema ?? {}, listed.structuredContent).next().done).toBe(
      true,
    );
  });
});
