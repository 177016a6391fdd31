import { withCheckedScripts } from '../../operations/files/untranslated-scripts.js';
import { ServiceError } from '../../errors.js';
import type { MockRoute } from '../../mock/mock-route.js';
import { loadFiles } from '../../operations/files/load-files.js';
import { listFilesOfRun, type FileWatch } from '../../operations/files/watch-files.js';
import { prepareMock } from '../../operations/mocks/prepare-mock.js';
import { withClientValues } from '../../operations/settings/client-source.js';
import { loadRunSettings } from '../../operations/settings/run-settings.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import { knownSecrets } from '../../runner/prepare/known-secrets.js';
import { errorLines } from '../../runner/plan/problem-detail.js';
import { workspaceFileAccess } from '../../runner/workspace-file-access.js';
import { workspaceRoot } from '../../workspace/config/config-search.js';
import type { Invocation } from '../command/command.js';
import { clientChoice, requestSettings } from '../command/settings-from-flags.js';
import type { MOCK_FLAGS } from '../flags/mock-flags.js';

export type MockInvocation = Invocation<typeof MOCK_FLAGS>;

export interface LoadedMock {
  readonly routes: readonly MockRoute[];
  /** Warnings about the settings; those about responses are attached to their routes. */
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
  readonly secrets: SecretSet;
}

/** Loads the routes of the files, which are watched from then on; throws for any error in a file. */
export async function loadMock(
  invocation: MockInvocation,
  watch: FileWatch | undefined,
  signal: AbortSignal,
): Promise<LoadedMock> {
  const { flags, positionals, context } = invocation;
  const { cwd, env: process } = context;
  const search = { named: flags.config, cwd, firstPath: positionals[0] };
  const loading = loadFiles(positionals, cwd, workspaceRoot(search));
  const [settings, { files: loaded, problems }] = await Promise.all([
    loadRunSettings({
      ...requestSettings(invocation),
      variables: flags.variable,
      client: clientChoice(flags, loading),
      onInput: (path) => watch?.include([path]),
    }),
    loading,
  ]);
  const files = await withClientValues(withCheckedScripts(loaded, settings), settings);
  watch?.include(files.flatMap(listFilesOfRun));
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
  return { routes, warnings: settings.warnings, notes: settings.notes, secrets };
}
