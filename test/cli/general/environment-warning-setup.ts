import { expect, it } from 'vitest';
import { temporaryWorkspace } from '../../support/files/workspace.js';
import { runInProcess, startInProcess } from '../../support/program/in-process-svc.js';
import type { RunOptions, RunOutcome } from '../../support/program/run-svc.js';
import { deadUrl } from '../../support/servers/dead-url.js';

export const CONFIG = 'environments: { staging: { who: ada }, prod: { who: bob } }\n';
export const UNDEFINED =
  'environment "stagin" is not defined; did you mean "staging"? Defined: staging, prod';

/** How each command that takes `--env` is called; `{url}` is an address where nothing listens. */
export const CALLS = new Map([
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

export const ways: (readonly [
  string,
  (args: readonly string[]) => readonly string[],
  Record<string, string>,
])[] = [
  ['--env', (args) => [...args, '--env', 'stagin'], {}],
  ['SVC_ENV', (args) => args, { SVC_ENV: 'stagin' }],
];

/** Runs until it listens, then stops it; what it has to say comes before that. */
export async function runAndStop(args: readonly string[], options: RunOptions): Promise<RunOutcome> {
  const svc = startInProcess(args, options);
  await svc.until(() => /^Listening on /m.test(svc.stdout() + svc.stderr()));
  svc.send('SIGTERM');
  return svc.ended;
}

/** A test for each command that takes an environment: a server starts, everything else is refused. */
export function refusesInEachCommand(given: typeof ways): void {
  for (const [way, withName, env] of given) {
    it.each([...CALLS])(`is named by svc %s, by ${way}`, async (command, args) => {
      const url = await deadUrl();
      const cwd = await temporaryWorkspace({ 'service.yaml': CONFIG, 'a.http': `GET ${url}/\n` });
      const words = withName(args.map((word) => word.replace('{url}', url)));
      const { code, stderr } = await (command === 'serve' ? runAndStop : runInProcess)(words, { cwd, env });
      expect([code, stderr.split(UNDEFINED).length]).toEqual([command === 'serve' ? 0 : 64, 2]);
    });
  }
}
