import { nodeOnPath, secretFiles, type SecretEntryText } from '../../support/program/secret-program.js';
import { run, type Results } from '../support/run-results.js';

export const ONE = (url: string): string => `### one\nGET ${url}/\nX-Token: {{apiToken}}\n`;
export const ALLOW = ['--allow-secret-commands'];

export function runWith(
  entries: readonly SecretEntryText[],
  text: string,
  args: readonly string[] = ALLOW,
  {
    env,
    files,
    config,
  }: { env?: Record<string, string>; files?: Record<string, string>; config?: string } = {},
): Promise<Results> {
  return run({ 'a.http': text, ...secretFiles(entries, config), ...files }, args, {
    ...nodeOnPath(),
    ...env,
  });
}
