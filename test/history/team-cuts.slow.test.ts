import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { startTeamDatabase, type TeamDatabase } from '../support/servers/team-database.js';
import { cutEverywhere, type CutPlace } from './team-cuts.js';

let database: TeamDatabase;
let url: string;

beforeAll(async () => {
  database = await startTeamDatabase();
  url = await database.create();
}, 120_000);

afterAll(() => database?.stop());

describe('a connection to the team history that ends at any answer', () => {
  it.each(['command', 'server'] as const)(
    'loses no run of a %s and stores none twice',
    async (role) => {
      await cutEverywhere(() => ({ database, url, role, schema: 'svc' }));
    },
    600_000,
  );

  it('while tables are made', async () => {
    const placeOf = (): CutPlace => {
      const schema = `s_${randomUUID().replaceAll('-', '')}`;
      return { database, url, role: 'command', schema };
    };
    await cutEverywhere(placeOf, { ways: 1 });
  }, 600_000);

  it('while a run of several statements is written', async () => {
    const size = 17 * 1024 * 1024;
    await cutEverywhere(() => ({ database, url, role: 'command', schema: 'svc', size }), {
      step: 3,
      ways: 1,
    });
  }, 600_000);
});
