import { afterAll, beforeAll, describe } from 'vitest';
import { startTeamDatabase, type TeamDatabase } from '../support/servers/team-database.js';
import { describeLongHistory } from './history-suite.js';
import { filesOf } from './store-under-test.js';

let database: TeamDatabase;

beforeAll(async () => {
  database = await startTeamDatabase();
}, 120_000);

afterAll(() => database?.stop());

describe('on PostgreSQL', () =>
  describeLongHistory({
    isTeam: true,
    runFields: ['actor', 'host', 'gitCommit', 'gitBranch', 'ciUrl', 'shard'],
    env: async () => ({ SVC_HISTORY_URL: await database.create() }),
    contents: async (home) => (await filesOf(home)) + (await database.contents()),
  }));
