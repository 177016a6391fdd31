/** `svc run` in a cloned repository whose files name or are what lies outside of it, or pipes. */
import { closeSync, constants, openSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { openDatabase } from '../../../src/history/store/database.js';
import { makeFifo } from '../../support/files/fifo.js';
import { startSvc } from '../../support/program/live-svc.js';
import { loopback } from '../../support/runs/run-requests.js';
import { builtMain, runProgram, runSvc, type RunOutcome } from '../../support/program/run-svc.js';
import { temporaryDirectory, writeFiles } from '../../support/files/workspace.js';

const KEY = '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA canary-of-the-key\n';

let home = '';
let outside = '';
let clone = '';

beforeEach(async () => {
  const { url } = await loopback();
  const base = await temporaryDirectory();
  onTestFinished(() => rm(base, { recursive: true, force: true }));
  home = join(base, 'home');
  outside = join(base, 'outside');
  clone = join(base, 'clone');
  writeFiles(base, {
    'home/keep': '',
    'outside/id_rsa': KEY,
    'outside/settings.yaml': 'timeout: 5000\n',
    'clone/a.http': `GET ${url}?word={{WORD}}\n`,
    'clone/b.http': `GET ${url}\n`,
  });
});

function run(...args: string[]): Promise<RunOutcome> {
  return runSvc(['run', ...args], { cwd: clone, env: { HOME: home }, timeout: 60_000 });
}

async function config(text: string): Promise<void> {
  await writeFile(join(clone, 'service.yaml'), text);
}

async function expectUntouched(): Promise<void> {
  expect((await readdir(outside)).sort()).toEqual(['id_rsa', 'settings.yaml']);
  expect(await readFile(join(outside, 'id_rsa'), 'utf8')).toBe(KEY);
}

describe('history.path of service.yaml', () => {
  it.each([
    ['an absolute path', () => join(outside, 'id_rsa')],
    ['a link to nothing', () => 'dangling.db'],
    ['a link beside it', () => 'beside.db'],
  ])('never leads outside: %s', async (_what, path) => {
    await symlink(join(outside, 'new.db'), join(clone, 'dangling.db'));
    await symlink(join(outside, 'new.db'), join(clone, 'beside.db-wal'));
    await config(`history: { path: ${path()} }\n`);
    const { code, stderr } = await run('b.http');
    await expectUntouched();
    expect(code).toBe(0);
    expect(stderr).toMatch(/^Warning: persistent history is not available: .+\n$/);
    expect(stderr).toContain(path());
  });

  it('moves and writes nothing that is not a history of svc', async () => {
    const notes = join(clone, 'notes.db');
    await writeFile(notes, KEY);
    const foreign = join(clone, 'foreign.db');
    const database = await openDatabase(foreign);
    database.exec('CREATE TABLE notes (id); PRAGMA application_id = 7');
    database.close();
    const before = await readFile(foreign);
    for (const name of ['notes.db', 'foreign.db']) {
      await config(`history: { path: ${name} }\n`);
      expect((await run('b.http')).stderr).toBe(
        `Warning: persistent history is not available: ${name} is not a history of svc\n`,
      );
    }
    expect(await readFile(notes, 'utf8')).toBe(KEY);
    expect((await readFile(foreign)).equals(before)).toBe(true);
    expect((await readdir(clone)).filter((name) => name.includes('.db'))).toEqual(['foreign.db', 'notes.db']);
    // A key that the operator names by mistake stays where it is too.
    const { stderr } = await run('b.http', '--history-db', '../outside/id_rsa');
    expect(stderr).toContain('../outside/id_rsa is not a history of svc');
    await expectUntouched();
  });

  it('may name a pipe, which holds nothing up', async () => {
    if (!makeFifo(join(clone, 'pipe.db'))) return;
    await config('history: { path: pipe.db }\n');
    const { code, stderr } = await run('b.http');
    expect([code, stderr]).toEqual([
      0,
      'Warning: persistent history is not available: pipe.db is not a history of svc\n',
    ]);
  });

  it('inside the workspace and in the folder of the user works', async () => {
    await mkdir(join(clone, 'data'));
    await symlink('data', join(clone, 'inner'));
    for (const path of ['inner/runs.db', join(home, '.svc', 'team.db')]) {
      await config(`history: { path: ${path} }\n`);
      expect(await run('b.http')).toMatchObject({ code: 0, stderr: '' });
    }
    expect(await readdir(join(clone, 'data'))).toContain('runs.db');
    expect(await readdir(join(home, '.svc'))).toContain('team.db');
  });

  it('may not have SQLite remove a file that a planted journal names', async () => {
    const store = join(clone, 'runs.db');
    await config('history: { path: runs.db }\n');
    await run('b.http');
    // Reading moves the waiting run into the store.
    await run('b.http', '--last-failed');
    const database = await openDatabase(store);
    database.exec('PRAGMA journal_mode = DELETE');
    database.close();
    await writeFile(
      `${store}-journal`,
      journalNaming(join(outside, 'id_rsa'), (await stat(store)).size / 4096),
    );
    const { stderr } = await run('b.http');
    await expectUntouched();
    expect(stderr).toContain('runs.db is not a history of svc');
  });
});

/** A rollback journal without pages whose last record names a file that belongs to it. */
function journalNaming(path: string, pages: number): Buffer {
  const magic = Buffer.from('d9d505f920a163d7', 'hex');
  const head = Buffer.alloc(512);
  magic.copy(head);
  head.writeUInt32BE(pages, 16);
  head.writeUInt32BE(512, 20);
  head.writeUInt32BE(4096, 24);
  const name = Buffer.from(path);
  const end = Buffer.alloc(8);
  end.writeUInt32BE(name.length, 0);
  end.writeUInt32BE([...name].reduce((sum, byte) => sum + byte, 0) >>> 0, 4);
  const page = Buffer.from('fffffffe', 'hex');
  return Buffer.concat([head, page, name, end, magic]);
}

describe('what service.yaml names for reading', () => {
  it.each([
    ['envFile by a link', 'envFile: linked.env'],
    ['tls.clientCert by a link', 'tls: { clientCert: linked.env }'],
    ['coverage.openapi', 'coverage: { openapi: ../outside/id_rsa }'],
  ])('never lies outside: %s', async (_what, text) => {
    await symlink(join(outside, 'id_rsa'), join(clone, 'linked.env'));
    await config(`${text}\n`);
    const { code, stdout, stderr } = await run('.', ...(text.startsWith('coverage') ? ['--coverage'] : []));
    expect(code).toBe(3);
    expect(stderr).toMatch(/^Error: .*is outside the workspace.*\n$/);
    expect(stdout + stderr).not.toMatch(/BEGIN|canary/);
    expect(stderr).not.toContain(outside);
  });

  it('may be a pipe, which holds nothing up', async () => {
    if (!makeFifo(join(clone, 'pipe'))) return;
    for (const text of ['envFile: pipe', 'coverage: { openapi: pipe }']) {
      await config(`${text}\n`);
      const { code, stderr } = await run('b.http', ...(text.startsWith('coverage') ? ['--coverage'] : []));
      expect([code, stderr]).toEqual([3, expect.stringMatching(/^Error: .*pipe: it is not a regular file/)]);
    }
  });

  it('is read inside the workspace, also through a link', async () => {
    writeFiles(clone, { 'conf/own.env': 'WORD=own\n' });
    await symlink('conf/own.env', join(clone, '.env'));
    await config('envFile: .env\n');
    expect(await run('a.http')).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('service.yaml itself', () => {
  it('that is a link out of the workspace is refused, and nothing of its target is shown', async () => {
    await symlink(join(outside, 'id_rsa'), join(clone, 'service.yaml'));
    for (const command of ['run', 'validate']) {
      const { code, stdout, stderr } = await runSvc([command, '.'], { cwd: clone, env: { HOME: home } });
      expect(stdout + stderr).not.toMatch(/BEGIN|canary/);
      expect([command, code]).toEqual([command, 3]);
      expect(stdout + stderr).toMatch(/service\.yaml:? (?:it )?is a link that leads outside the workspace/);
    }
  });

  it('that is a link within the workspace, or one that the operator names, is used', async () => {
    writeFiles(clone, {
      'conf/inner.yaml': 'defaultEnvironment: qa\nenvironments: { qa: { WORD: x } }\n',
    });
    await symlink('conf/inner.yaml', join(clone, 'service.yaml'));
    expect(await run('a.http')).toMatchObject({ code: 0, stderr: '' });
    expect(await run('b.http', '--config', '../outside/settings.yaml')).toMatchObject({
      code: 0,
      stderr: '',
    });
  });

  it('may come through a pipe, also from somebody who writes slowly', async () => {
    const first = "printf 'defaultEnvironment: qa\\n'";
    const rest = "printf 'environments: { qa: { WORD: piped } }\\n'";
    const reader = `"${process.execPath}" "${builtMain}" run a.http --config /dev/stdin`;
    const script = `{ ${first}; sleep 0.4; ${rest}; } | ${reader}`;
    const outcome = await runProgram('sh', ['-c', script], { cwd: clone, env: { HOME: home } });
    expect(outcome).toMatchObject({ code: 0, stderr: '' });
  });
});

it('Ctrl-C ends the waiting for a pipe that the operator named', async () => {
  const pipe = join(clone, 'pipe');
  if (!makeFifo(pipe)) return;
  const svc = startSvc(['run', 'b.http', '--config', 'pipe'], { cwd: clone, env: { HOME: home } });
  // Somebody writes, but nothing yet: that is possible as soon as the program reads.
  let writer: number | undefined;
  await svc.until(() => (writer = openWriter(pipe)) !== undefined);
  svc.send('SIGINT');
  expect((await svc.ended).code).toBe(130);
  closeSync(writer ?? -1);
});

/** Undefined while nobody reads. */
function openWriter(pipe: string): number | undefined {
  try {
    return openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
}

describe('request files that are links', () => {
  it('lead nowhere outside, and nothing of a target is shown', async () => {
    await symlink(join(outside, 'id_rsa'), join(clone, 'key.http'));
    await symlink('../outside/settings.yaml', join(clone, 'z.http'));
    for (const args of [
      ['run', '.'],
      ['run', 'key.http'],
      ['fmt', '--check', '.'],
    ]) {
      const { code, stdout, stderr } = await runSvc(args, { cwd: clone, env: { HOME: home } });
      expect([args, code]).toEqual([args, expect.not.stringMatching(/^0$/)]);
      expect(stdout + stderr, args.join(' ')).not.toMatch(/BEGIN|canary|OPENSSH/);
      expect(stdout + stderr).toContain('key.http');
    }
  });
});
