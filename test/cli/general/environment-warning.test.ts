import { describe, expect, it, onTestFinished } from 'vitest';
import type { CommandNode } from '../../../src/cli/command/command.js';
import { COMMANDS } from '../../../src/cli/commands/all-commands.js';
import { deadUrl } from '../../support/servers/dead-url.js';
import { runInProcess, startInProcess } from '../../support/program/in-process-svc.js';
import { connectLsp, spawnLsp } from '../../support/program/lsp-client.js';
import type { RunOptions, RunOutcome } from '../../support/program/run-svc.js';
import { temporaryWorkspace } from '../../support/files/workspace.js';

const CONFIG = 'environments: { staging: { who: ada }, prod: { who: bob } }\n';
const WARNING = 'environment "stagin" is not defined; did you mean "staging"? (defined: staging, prod)';

/** How each command that takes `--env` is called; `{url}` is an address where nothing listens. */
const CALLS = new Map([
  ['run', ['run', 'a.http']],
  ['stress', ['stress', 'a.http', '--rate', '1', '--duration', '1s']],
  ['strength', ['strength', 'a.http']],
  ['mock', ['mock', '--port', '0', 'a.http']],
  ['contract verify', ['contract', 'verify', '--provider', '{url}', 'a.http']],
  ['export curl', ['export', 'curl', 'a.http']],
  ['fetch', ['fetch', 'a.http']],
  ['auth login', ['auth', 'login', 'a.http']],
  ['serve', ['serve', '--port', '0']],
]);

const UNTIL_STOPPED: ReadonlySet<string> = new Set(['mock', 'serve']);

const ways: (readonly [string, (args: readonly string[]) => readonly string[], Record<string, string>])[] = [
  ['--env', (args) => [...args, '--env', 'stagin'], {}],
  ['SVC_ENV', (args) => args, { SVC_ENV: 'stagin' }],
];

describe('an environment that is not defined', () => {
  it('is tested with every command that takes --env', async () => {
    expect((await commandsWithEnv(COMMANDS.commands, '')).sort()).toEqual([...CALLS.keys(), 'lsp'].sort());
  });

  for (const [way, withName, env] of ways) {
    it.each([...CALLS])(`gives a warning in svc %s by ${way}`, async (command, args) => {
      const url = await deadUrl();
      const cwd = await temporaryWorkspace({ 'service.yaml': CONFIG, 'a.http': `GET ${url}/\n` });
      const words = withName(args.map((word) => word.replace('{url}', url)));
      const { stderr } = await (UNTIL_STOPPED.has(command) ? runAndStop : runInProcess)(words, { cwd, env });
      expect(stderr.split(WARNING)).toHaveLength(2);
    });
  }

  it.each(ways)('is shown by the editor of svc lsp, by %s', async (_way, withName, env) => {
    const cwd = await temporaryWorkspace({ 'service.yaml': CONFIG });
    const server = spawnLsp({ cwd, args: withName([]), env });
    onTestFinished(() => void server.child.kill('SIGKILL'));
    const client = await connectLsp(server.child.stdout, server.child.stdin, { folders: [cwd] });
    await expect.poll(client.showMessages).toEqual([`svc: ${WARNING}`]);
    await client.close();
    await server.ended;
    expect(client.showMessages()).toHaveLength(1);
  });

  it('gives none in svc serve with --quiet', async () => {
    const cwd = await temporaryWorkspace({ 'service.yaml': CONFIG });
    const { stderr } = await runAndStop(['serve', '--port', '0', '--env', 'stagin', '--quiet'], { cwd });
    expect(stderr).toBe('');
  });

  it('gives none in svc serve while no environment is defined', async () => {
    const cwd = await temporaryWorkspace({ 'service.yaml': 'timeout: 5000\n' });
    const { stderr } = await runAndStop(['serve', '--port', '0', '--env', 'stagin'], { cwd });
    expect(stderr).toBe('');
  });
});

/** Runs until it listens, then stops it; what it has to say comes before that. */
async function runAndStop(args: readonly string[], options: RunOptions): Promise<RunOutcome> {
  const svc = startInProcess(args, options);
  await svc.until(() => /^(?:Listening|Mock server) on /m.test(svc.stdout() + svc.stderr()));
  svc.send('SIGTERM');
  return svc.ended;
}

async function commandsWithEnv(nodes: readonly CommandNode[], before: string): Promise<string[]> {
  const found = await Promise.all(
    nodes.map(async (node) => {
      const name = before + node.name;
      if (!('load' in node)) return commandsWithEnv(node.commands, `${name} `);
      return 'env' in (await node.load()).flags ? [name] : [];
    }),
  );
  return found.flat();
}
