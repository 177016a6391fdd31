import { execFileSync } from 'node:child_process';
import {
  link,
  mkdir,
  mkdtemp,
  open,
  readFile,
  readdir,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isBelow, resolveFile, isOpenedAt, openFile } from './boundary.js';
import { createFile } from '../write/new-file.js';
import type { Refusal } from './path-refusal.js';
import { decodeUrlPath, isReservedOnWindows, resolvePathText } from './path-text.js';

let base = '';
let root = '';
beforeAll(async () => {
  base = await realpath(await mkdtemp(join(tmpdir(), 'boundary-')));
  root = join(base, 'ws');
  await mkdir(join(root, 'shop', 'deep'), { recursive: true });
  await mkdir(join(base, 'ws-other'));
  await mkdir(join(base, 'outside'));
  await writeFile(join(base, 'outside', 'secret.http'), 'secret');
  await writeFile(join(base, 'ws-other', 'a.http'), 'sibling');
  await writeFile(join(root, 'a.http'), 'inside');
  await writeFile(join(root, 'b.SPEC'), 'inside');
  await writeFile(join(root, 'notes.txt'), 'text');
  await writeFile(join(root, 'shop', 'c.http'), 'c');
  await mkdir(join(root, 'folder.http'));
  await symlink(join(base, 'outside'), join(root, 'out'));
  await symlink(join(base, 'outside', 'secret.http'), join(root, 'link-out.http'));
  await symlink('a.http', join(root, 'link-in.http'));
  await symlink('notes.txt', join(root, 'link-text.http'));
  await symlink('nowhere.http', join(root, 'dangling.http'));
  await symlink('loop.http', join(root, 'loop.http'));
  await symlink('shop', join(root, 'shop-link'));
  execFileSync('mkfifo', [join(root, 'pipe.http')]);
});
afterAll(async () => {
  await rm(base, { recursive: true, force: true });
});

const refusal = (rule: Refusal['rule'], message: string): Refusal => ({ ok: false, rule, message });
const request = (): { root: string; requestFile: true } => ({ root, requestFile: true });

describe('resolvePathText', () => {
  it.each([
    ['a.http', 'a.http'],
    ['./shop//c.http', 'shop/c.http'],
    ['shop/../a.http', 'a.http'],
    ['shop/./deep/../../a.http/', 'a.http'],
    ['%2e%2e/a.http', '%2e%2e/a.http'],
    ['...http', '...http'],
  ])('normalises %s', (sent, path) => {
    expect(resolvePathText(sent, { root: '/ws' })).toEqual({ ok: true, path, absolute: `/ws/${path}` });
  });

  it.each([
    ['', 'empty', 'path is required'],
    ['  ', 'empty', 'invalid path: it is blank'],
    ['a\0.http', 'text', 'invalid path: control characters are not allowed'],
    ['a\n.http', 'text', 'invalid path: control characters are not allowed'],
    ['..\\a.http', 'text', 'invalid path: use / instead of \\'],
    ['\ud800.http', 'text', 'invalid path: it is not valid Unicode'],
    [`${'a/'.repeat(600)}a.http`, 'text', 'invalid path: it is longer than 1024 bytes'],
    [`${'ä'.repeat(130)}.http`, 'text', 'invalid path: a part of it is longer than 255 bytes'],
    ['../a.http', 'outside', 'path is outside the workspace: ../a.http'],
    ['shop/../../ws/a.http', 'outside', 'path is outside the workspace: shop/../../ws/a.http'],
    ['/etc/passwd', 'outside', 'path is outside the workspace: /etc/passwd'],
    ['/ws-other/a.http', 'outside', 'path is outside the workspace: /ws-other/a.http'],
    ['/ws/../etc/a.http', 'outside', 'path is outside the workspace: /ws/../etc/a.http'],
    ['C:/a.http', 'outside', 'path is outside the workspace: C:/a.http'],
    ['c:a.http', 'outside', 'path is outside the workspace: c:a.http'],
    ['.', 'kind', 'not a file: .'],
    ['/ws', 'kind', 'not a file: /ws'],
    ['a.txt', 'extension', 'not a request file: a.txt; expected .http or .spec'],
    ['shop/.http', 'extension', 'not a request file: shop/.http; expected .http or .spec'],
  ] as const)('refuses %j', (sent, rule, message) => {
    expect(resolvePathText(sent, { root: '/ws', requestFile: true })).toEqual(refusal(rule, message));
  });

  it('takes absolute paths of the workspace and paths relative to a folder', () => {
    expect(resolvePathText('/ws/shop/c.http', { root: '/ws' })).toMatchObject({ path: 'shop/c.http' });
    expect(resolvePathText('../a.json', { root: '/ws', from: '/ws/shop' })).toMatchObject({ path: 'a.json' });
    expect(resolvePathText('../../a.json', { root: '/ws', from: '/ws/shop' })).toMatchObject({
      rule: 'outside',
    });
    expect(resolvePathText('a.json', { root: '/ws', from: '/elsewhere' })).toMatchObject({ rule: 'outside' });
    expect(resolvePathText('etc/x', { root: '/' })).toMatchObject({ path: 'etc/x', absolute: '/etc/x' });
  });

  it('resolves plain paths like all others', () => {
    const piece = fc.constantFrom(
      '.',
      '/',
      'a',
      '-',
      '_',
      'x.http',
      ' ',
      'ä',
      '\n',
      ':',
      '\\',
      'b'.repeat(200),
    );
    const root = fc.constantFrom('/ws', '/', '/a/b c');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), root, fc.boolean(), (pieces, from, requestFile) => {
        const rules = { root: from, requestFile };
        const sent = pieces.join('');
        // A path that starts in a folder is never taken for a plain one.
        expect(resolvePathText(sent, rules)).toEqual(resolvePathText(sent, { ...rules, from }));
      }),
      { numRuns: 2000 },
    );
  });

  it('never lets text out of the workspace', () => {
    const piece = fc.constantFrom('..', '.', '', 'a', 'shop', 'ws', '/', '//', 'x.http', '%2e%2e', 'C:', '~');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.constantFrom('/', ''), (segments, lead) => {
        const resolved = resolvePathText(lead + segments.join('/'), { root: '/ws' });
        if (!resolved.ok) return;
        expect(isBelow(resolved.absolute, '/ws')).toBe(true);
        expect(resolved.path.split('/')).not.toContain('..');
      }),
    );
  });
});

