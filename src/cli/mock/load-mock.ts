import { ServiceError } from '../../errors.js';
import type { MockRoute } from '../../mock/mock-routes.js';
import { loadFiles } from '../../operations/files/load-files.js';
import { prepareMock } from '../../operations/mocks/prepare-mock.js';
import { loadRunSettings } from '../../operations/settings/run-options.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import { knownSecrets } from '../../runner/run.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import { workspaceFileAccess } from '../../runner/workspace-file-access.js';
import type { Invocation } from '../command/command.js';
import { givenSettings } from '../command/given-settings.js';
import type { MOCK_FLAGS } from '../flags/mock-flags.js';

export type MockInvocation = Invocation<typeof MOCK_FLAGS>;

export interface LoadedMock {
  readonly routes: readonly MockRoute[];
  /** About the settings; those about responses stand with their routes. */
  readonly warnings: readonly string[];
  readonly secrets: SecretSet;
}

export interface LoadListener {
  /** Told the config and the dotenv file before they are read, absolute. */
  readonly onInput: (path: string) => void;
  readonly onFiles: (files: readonly RunnableFile[]) => void;
}

/** From the command line to routes; throws when anything is wrong with a file. */
export async function loadMock(
  invocation: MockInvocation,
  listener: LoadListener,
  signal: AbortSignal,
): Promise<LoadedMock> {
  const { flags, positionals, context } = invocation;
  const { cwd, env: process } = context;
  const [settings, { files, problems }] = await Promise.all([
    loadRunSettings({
      cwd,
      paths: positionals,
      process,
      given: givenSettings(flags),
      config: flags.config,
      variables: flags.variable,
      onInput: listener.onInput,
    }),
    loadFiles(positionals, cwd),
  ]);
  listener.onFiles(files);
  const errors = [...problems, ...files.flatMap(errorLines)];
  if (errors.length > 0) throw new ServiceError('request-file', errors.join('\n'));
  const secrets = knownSecrets(settings.options, files);
  const { readFile } = workspaceFileAccess({ root: settings.root, shownFrom: cwd });
  const routes = await prepareMock({
    files,
    named: positionals,
    options: settings.options,
    process,
    readFile,
    secrets,
    delay: flags.delay ?? 0,
    strict: flags.strict,
    signal,
  });
  return { routes, warnings: settings.warnings, secrets };
}

function errorLines({ file, shown }: RunnableFile): string[] {
  return file.diagnostics
    .filter(({ severity }) => severity === 'error')
    .map(({ line, column, message }) => `${shown}:${line}:${column}: ${message}`);
}
