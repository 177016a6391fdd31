import { expect } from 'vitest';
import { nodeOnPath, secretFiles, type SecretEntryText } from '../../support/program/secret-program.js';
import { startServer, type RunningServer } from '../../support/servers/running-server.js';

export const ALLOW = '--allow-secret-commands';
export const CONFIG = 'environments: { dev: {}, staging: {} }\n';

export interface RunResult {
  readonly results: readonly {
    readonly passed: boolean;
    readonly error?: string;
    readonly errorKind?: string;
  }[];
}

export async function start(
  entries: readonly SecretEntryText[],
  args: readonly string[],
  target: string,
): Promise<RunningServer> {
  const text = `### one\nGET ${target}/\nX-Token: {{apiToken}}\n`;
  return startServer({
    files: { 'a.http': text, ...secretFiles(entries, CONFIG) },
    args: [...args],
    env: nodeOnPath(),
  });
}

export async function execute(
  server: RunningServer,
  environment = 'dev',
): Promise<RunResult['results'][number]> {
  const response = await server.call('POST', '/execute', { json: { file: 'a.http', environment } });
  expect(response.status, response.text).toBe(200);
  const [result] = (response.json as RunResult).results;
  if (!result) throw new Error('there is no result');
  return result;
}