describe('decodeUrlPath', () => {
  it('decodes once and refuses bad escapes', () => {
    expect(decodeUrlPath('shop%2Fa%20b.http')).toBe('shop/a b.http');
    expect(decodeUrlPath('%252e%252e')).toBe('%2e%2e');
    expect(decodeUrlPath('%')).toBeUndefined();
    expect(decodeUrlPath('%ff')).toBeUndefined();
  });
});

describe('isWindowsOddity', () => {
  it('knows devices, streams and rewritten names', () => {
    for (const name of [
      'con',
      'NUL.http',
      'COM1',
      'lpt9.spec',
      'a.http:stream',
      'a.http.',
      'a ',
      'CONIN$',
      'aux .http',
    ]) {
      expect(isReservedOnWindows(name), name).toBe(true);
    }
    for (const name of ['console.http', 'a.http', 'com.http', '.hidden', 'lpt']) {
      expect(isReservedOnWindows(name), name).toBe(false);
    }
  });
});

describe('resolveFile', () => {
  it('gives the real place of files and of links that stay inside', async () => {
    expect(await resolveFile('a.http', request())).toEqual({
      ok: true,
      path: 'a.http',
      real: join(root, 'a.http'),
    });
    expect(await resolveFile('b.SPEC', request())).toMatchObject({ ok: true });
    expect(await resolveFile('link-in.http', request())).toMatchObject({
      path: 'link-in.http',
      real: join(root, 'a.http'),
    });
    expect(await resolveFile('shop-link/c.http', request())).toMatchObject({
      real: join(root, 'shop', 'c.http'),
    });
  });

  it.each([
    ['link-out.http', 'outside'],
    ['out/secret.http', 'outside'],
    ['out/missing.http', 'outside'],
    ['out/missing/deeper.http', 'outside'],
    ['loop.http', 'outside'],
    ['link-text.http', 'extension'],
    ['dangling.http', 'missing'],
    ['missing/x.http', 'missing'],
    ['a.http/x.http', 'missing'],
    ['folder.http', 'kind'],
    ['pipe.http', 'kind'],
  ] as const)('refuses %s', async (sent, rule) => {
    expect(await resolveFile(sent, request())).toMatchObject({ ok: false, rule });
  });
});

