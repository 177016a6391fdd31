import { ServiceError } from '../../errors.js';
import type { MockRoute } from '../../mock/mock-routes.js';
import { loadFiles } from '../../operations/files/load-files.js';
import { prepareMock } from '../../operations/mocks/prepare-mock.js';
import { loadRunSettings } from '../../operations/settings/run-settings.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import { knownSecrets } from '../../runner/run.js';
import { errorLines } from '../../runner/plan/error-lines.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import { workspaceFileAccess } from '../../runner/workspace-file-access.js';
import type { Invocation } from '../command/command.js';
import { requestSettings } from '../command/settings-from-flags.js';
import type { MOCK_FLAGS } from '../flags/mock-flags.js';

export type MockInvocation = Invocation<typeof MOCK_FLAGS>;

export interface LoadedMock {
  readonly routes: readonly MockRoute[];
  /** Warnings about the settings; those about responses are attached to their routes. */
  readonly warnings: readonly string[];
  readonly secrets: SecretSet;
}

export interface LoadListener {
  /** Called with the absolute paths of the config and the dotenv file before they are read. */
  readonly onInput: (path: string) => void;
  readonly onFiles: (files: readonly RunnableFile[]) => void;
}

/** Loads the routes of the files; throws for any error in a file. */
export async function loadMock(
  invocation: MockInvocation,
  listener: LoadListener,
  signal: AbortSignal,
): Promise<LoadedMock> {
  const { flags, positionals, context } = invocation;
  const { cwd, env: process } = context;
  const [settings, { files, problems }] = await Promise.all([
    loadRunSettings({
      ...requestSettings(invocation),
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
