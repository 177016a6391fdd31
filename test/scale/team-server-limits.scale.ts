/** Team databases that cannot take more: no connections, no disk, or only a copy of another one. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { temporaryWorkspace } from '../support/files/workspace.js';
import { runInProcess } from '../support/program/in-process-svc.js';
import type { RunOutcome } from '../support/program/run-svc.js';
import { loopback } from '../support/runs/run-requests.js';
import { startTeamDatabase, type TeamDatabase } from '../support/servers/team-database.js';

let database: TeamDatabase;

beforeAll(async () => {
  database = await startTeamDatabase();
}, 120_000);

afterAll(() => database?.stop());

describe('a server at its limits', () => {
  async function place(body = 'ok'): Promise<(url: string, ...args: string[]) => Promise<RunOutcome>> {
    const { url } = await loopback((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/plain' }).end(body);
      return undefined;
    });
    const cwd = await temporaryWorkspace({
      'a.http': `### a\n# @data rows.csv\nGET ${url}/{{row.n}}\n`,
      'rows.csv': `n\n${Array.from({ length: 300 }, (_, index) => `${index}\n`).join('')}`,
    });
    return (team, ...args) => runInProcess(args, { cwd, env: { HOME: cwd, SVC_HISTORY_URL: team } });
  }

  it('that takes no more connections is asked for 5 s, then the run waits', async () => {
    const svc = await place();
    const url = await database.create();
    await svc(url, 'history', 'migrate');
    await database.query("create role crowd login password 'x' connection limit 0", url);
    await database.query('grant usage on schema svc to crowd', url);
    await database.query('grant select, insert on all tables in schema svc to crowd', url);
    const { host, pathname } = new URL(url);
    const crowded = `postgres://crowd:x@${host}${pathname}`;
    const { code, stderr } = await svc(crowded, 'run', 'a.http');
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^Warning: the team history cannot be reached \(\S+ too many connections for role "crowd"\); runs are kept here and handed in later \(1 waiting\)\n$/,
    );
    await database.query('alter role crowd connection limit -1', url);
    expect((await svc(crowded, 'history', 'push')).stdout).toBe('handed in 1, 0 left\n');
  });

  it('whose disk is full keeps nothing of the run, which waits', async () => {
    const full = await startTeamDatabase({ maxFileBytes: 20 * 1024 * 1024 });
    try {
      // Bytes that cannot be compressed, more than one file of the server may have.
      const svc = await place(randomBytes(60_000).toString('base64').slice(0, 65_000));
      const url = await full.create();
      expect((await svc(url, 'history', 'migrate')).stdout).toBe('migrated from 0 to 1\n');
      let filled: RunOutcome;
      let runs = 0;
      do {
        filled = await svc(url, 'run', 'a.http');
        runs += 1;
      } while (filled.stderr === '' && runs < 10);
      expect(filled.code).toBe(0);
      expect(filled.stderr).toMatch(
        /^Warning: the team history cannot be reached \(\S+ could not .*\); runs are kept here and handed in later \(1 waiting\)\n$/,
      );
      const broken =
        'select id from svc.runs where total <> (select count(*) from svc.results where run_id = runs.id)';
      expect(await full.query(broken)).toEqual([]);
      expect(
        await full.query('select 1 from svc.results where run_id not in (select id from svc.runs)'),
      ).toEqual([]);
      const [stored] = await full.query('select count(*)::int as n from svc.runs');
      expect(stored?.['n']).toBe(runs - 1);
    } finally {
      await full.stop();
    }
  });

  it('that only follows another one can be read, and runs wait', async () => {
    const standby = await startTeamDatabase({ own: true });
    try {
      const svc = await place();
      await svc(await standby.create(), 'run', 'a.http');
      const url = await standby.becomeStandby();
      const { code, stderr } = await svc(url, 'run', 'a.http');
      expect([code, stderr]).toEqual([
        0,
        expect.stringMatching(
          /^Warning: the team history cannot be reached \(\S+ cannot execute pg_current_xact_id\(\) during recovery\); runs are kept here and handed in later \(1 waiting\)\n$/,
        ),
      ]);
      expect((await svc(url, 'history', 'status')).stdout).toMatch(/\nruns {7}1\n/);
    } finally {
      await standby.stop();
    }
  });
});
