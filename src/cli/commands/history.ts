import { ServiceError } from '../../errors.js';
import type { PersistedRun } from '../../history/queries/persisted-run.js';
import type { StressRunSummary } from '../../history/queries/stress-run.js';
import type { HistorySettingsRequest } from '../../operations/settings/run-settings.js';
import { printableLine } from '../../primitives/printable.js';
import { defineCommand, type Invocation } from '../command/command.js';
import { settingsFromFlags } from '../command/settings-from-flags.js';
import { flagGroup } from '../flags/flag.js';
import { RUN_FLAGS } from '../flags/run-flags.js';
import { numberFlag, textFlag, wordFlag } from '../flags/value-flags.js';
import { EXIT } from '../process/exit-code.js';

const STORE_FLAGS = flagGroup('History', {
  config: RUN_FLAGS.config,
  'history-db': RUN_FLAGS['history-db'],
});

const UNAVAILABLE = [EXIT.input, 'the history cannot be used'] as const;
const NOTHING_TO_DO = 'the history is a file on this machine, so there is nothing to do\n';

function settingsRequest({
  flags,
  context,
  terminal,
}: Pick<Invocation<typeof STORE_FLAGS>, 'flags' | 'context' | 'terminal'>): HistorySettingsRequest {
  return {
    cwd: context.cwd,
    process: context.env,
    overrides: settingsFromFlags(flags),
    config: flags.config,
    onWarning: (message) => terminal.warning(message),
  };
}

export const historyStatus = defineCommand({
  arguments: [],
  flags: STORE_FLAGS,
  examples: ['svc history status'],
  exitCodes: [[EXIT.ok, 'the history can be used'], UNAVAILABLE],
  async run(invocation) {
    const { readHistoryStatus } = await import('../../operations/runs/manage-history.js');
    const { terminal } = invocation;
    const { store, workspace, facts, problem, spooled } = await readHistoryStatus(
      settingsRequest(invocation),
    );
    const rows: readonly (readonly [string, string | number | undefined])[] = [
      ['store', store],
      ['workspace', workspace],
      ['schema', facts?.schema],
      ['runs', facts?.runs],
      ['load tests', facts?.loadTests],
      ['oldest', facts && (facts.oldest === undefined ? 'none' : new Date(facts.oldest).toISOString())],
      ['spooled', spooled],
    ];
    const shown = rows.filter(([, value]) => value !== undefined);
    await terminal.report(
      shown.map(([name, value]) => `${name.padEnd(11)}${printableLine(String(value))}\n`).join(''),
    );
    if (problem === undefined) return EXIT.ok;
    await terminal.error(problem);
    return EXIT.input;
  },
});

const KINDS = ['runs', 'stress'] as const;
const FORMATS = ['console', 'json'] as const;
const DEFAULT_LIMIT = 20;

export const historyList = defineCommand({
  arguments: [],
  flags: {
    kind: wordFlag('what to list', KINDS, { value: 'kind', shownDefault: 'runs' }),
    limit: numberFlag(
      'how many, the newest first',
      { type: 'integer', minimum: 1, maximum: 100 },
      { shownDefault: String(DEFAULT_LIMIT) },
    ),
    output: wordFlag('format', FORMATS, { short: 'o', value: 'format', shownDefault: 'console' }),
    ...STORE_FLAGS,
  },
  examples: ['svc history list', 'svc history list --kind stress --limit 5 -o json'],
  exitCodes: [[EXIT.ok, 'everything was listed'], UNAVAILABLE],
  async run(invocation) {
    const { listHistory } = await import('../../operations/runs/manage-history.js');
    const { flags, terminal } = invocation;
    const { kind = 'runs', limit = DEFAULT_LIMIT } = flags;
    const request = settingsRequest(invocation);
    if (kind === 'runs') {
      const page = await listHistory(request, 'runs', limit);
      if (flags.output === 'json') await terminal.json(`${JSON.stringify(page)}\n`);
      else await terminal.report(table(RUN_HEAD, page.runs.map(runCells)));
    } else {
      const page = await listHistory(request, 'stress', limit);
      if (flags.output === 'json') await terminal.json(`${JSON.stringify(page)}\n`);
      else await terminal.report(table(TEST_HEAD, page.runs.map(testCells)));
    }
    return EXIT.ok;
  },
});

