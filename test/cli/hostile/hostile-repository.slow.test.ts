import { lstatSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { COMMANDS } from '../../../src/cli/commands/all-commands.js';
import type { CommandGroup } from '../../../src/cli/command/command.js';
import { runSvc, type RunOutcome } from '../../support/program/run-svc.js';
import {
  hostileWorld,
  OUTSIDE_SECRET,
  ownFiles,
  worldOutside,
  type HostileWorld,
} from '../support/hostile-clone.js';
import { FILE_ROWS } from '../support/hostile-file-rows.js';
import type { HostileRow } from '../support/hostile-row.js';
import { RUNNING_ROWS } from '../support/hostile-run-rows.js';
import { SERVER_ROWS } from '../support/hostile-server-rows.js';
import { TEAM_ROWS } from '../support/hostile-team-rows.js';
import { useSvc } from '../support/live-command.js';

/** A command that takes longer hangs. */
const TIMEOUT_MS = 20_000;
const AT_ONCE = 4;
/** Those that take longest first. */
const ROWS = [...SERVER_ROWS, ...RUNNING_ROWS, ...FILE_ROWS, ...TEAM_ROWS];

interface Outcome {
  readonly run: RunOutcome;
  /** What could not be asked of a server. */
  readonly failure: unknown;
  readonly before: Readonly<Record<string, string>>;
  readonly after: Readonly<Record<string, string>>;
  readonly own: readonly string[];
  readonly isRegular: Readonly<Record<string, boolean>>;
}

const outcomes = new Map<HostileRow, Outcome>();
let server: Server;
let url = '';

beforeAll(async () => {
  server = createServer((_, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{"id": 1}');
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const waiting = [...ROWS];
  const work = async (): Promise<void> => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift())
      outcomes.set(row, await attack(row));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}, 120_000);

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

async function attack(row: HostileRow): Promise<Outcome> {
  const world = await hostileWorld(url);
  try {
    if (row.config) writeFileSync(join(world.clone, 'service.yaml'), row.config(world));
    row.plant?.(world);
    const before = worldOutside(world);
    const { run, failure } = await start(row, world);
    const replaced = row.replaced ?? [];
    const isRegular = Object.fromEntries(
      replaced.map((name) => [name, lstatSync(join(world.clone, name)).isFile()]),
    );
    return { run, failure, before, after: worldOutside(world), own: ownFiles(world), isRegular };
  } finally {
    await rm(world.base, { recursive: true, force: true });
  }
}

async function start(row: HostileRow, world: HostileWorld): Promise<Pick<Outcome, 'run' | 'failure'>> {
  const args = [...row.command.split(' '), ...row.args(world)];
  const env = { HOME: world.home, USERPROFILE: world.home, ...row.env?.(world) };
  const options = { cwd: world.clone, env, timeout: TIMEOUT_MS };
  const { use } = row;
  if (use === undefined) return { run: await runSvc(args, options), failure: undefined };
  let failure: unknown;
  const run = await useSvc(args, options, (live) =>
    use(live, world).catch((error: unknown) => {
      failure = error;
    }),
  );
  return { run, failure };
}

function commandsOf(group: CommandGroup, before: readonly string[] = []): readonly string[] {
  return group.commands.flatMap((entry) => {
    const path = [...before, entry.name];
    return 'commands' in entry ? commandsOf(entry, path) : [path.join(' ')];
  });
}

/** The history, runs that wait for it, and ports in use. */
const OWN_NAMES =
  /^(?:history\.db(?:-wal|-shm|\.spool(?:[/\\][0-9]{15}-[0-9a-f]{16}\.json)?)?|run(?:[/\\].*)?)$/;

describe('a hostile repository', () => {
  it('meets every command there is', () => {
    const commands = commandsOf(COMMANDS);
    expect(commands.length).toBeGreaterThan(20);
    expect([...new Set(ROWS.map(({ command }) => command))].toSorted()).toEqual(commands.toSorted());
  });

  it.each(ROWS)('changes nothing outside of itself: svc $command, $case', (row) => {
    const outcome = outcomes.get(row);
    if (outcome === undefined) throw new Error('it has not been run');
    const { run, failure, before, after, own, isRegular } = outcome;
    const output = run.stdout + run.stderr;
    expect(after).toEqual(before);
    expect(own.filter((name) => !OWN_NAMES.test(name))).toEqual([]);
    expect(run.signal, `it hung\n${output}`).toBeNull();
    expect(failure, output).toBeUndefined();
    expect(output).not.toContain(OUTSIDE_SECRET);
    expect(output).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m);
    expect([row.code].flat(), output).toContain(run.code);
    if (row.message) expect(output).toMatch(row.message);
    expect(Object.entries(isRegular).filter(([, isFile]) => !isFile)).toEqual([]);
  });
});
