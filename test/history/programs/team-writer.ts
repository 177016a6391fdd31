/** Stores runs one after the other in a team history and says when each is stored. */
import { writeSync } from 'node:fs';
import { TeamStore } from '../../../src/history/team/team-store.js';
import { loadHistorySettings } from '../../../src/operations/settings/run-settings.js';
import { rowsOf, run } from '../../support/runs/stored-runs.js';

const [home = '', name = '', count = '0', keepRuns = '1000000'] = process.argv.slice(2);
const { history } = await loadHistorySettings({
  cwd: home,
  process: { ...process.env, HOME: home },
  overrides: {},
});
if (history?.team === undefined) throw new Error('there is no team history');
const options = { team: history.team, role: 'command', keepRuns: Number(keepRuns), retryDelayMs: 0 } as const;
const print = (line: string): void => void writeSync(1, `${line}\n`);
const store = new TeamStore(options, (message) => print(`warning ${message}`));
for (let index = 0; index < Number(count); index += 1) {
  const environment = `${name}-${index}`;
  const startedAt = Date.now();
  const started = performance.now();
  const [id] = await store.query('add', rowsOf(run({ environment, startedAt })));
  print(`done ${environment} ${String(id)} ${performance.now() - started} ${startedAt}`);
}
await store.close();
