import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { ORDERS, place, scoreIn } from './strength-setup.js';

describe('svc strength', () => {
  it('says what nothing notices, and what would, in words', async () => {
    const { svc } = await place();
    expect((await svc('run', 'orders.http')).code).toBe(0);
    const outcome = await svc('strength', 'orders.http');
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
    expect(outcome.stdout).toContain('orders.http  ');
    expect(outcome.stdout).toContain('makeOrder (line 1)');
    expect(outcome.stdout).toContain('What nothing notices: the most dangerous of ');
    expect(outcome.stdout).toContain('  orders.http:17  readOrder\n');
    expect(outcome.stdout).toContain('      the field body.items was removed; it was [{"id":1},{"id":2}]\n');
    expect(outcome.stdout).toContain('    add: expect body.items');
    expect(outcome.stdout).toMatch(
      /The tests notice \d+ of \d+ changes of their responses: [\d.]+%\. Seed 1\./,
    );
    expect(outcome.stdout).toMatch(/svc strength --fix adds \d+ assertions/);
    expect(await svc('strength', 'orders.http')).toEqual(outcome);
  });

  it('looks at one request of a file, and at the current directory', async () => {
    const { svc } = await place();
    await svc('run', 'orders.http');
    const one = await svc('strength', 'orders.http:3');
    expect(one.stdout).toContain('makeOrder (line 1)');
    expect(one.stdout).not.toContain('readOrder (line');
    expect((await svc('strength')).stdout).toContain('makeOrder (line 1)');
    const named = await svc('strength', '-n', 'nothing*');
    expect(named).toMatchObject({ code: 64, stdout: '' });
    expect(named.stderr).toContain('--name nothing*');
  });

  it('leaves out what differs between runs, and lists it with -v', async () => {
    const { svc } = await place();
    await svc('run', 'orders.http');
    await svc('run', 'orders.http');
    const outcome = await svc('strength', '-v', 'orders.http');
    expect(outcome.stdout).toContain('Left out of the score, ');
    expect(outcome.stdout).toContain(
      '      The value differs between runs that passed, so that no test can know it.\n',
    );
    expect(outcome.stdout).toContain('        the field body.at was shifted by a day\n');
    expect((await svc('strength', 'orders.http')).stdout).not.toContain('Left out of the score, ');
  });

  it('sends the requests with --run, and knows headers then', async () => {
    const { svc } = await place();
    const outcome = await svc('strength', '--run', '-v', 'orders.http');
    expect(outcome.code).toBe(0);
    expect(outcome.stdout).toContain('        the header Date is missing\n');
    expect(scoreIn(outcome)).toBeGreaterThan(0);
    // The run is stored like any other.
    expect(scoreIn(await svc('strength'))).toBeGreaterThan(0);
  });
});

describe('the documents of svc strength', () => {
  it('are JSON by its schema, and the same with -o json', async () => {
    const { svc } = await place();
    await svc('run', 'orders.http');
    const { code, stdout, stderr } = await svc('strength', '--json', '--seed', '7');
    expect([code, stderr]).toEqual([0, '']);
    const schema = JSON.parse((await svc('validate', '--schema', 'strength')).stdout) as object;
    const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(schema);
    const document = JSON.parse(stdout) as Record<string, unknown>;
    expect(validate(document), JSON.stringify(validate.errors)).toBe(true);
    expect(document).toMatchObject({ schemaVersion: 1, seed: 7, files: [{ file: 'orders.http' }] });
    expect((await svc('strength', '-o', 'json', '--seed', '7')).stdout).toBe(stdout);
  });

  it('are a page and further reports', async () => {
    const { svc, cwd } = await place();
    await svc('run', 'orders.http');
    const outcome = await svc(
      'strength',
      '-o',
      'html',
      '--output-file',
      'a.html',
      '--report',
      'json=out/b.json',
    );
    expect(outcome).toMatchObject({
      code: 0,
      stdout: '',
      stderr: 'Note: wrote out/b.json\nNote: wrote a.html\n',
    });
    const page = await readFile(join(cwd, 'a.html'), 'utf8');
    expect(page).toContain('<h1>Strength of the tests</h1>');
    expect(page).toContain('the field body.items was removed');
    const document = JSON.parse(await readFile(join(cwd, 'out', 'b.json'), 'utf8')) as { score: number };
    expect(page).toContain(`${document.score}%`);
  });
});

