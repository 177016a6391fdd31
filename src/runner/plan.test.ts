import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ServiceError } from '../errors.js';
import { parseText } from '../request-file/parse-file.js';
import { DEFAULT_RUN_OPTIONS, SELECT_ALL, type Selection } from './options.js';
import { planRun, type RunPlan } from './plan.js';
import type { RunnableFile } from './run-input.js';
import { shownName } from './selection.js';

const URL = 'http://127.0.0.1:1/x';

/** `name: dependency, dependency` per line; further directives after `;`. */
function http(...requests: string[]): string {
  return requests
    .map((line) => {
      const [head = '', ...directives] = line.split(';');
      const [name = '', depends = ''] = head.split(':');
      const lines = [...(depends.trim() === '' ? [] : [`depends ${depends.trim()}`]), ...directives];
      return `### ${name.trim()}\n${lines.map((directive) => `# @${directive.trim()}\n`).join('')}GET ${URL}\n`;
    })
    .join('\n');
}

function plan(
  files: Record<string, string>,
  selection: Partial<Selection> = {},
  run: readonly string[] = Object.keys(files),
): Promise<RunPlan> {
  const load = (path: string): RunnableFile | undefined => {
    const text = files[path];
    if (text === undefined) return undefined;
    return { file: parseText(text, path), shown: path, directory: join('/w', path, '..') };
  };
  return planRun({
    files: run.map((path) => load(path)).filter((file) => file !== undefined),
    options: { ...DEFAULT_RUN_OPTIONS, selection: { ...SELECT_ALL, ...selection } },
    loadFile: (path, from) => Promise.resolve(load(join(from, path).replace(/^\/w\//, ''))),
  });
}

/** `name` of what runs, `name (reason)` of what is skipped, `+name` of what was pulled in, `name@file` of what is borrowed. */
function steps({ files }: RunPlan, file = 0): string[] {
  return (files[file]?.steps ?? []).map(({ node, pulledIn, skipReason }) => {
    const borrowed = node.owner.guest ? `@${node.owner.runnable.shown}` : '';
    return `${pulledIn ? '+' : ''}${shownName(node.request)}${borrowed}${skipReason === '' ? '' : ` (${skipReason})`}`;
  });
}

describe('the schedule', () => {
  const graph = http(
    'seed',
    'report: detail',
    'audit; skip nightly only',
    'detail: seed',
    'purge: audit, ghost',
  );

  it('is that of the worked example 14.7', async () => {
    const made = await plan({ 'a.http': graph });
    expect(steps(made)).toEqual(['seed', 'audit (nightly only)', 'detail', 'report', 'purge']);
    expect(made.files[0]?.steps.map(({ position }) => position)).toEqual([0, 2, 3, 1, 4]);
  });

  it('of one named request holds it and its dependencies only', async () => {
    expect(steps(await plan({ 'a.http': graph }, { exactName: 'report' }))).toEqual([
      '+seed',
      '+detail',
      'report',
    ]);
  });

  it('tells known from unknown dependencies', async () => {
    const { files } = await plan({ 'a.http': graph });
    const purge = files[0]?.steps[4];
    expect(purge?.dependencies.map(({ written, notFound }) => [written, notFound])).toEqual([
      ['audit', false],
      ['ghost', true],
    ]);
  });
});

describe('selection', () => {
  const file = http('login; tags auth, Smoke', 'read: login; tags smoke', 'write: login; tags slow', 'other');

  it.each([
    [{ names: ['read'] }, ['+login', 'read', 'write (filtered out)', 'other (filtered out)']],
    [{ names: ['r*', 'o?her'] }, ['+login', 'read', 'write (filtered out)', 'other']],
    [{ tags: [' SMOKE '] }, ['login', 'read', 'write (filtered out)', 'other (filtered out)']],
    [{ excludeTags: ['slow'] }, ['login', 'read', 'write (filtered out)', 'other']],
    [{ excludeTags: ['auth'] }, ['+login', 'read', 'write', 'other']],
    [
      { names: ['*'], tags: ['smoke'], excludeTags: ['auth'] },
      ['+login', 'read', 'write (filtered out)', 'other (filtered out)'],
    ],
    [{ names: ['Read'] }, ['login', 'read', 'write', 'other'].map((name) => `${name} (filtered out)`)],
    [
      { lastFailed: new Map([['a.http', new Set(['write'])]]) },
      ['+login', 'read (filtered out)', 'write', 'other (filtered out)'],
    ],
    [{ lastFailed: new Map([['b.http', new Set(['write'])]]) }, ['login', 'read', 'write', 'other']],
    [
      { lastFailed: new Map([['a.http', new Set<string>()]]) },
      ['login', 'read', 'write', 'other'].map((name) => `${name} (filtered out)`),
    ],
  ] as const)('%j', async (selection, expected) => {
    expect(steps(await plan({ 'a.http': file }, selection))).toEqual(expected);
  });

  it('takes failed rows for the request they belong to', async () => {
    const rows = http('a; data x.csv', 'a [1]');
    const lastFailed = new Map([['a.http', new Set(['a [12]'])]]);
    expect(steps(await plan({ 'a.http': rows }, { lastFailed }))).toEqual(['a', 'a [1] (filtered out)']);
  });

  it('restricts to @only, also beside filters, but not for one named request', async () => {
    const only = http('login', 'read: login; only', 'write');
    expect(steps(await plan({ 'a.http': only }))).toEqual(['+login', 'read', 'write (filtered out)']);
    expect(steps(await plan({ 'a.http': only }, { names: ['write'] }))).toEqual(
      ['login', 'read', 'write'].map((name) => `${name} (filtered out)`),
    );
    expect(steps(await plan({ 'a.http': only }, { exactName: 'write' }))).toEqual(['write']);
  });

  it('keeps @skip and unsupported methods skipped, named and pulled in', async () => {
    const skipping = `${http('a; skip', 'b: a; skip not today')}\n### c\nGRPC host/method\n`;
    expect(steps(await plan({ 'a.http': skipping }))).toEqual([
      'a (skipped)',
      'b (not today)',
      'c (unsupported method)',
    ]);
    expect(steps(await plan({ 'a.http': skipping }, { exactName: 'b' }))).toEqual([
      '+a (skipped)',
      'b (not today)',
    ]);
  });

  it('matches unnamed requests as METHOD URL', async () => {
    const unnamed = `POST ${URL}\n\n###\nGET ${URL}\n`;
    expect(steps(await plan({ 'a.http': unnamed }, { names: ['GET *'] }))).toEqual([
      `POST ${URL} (filtered out)`,
      `GET ${URL}`,
    ]);
    expect(steps(await plan({ 'a.http': unnamed }, { exactName: `POST ${URL}` }))).toEqual([`POST ${URL}`]);
  });

  it('counts what was asked for', async () => {
    expect((await plan({ 'a.http': file }, { names: ['read'] })).selected).toBe(1);
    expect((await plan({ 'a.http': file }, { names: ['nothing'] })).selected).toBe(0);
  });

  it('refuses a name that is unknown or means several requests', async () => {
    const twice = http('a', 'b', 'a');
    await expect(plan({ 'a.http': twice }, { exactName: 'c' })).rejects.toThrow(
      'request not found: c in a.http',
    );
    const several = plan({ 'a.http': twice }, { exactName: 'a' });
    await expect(several).rejects.toThrow('`a` means several requests of a.http (lines 1, 7)');
    await expect(several).rejects.toBeInstanceOf(ServiceError);
  });
});

describe('files that cannot run', () => {
  it('are broken with every error, and have no steps', async () => {
    const made = await plan({ 'a.http': 'GTE http://x\n###\nGET http://x\nnonsense\n', 'b.http': http('b') });
    expect(made.files[0]?.broken).toEqual([
      expect.stringMatching(/^a\.http:1:1: `GTE` is not a method/),
      expect.stringMatching(/^a\.http:4:1: expected `Name: value`/),
    ]);
    expect(steps(made)).toEqual([]);
    expect(steps(made, 1)).toEqual(['b']);
  });

  it('are those with duplicate names and cycles', async () => {
    const made = await plan({ 'a.http': http('a; name x', 'b; name x'), 'b.http': http('a: b', 'b: a') });
    expect(made.files[0]?.broken).toEqual(['a.http:6:9: request name `x` is also used on line 2']);
    expect(made.files[1]?.broken.join()).toContain('dependency cycle: a → b → a');
  });
});

describe('dependencies in other files', () => {
  const auth = http('seed', 'login: seed', 'unused');

  it('stand before their first user, once per run, in an order in which they can run', async () => {
    const files = {
      'auth.http': auth,
      'a.http': http('first', 'read: ./auth.http#login', 'write: ./auth.http#login'),
      'b.http': http('again: auth.http#login, auth.http#unused'),
    };
    const made = await plan(files, {}, ['a.http', 'b.http']);
    expect(steps(made)).toEqual(['first', '+seed@auth.http', '+login@auth.http', 'read', 'write']);
    expect(steps(made, 1)).toEqual(['+unused@auth.http', 'again']);
  });

  it('do not replace the requests of a file that is part of the run', async () => {
    const made = await plan({ 'auth.http': auth, 'a.http': http('read: auth.http#login') });
    expect(steps(made)).toEqual(['seed', 'login', 'unused']);
    expect(steps(made, 1)).toEqual(['+seed@auth.http', '+login@auth.http', 'read']);
  });

  it('are pulled in for selected requests only, and not for skipped ones', async () => {
    const files = {
      'auth.http': auth,
      'a.http': http('read: auth.http#login', 'x', 'y: auth.http#seed; skip'),
    };
    expect(steps(await plan(files, { names: ['x'] }, ['a.http']))).toEqual([
      'read (filtered out)',
      'x',
      'y (filtered out)',
    ]);
    expect(steps(await plan(files, { exactName: 'y' }, ['a.http']))).toEqual(['y (skipped)']);
  });

  it('lead on into further files', async () => {
    const files = {
      'sub/deep.http': http('root: ../auth.http#seed', 'leaf: root'),
      'auth.http': auth,
      'a.http': http('read: sub/deep.http#leaf, auth.http#login'),
    };
    expect(steps(await plan(files, {}, ['a.http']))).toEqual([
      '+seed@auth.http',
      '+root@sub/deep.http',
      '+leaf@sub/deep.http',
      '+login@auth.http',
      'read',
    ]);
  });

  it('may be written by a file for its own requests', async () => {
    const made = await plan({ 'a.http': http('read: ./a.http#login', 'login') });
    expect(steps(made)).toEqual(['login', 'read']);
  });

  it.each([
    ['a missing file', 'gone.http#login', true],
    ['a missing name', 'auth.http#logout', true],
    ['a file with errors', 'bad.http#x', false],
    ['a title that several requests have', 'twice.http#a', false],
  ])('to %s cannot run', async (_case, written, notFound) => {
    const files = {
      'auth.http': auth,
      'bad.http': 'GTE http://x\n',
      'twice.http': http('a', 'a'),
      'a.http': http(`read: ${written}`),
    };
    const made = await plan(files, {}, ['a.http']);
    expect(made.files[0]?.steps[0]?.dependencies).toEqual([{ written, node: undefined, notFound }]);
  });

  it('that lead back break the file they started from', async () => {
    const files = {
      'a.http': http('a: b.http#b', 'other'),
      'b.http': http('b: a.http#a'),
      'c.http': http('c: b.http#b'),
    };
    const made = await plan(files, {}, ['a.http', 'c.http']);
    expect(made.files[0]?.broken).toEqual(['a.http:1:1: dependency cycle: a.http#a → b.http#b → a.http#a']);
    expect(steps(made, 1)).toEqual(['c']);
    expect(made.files[1]?.steps[0]?.dependencies[0]?.node).toBeUndefined();
  });

  it('of a file to itself in a circle break it', async () => {
    const made = await plan({ 'a.http': http('a: ./a.http#b', 'b: a') });
    expect(made.files[0]?.broken[0]).toContain('dependency cycle: a.http#a → a.http#b → a.http#a');
  });
});

describe('shards', () => {
  const files = {
    'a.http': http('a1', 'a2: a3', 'a3', 'a4'),
    'b.http': http('b1', 'b2: b1', 'b3: auth.http#login'),
    'c.http': 'GTE x\n',
    'auth.http': http('login'),
  };
  const run = ['a.http', 'b.http', 'c.http'];
  const shard = async (
    index: number,
    count: number,
    selection: Partial<Selection> = {},
  ): Promise<string[][]> => {
    const made = await plan(files, { shard: { index, count }, ...selection }, run);
    return made.files.map((file, at) => [
      file.runnable.shown,
      ...file.broken.map(() => 'broken'),
      ...steps(made, at),
    ]);
  };

  it('are dealt out by connected groups over all files', async () => {
    // Units: a1 | a2+a3 | a4 | b1+b2 | b3 | c.http
    expect(await shard(1, 2)).toEqual([
      ['a.http', 'a1', 'a4'],
      ['b.http', '+login@auth.http', 'b3'],
    ]);
    expect(await shard(2, 2)).toEqual([
      ['a.http', 'a3', 'a2'],
      ['b.http', 'b1', 'b2'],
      ['c.http', 'broken'],
    ]);
    expect(await shard(1, 1)).toHaveLength(3);
  });

  it('are cut after filtering, may be empty, and say nothing of what was filtered out', async () => {
    expect(await shard(1, 2, { names: ['a2'] })).toEqual([['a.http', '+a3', 'a2']]);
    expect(await shard(2, 2, { names: ['a2'] })).toEqual([['c.http', 'broken']]);
    expect(await shard(9, 9)).toEqual([]);
  });
});

it('plans a hundred thousand requests in reasonable time', async () => {
  const file: RunnableFile['file'] = parseText(
    Array.from(
      { length: 20_000 },
      (_, i) => `### r${i}\n# @depends r${Math.min(i + 1, 19_999)}${i === 19_999 ? 'x' : ''}\nGET ${URL}\n`,
    ).join('\n'),
    'a.http',
  );
  const start = performance.now();
  const made = await planRun({
    files: [{ file, shown: 'a.http', directory: '/w' }],
    options: DEFAULT_RUN_OPTIONS,
    loadFile: () => Promise.resolve(undefined),
  });
  expect(made.files[0]?.steps).toHaveLength(20_000);
  expect(performance.now() - start).toBeLessThan(3000);
});
