import { describe, expect, it } from 'vitest';
import { http, plan, steps } from '../../../test/support/runs/planned-steps.js';

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
    expect(steps(await plan(files, { exactNames: ['y'], hidesOthers: true }, ['a.http']))).toEqual([
      'y (skipped)',
    ]);
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
    ['a missing file', 'gone.http#login', 'not found', 'missing_file'],
    ['a missing name', 'auth.http#logout', 'not found', 'unknown_dependency'],
    ['a file with errors', 'bad.http#x', 'does not parse', 'broken_dependency'],
    ['a title that several requests have', 'twice.http#a', 'not found', 'ambiguous_name'],
  ])('to %s cannot run', async (_case, written, kind, code) => {
    const files = {
      'auth.http': auth,
      'bad.http': 'GTE http://x\n',
      'twice.http': http('a', 'a'),
      'a.http': http(`read: ${written}`),
    };
    const made = await plan(files, {}, ['a.http']);
    expect(made.files[0]?.steps[0]?.dependencies).toMatchObject([
      { written, node: undefined, problem: { kind, code } },
    ]);
    expect(made.unresolved).toMatchObject([
      { node: { request: { name: 'read' } }, written, problem: { kind, code } },
    ]);
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
    expect(made.unresolved).toMatchObject([
      { written: 'b.http#b', problem: { kind: 'does not parse', details: [{ place: 'b.http:1:1' }] } },
    ]);
  });

  it('of a file to itself in a circle break it', async () => {
    const made = await plan({ 'a.http': http('a: ./a.http#b', 'b: a') });
    expect(made.files[0]?.broken[0]).toContain('dependency cycle: a.http#a → a.http#b → a.http#a');
  });
});