describe('svc strength --fix', () => {
  it('shows what it would change, changes it, and then finds nothing more of it', async () => {
    const { svc, read } = await place();
    await svc('run', 'orders.http');
    await svc('run', 'orders.http');
    const before = scoreIn(await svc('strength'));

    const dry = await svc('strength', '--fix', '--dry-run', 'orders.http');
    expect(dry.code).toBe(0);
    expect(dry.stdout).toMatch(/^--- a\/orders\.http\n\+\+\+ b\/orders\.http\n@@ -/);
    expect(await read()).toBe(ORDERS);
    expect(await svc('strength', '--dry-run', 'orders.http')).toEqual(dry);

    const fixed = await svc('strength', '--fix', 'orders.http');
    expect(fixed.code).toBe(0);
    const added = dry.stdout.split('\n').filter((line) => line.startsWith('+expect ')).length;
    expect(added).toBeGreaterThan(3);
    expect(fixed.stderr).toBe(`Note: added ${added} assertions to orders.http\n`);
    const text = await read();
    const lines = text.split('\n');
    for (const line of ORDERS.split('\n')) expect(lines).toContain(line);

    const again = await svc('strength', '--fix', 'orders.http');
    expect(again.stderr).toBe('Note: there is no assertion to add\n');
    expect(await read()).toBe(text);

    expect((await svc('run', 'orders.http')).code).toBe(0);
    expect((await svc('fmt', '--check', 'orders.http')).code).toBe(0);
    expect((await svc('validate', '--strict', 'orders.http')).code).toBe(0);
    expect(scoreIn(await svc('strength'))).toBeGreaterThan(before);
  });

  it('reports what it writes beside other reports', async () => {
    const { svc, cwd } = await place();
    await svc('run', 'orders.http');
    const { code, stdout } = await svc(
      'strength',
      '--dry-run',
      '--json',
      '--output-file',
      'a.json',
      'orders.http',
    );
    expect(code).toBe(0);
    expect(stdout).toMatch(/^--- a\/orders\.http/);
    expect(JSON.parse(await readFile(join(cwd, 'a.json'), 'utf8'))).toHaveProperty('suggestions');
  });
});

describe('svc strength without a response', () => {
  it('says what to do when nothing was run', async () => {
    const { svc } = await place();
    const outcome = await svc('strength', 'orders.http');
    expect(outcome.code).toBe(3);
    expect(outcome.stdout).toContain('not checked');
    expect(outcome.stderr).toBe(
      'Error: the history has no passed result of these requests; run svc run orders.http first, or use --run\n',
    );
  });

  it('of the environment says whose responses it takes', async () => {
    const { svc } = await place({
      'orders.http': ORDERS,
      'service.yaml': 'environments: {dev: {}, prod: {}}\n',
    });
    await svc('run', 'orders.http');
    const sentence =
      'Nothing of environment prod was checked, since the history has no passed result of it: the responses are those of dev.\n';
    expect((await svc('strength', '-e', 'prod')).stdout).toContain(`What was not checked\n  ${sentence}`);
    expect((await svc('strength')).stdout).not.toContain('Nothing of environment');
    await svc('run', '-e', 'prod', 'orders.http');
    expect((await svc('strength', '-e', 'prod')).stdout).not.toContain('Nothing of environment');
  });

  it('says so when no request passes', async () => {
    const { svc } = await place({ 'a.http': 'GET {{api}}/broken\n' });
    const outcome = await svc('strength', '--run', 'a.http');
    expect(outcome.code).toBe(1);
    expect(outcome.stderr).toContain('Error: no request passed in this run');
  });

  it('measures the others when one did not pass', async () => {
    const { svc } = await place({ 'a.http': 'GET {{api}}/broken\n\n###\nGET {{api}}/items\n' });
    const { code, stdout } = await svc('strength', '--run', 'a.http');
    expect(code).toBe(0);
    expect(stdout).toContain('What was not checked\n');
    expect(stdout).toContain('a.http:1  ');
  });

  it.each([
    ['a file with errors', { 'a.http': 'GET {{api}}/x\n\n>>>\nexpect status ==\n<<<\n' }, ['a.http'], 2],
    ['a missing file', {}, ['gone.http'], 2],
    ['standard input', {}, ['-'], 64],
    ['two formats', { 'a.http': 'GET http://127.0.0.1/\n' }, ['--json', '-o', 'html', 'a.http'], 64],
    ['a diff beside JSON', { 'a.http': 'GET http://127.0.0.1/\n' }, ['--dry-run', '--json', 'a.http'], 64],
    ['a seed below zero', {}, ['--seed', '-1'], 64],
  ])('refuses %s', async (_what, files, args, code) => {
    const { svc } = await place(files);
    const outcome = await svc('strength', ...args);
    expect(outcome.code, outcome.stderr).toBe(code);
    expect(outcome.stdout).toBe('');
    expect(outcome.stderr).toMatch(/^Error: /);
  });
});
