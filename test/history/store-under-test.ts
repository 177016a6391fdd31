import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openHistory } from '../../src/history/open-history.js';
import type { PersistedRunDetail, RunPage } from '../../src/history/queries/persisted-run.js';
import type { TeamSettings } from '../../src/history/team/team-settings.js';
import { historyWorkspace } from '../../src/operations/settings/history-settings.js';
import { loadHistorySettings } from '../../src/operations/settings/run-settings.js';

/** A kind of history that the same tests run against. */
export interface StoreUnderTest {
  /** Whether lists and deletions are limited to a workspace by themselves. */
  readonly isTeam: boolean;
  /** Fields of runs beyond those that every store has. */
  readonly runFields: readonly string[];
  /** Variables of processes that use a new, empty store. */
  readonly env: () => Promise<Readonly<Record<string, string>>>;
  /** Everything that the store of that home directory has written, as text. */
  readonly contents: (home: string) => Promise<string>;
}

export const SQLITE: StoreUnderTest = {
  isTeam: false,
  runFields: [],
  env: async () => ({}),
  contents: filesOf,
};

/** The bytes of all files of svc in a home directory. */
export async function filesOf(home: string): Promise<string> {
  const folder = join(home, '.svc');
  const names = await readdir(folder, { recursive: true }).catch(() => []);
  const contents = names.map((name) => readFile(join(folder, name), 'latin1').catch(() => ''));
  return (await Promise.all(contents)).join('');
}

/** The stored runs of a workspace with their results, the oldest first. */
export async function readStore(
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<readonly PersistedRunDetail[]> {
  const process = { HOME: cwd, ...env };
  const { history, root } = await loadHistorySettings({ cwd, process, overrides: {} });
  if (history === undefined) throw new Error('there is no history');
  const store = openHistory({ ...history, onWarning: () => undefined });
  const parse = (line: Uint8Array | undefined): unknown =>
    JSON.parse(Buffer.from(line ?? []).toString('utf8'));
  try {
    const workspace = historyWorkspace(history, root);
    const { runs } = parse(await store.query('list', { workspace, limit: 100 })) as RunPage;
    const details = await Promise.all(runs.map(({ id }) => store.query('detail', id, workspace)));
    return details.map((line) => parse(line) as PersistedRunDetail).reverse();
  } finally {
    await store.close();
  }
}

export async function teamOf(url: string, home: string): Promise<TeamSettings> {
  const process = { HOME: home, SVC_HISTORY_URL: url };
  const { history } = await loadHistorySettings({ cwd: home, process, overrides: {} });
  if (history?.team === undefined) throw new Error('there is no team history');
  return history.team;
}