export const historyPush = defineCommand({
  arguments: [],
  flags: STORE_FLAGS,
  examples: ['svc history push'],
  exitCodes: [
    [EXIT.ok, 'everything was handed in, or nothing waited'],
    [EXIT.input, 'the team history cannot be used; what is left still waits'],
  ],
  async run(invocation) {
    const { pushHistory } = await import('../../operations/runs/manage-history.js');
    const { terminal } = invocation;
    const pushed = await pushHistory(settingsRequest(invocation));
    if (pushed === undefined) {
      await terminal.report(NOTHING_TO_DO);
      return EXIT.ok;
    }
    const { handedIn, left, problem } = pushed;
    await terminal.report(`handed in ${handedIn}, ${left} left\n`);
    if (problem === undefined) return EXIT.ok;
    await terminal.error(problem);
    return EXIT.input;
  },
});

export const historyMigrate = defineCommand({
  arguments: [],
  flags: {
    'grant-write': textFlag('database role that may then write, read and delete runs', { value: 'role' }),
    'grant-read': textFlag('database role that may then read runs', { value: 'role' }),
    ...STORE_FLAGS,
  },
  examples: ['svc history migrate', 'svc history migrate --grant-write ci --grant-read everybody'],
  exitCodes: [
    [EXIT.ok, 'the tables are up to date'],
    [EXIT.input, 'the tables cannot be made or updated'],
  ],
  async run(invocation) {
    const { migrateHistory } = await import('../../operations/runs/manage-history.js');
    const { flags, terminal } = invocation;
    const { 'grant-write': write, 'grant-read': read } = flags;
    const roles = (role: string | undefined): readonly string[] => (role === undefined ? [] : [role]);
    const grants = { grantWrite: roles(write), grantRead: roles(read) };
    const migrated = await migrateHistory(settingsRequest(invocation), grants);
    if (migrated === undefined) {
      if (write !== undefined || read !== undefined) {
        throw new ServiceError('usage', '--grant-write and --grant-read need a team history');
      }
      await terminal.report(NOTHING_TO_DO);
      return EXIT.ok;
    }
    const { from, to } = migrated;
    const done = from === to ? `schema ${to}, nothing to do` : `migrated from ${from} to ${to}`;
    await terminal.report(`${done}\n`);
    return EXIT.ok;
  },
});

type Cells = readonly (string | number)[];

const RUN_HEAD = ['ID', 'STARTED', 'FILE', 'ENVIRONMENT', 'PASSED', 'FAILED', 'SKIPPED', 'BY'] as const;

function runCells(run: PersistedRun): Cells {
  const { id, startedAt, filePath, environment, passed, failed, skipped, actor = '' } = run;
  return [id, startedAt, filePath, environment, passed, failed, skipped, actor];
}

const TEST_HEAD = ['ID', 'STARTED', 'LABEL', 'FILES', 'REQUESTS', 'ERRORS', 'P95', 'BY'] as const;

function testCells(test: StressRunSummary): Cells {
  const { id, startedAt, label, files, totalRequests, errorCount, p95Ms, actor = '' } = test;
  return [id, startedAt, label, files.join(', '), totalRequests, errorCount, `${p95Ms}ms`, actor];
}

function table(head: readonly string[], rows: readonly Cells[]): string {
  const texts = [head, ...rows.map((cells) => cells.map((cell) => printableLine(String(cell))))];
  const widths = head.map((_, column) => Math.max(...texts.map((cells) => cells[column]?.length ?? 0)));
  return texts
    .map(
      (cells) =>
        `${cells
          .map((cell, column) => cell.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('');
}
