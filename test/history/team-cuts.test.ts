import { afterAll, beforeAll, it } from 'vitest';
import { startTeamDatabase, type TeamDatabase } from '../support/servers/team-database.js';
import { cutEverywhere } from './team-cuts.js';

let database: TeamDatabase;

beforeAll(async () => {
  database = await startTeamDatabase();
}, 120_000);

afterAll(() => database?.stop());

it('a connection to the team history that ends loses no run and stores none twice', async () => {
  const url = await database.create();
  await cutEverywhere(() => ({ database, url, role: 'command', schema: 'svc' }), { step: 10, ways: 1 });
}, 60_000);