describe('openFile', () => {
  it('opens a file and returns its size', async () => {
    const opened = await openFile('link-in.http', request());
    if (!opened.ok) throw new Error(opened.message);
    expect(opened.size).toBe(6);
    expect(await opened.handle.readFile('utf8')).toBe('inside');
    await opened.handle.close();
  });

  it('refuses what is too large, missing or a pipe, without hanging', async () => {
    const limit = { bytes: 5, text: '5 bytes' };
    expect(await openFile('a.http', { root, limit })).toEqual(
      refusal('size', 'file is larger than 5 bytes: a.http'),
    );
    expect(await openFile('gone.http', request())).toEqual(refusal('missing', 'file not found: gone.http'));
    expect(await openFile('pipe.http', request())).toMatchObject({ rule: 'kind' });
  });

  it('never reads a file from outside while a folder is swapped for a link', async () => {
    const place = join(root, 'swap');
    await mkdir(place);
    await writeFile(join(place, 'secret.http'), 'inside');
    const stop = new AbortController();
    const swapper = (async () => {
      while (!stop.signal.aborted) {
        await rename(place, join(root, 'aside'));
        await symlink(join(base, 'outside'), place);
        await rm(place);
        await rename(join(root, 'aside'), place);
      }
    })();
    const seen = new Set<string>();
    for (let turn = 0; turn < 300; turn += 1) {
      const opened = await openFile('swap/secret.http', request());
      if (!opened.ok) seen.add(opened.rule);
      else {
        seen.add(await opened.handle.readFile('utf8'));
        await opened.handle.close();
      }
    }
    stop.abort();
    await swapper;
    expect(seen).not.toContain('secret');
  });
});

describe('liesAt', () => {
  it('knows an open file by its place, even when another name leads to it', async () => {
    const twin = join(root, 'twin.http');
    await link(join(base, 'outside', 'secret.http'), twin);
    const inside = await open(join(root, 'a.http'));
    const outside = await open(join(base, 'outside', 'secret.http'));
    try {
      expect(await isOpenedAt(join(root, 'a.http'), inside)).toBe(true);
      expect(await isOpenedAt(join(root, 'a.http'), outside)).toBe(false);
      expect(await isOpenedAt(join(root, 'out', 'secret.http'), outside)).toBe(false);
      if (process.platform === 'linux') expect(await isOpenedAt(twin, outside)).toBe(false);
    } finally {
      await inside.close();
      await outside.close();
      await rm(twin);
    }
  });
});

describe('createFile', () => {
  it('makes missing folders and the file with its content', async () => {
    const created = await createFile('new/deep/x.http', request(), Buffer.from('GET /'));
    expect(created).toMatchObject({ ok: true, path: 'new/deep/x.http' });
    expect(await readdir(join(root, 'new', 'deep'))).toEqual(['x.http']);
    expect(await readFile(join(root, 'new', 'deep', 'x.http'), 'utf8')).toBe('GET /');
  });

  it('goes through folder links that stay inside', async () => {
    const created = await createFile('shop-link/new.http', request(), Buffer.from(''));
    expect(created).toMatchObject({ ok: true, real: join(root, 'shop', 'new.http') });
  });

  it.each([
    ['out/x.http', 'outside', 'path is outside the workspace: out/x.http'],
    ['out/sub/x.http', 'outside', 'path is outside the workspace: out/sub/x.http'],
    ['../x.http', 'outside', 'path is outside the workspace: ../x.http'],
    ['dangling.http', 'outside', 'path is outside the workspace: dangling.http'],
    ['dangling.http/x.http', 'outside', 'path is outside the workspace: dangling.http/x.http'],
    ['a.http', 'exists', 'file already exists: a.http'],
    ['link-in.http', 'exists', 'file already exists: link-in.http'],
    ['folder.http', 'exists', 'file already exists: folder.http'],
    ['shop/c.http/x.http', 'parent', 'not a folder: shop/c.http'],
  ] as const)('refuses %s', async (sent, rule, message) => {
    expect(await createFile(sent, request(), Buffer.from('x'))).toEqual(refusal(rule, message));
    expect(await readdir(join(base, 'outside'))).toEqual(['secret.http']);
  });
});
