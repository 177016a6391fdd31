import { describe, expect, it } from 'vitest';
import { dedent } from '../../../test/support/dedent.js';
import { http, plan, steps, URL } from '../../../test/support/runs/planned-steps.js';
import { ServiceError } from '../../errors.js';

describe('the schedule', () => {
  const graph = http(
    'seed',
    'report: detail',
    'audit; skip nightly only',
    'detail: seed',
    'purge: audit, ghost',
  );

  it('puts dependencies first and skips what is filtered or marked', async () => {
    const made = await plan({ 'a.http': graph });
    expect(steps(made)).toEqual(['seed', 'audit (nightly only)', 'detail', 'report', 'purge']);
    expect(made.files[0]?.steps.map(({ position }) => position)).toEqual([0, 2, 3, 1, 4]);
  });

  it('of one named request holds it and its dependencies only', async () => {
    expect(steps(await plan({ 'a.http': graph }, { exactNames: ['report'], hidesOthers: true }))).toEqual([
      '+seed',
      '+detail',
      'report',
    ]);
  });

  it('distinguishes known from unknown dependencies', async () => {
    const { files } = await plan({ 'a.http': graph });
    const purge = files[0]?.steps[4];
    expect(purge?.dependencies.map(({ written, problem }) => [written, problem?.kind])).toEqual([
      ['audit', undefined],
      ['ghost', 'not found'],
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
    expect(steps(await plan({ 'a.http': only }, { exactNames: ['write'], hidesOthers: true }))).toEqual([
      'write',
    ]);
  });

  it('keeps @skip skipped, named and pulled in, and plans what fails because svc cannot run it', async () => {
    const skipping = dedent`
      ${http('a; skip', 'b: a; skip not today')}
      ### c
      GRPC host/method
    `;
    expect(steps(await plan({ 'a.http': skipping }))).toEqual(['a (skipped)', 'b (not today)', 'c']);
    expect(steps(await plan({ 'a.http': skipping }, { exactNames: ['b'], hidesOthers: true }))).toEqual([
      '+a (skipped)',
      'b (not today)',
    ]);
  });

  it('matches unnamed requests as METHOD URL', async () => {
    const unnamed = dedent`
      POST ${URL}

      ###
      GET ${URL}
    `;
    expect(steps(await plan({ 'a.http': unnamed }, { names: ['GET *'] }))).toEqual([
      `POST ${URL} (filtered out)`,
      `GET ${URL}`,
    ]);
    expect(
      steps(await plan({ 'a.http': unnamed }, { exactNames: [`POST ${URL}`], hidesOthers: true })),
    ).toEqual([`POST ${URL}`]);
  });

  it('counts what was asked for', async () => {
    expect((await plan({ 'a.http': file }, { names: ['read'] })).selected).toBe(1);
    expect((await plan({ 'a.http': file }, { names: ['nothing'] })).selected).toBe(0);
  });

  it('refuses a name that is unknown or means several requests', async () => {
    const twice = http('a', 'b', 'a');
    await expect(plan({ 'a.http': twice }, { exactNames: ['c'], hidesOthers: true })).rejects.toThrow(
      'request not found: c in a.http',
    );
    const several = plan({ 'a.http': twice }, { exactNames: ['a'], hidesOthers: true });
    await expect(several).rejects.toThrow('`a` means several requests of a.http (lines 1, 7)');
    await expect(several).rejects.toBeInstanceOf(ServiceError);
  });
});

describe('files that cannot run', () => {
  it('are broken with every error, and have no steps', async () => {
    const made = await plan({
      'a.http': dedent`
        GTE http://x
        ###
        GET http://x
        nonsense
      `,
      'b.http': http('b'),
    });
    expect(made.files[0]?.broken).toEqual([
      expect.stringMatching(/^a\.http:1:1: `GTE` is not a method/),
      expect.stringMatching(/^a\.http:4:1: expected `Name: value`/),
    ]);
    expect(steps(made)).toEqual([]);
    expect(steps(made, 1)).toEqual(['b']);
  });

  it('are those with duplicate names and cycles', async () => {
    const made = await plan({
      'a.http': http('a; name x', 'b; name x', 'c: x'),
      'b.http': http('a: b', 'b: a'),
    });
    expect(made.files[0]?.broken).toContain('a.http:6:9: request name `x` is also used on line 2');
    expect(made.files[1]?.broken.join()).toContain('dependency cycle: a → b → a');
  });
});
