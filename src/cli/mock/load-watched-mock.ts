import type { LoadedFiles } from '../../operations/files/load-files.js';
import { listFilesOfRun, type FileWatch } from '../../operations/files/watch-files.js';
import { loadMock, type LoadedMock } from '../../operations/mocks/load-mock.js';
import { loadMockFiles } from '../../operations/mocks/mock-paths.js';
import { workspaceRoot } from '../../workspace/config/config-search.js';
import type { Invocation } from '../command/command.js';
import { clientChoice, requestSettings } from '../command/settings-from-flags.js';
import type { MOCK_FLAGS } from '../flags/mock-flags.js';

export type MockInvocation = Invocation<typeof MOCK_FLAGS>;

export function isStateful({ stateful, state }: MockInvocation['flags']): boolean {
  return stateful || state !== undefined;
}

/**
 * Loads the routes of the files, which are watched from then on; throws for any error in a file, and without a route
 * unless there need not be any.
 */
export async function loadWatchedMock(
  invocation: MockInvocation,
  watch: FileWatch | undefined,
  signal: AbortSignal,
  mayBeEmpty = false,
): Promise<LoadedMock> {
  const { flags, positionals, context } = invocation;
  const { cwd, env: process } = context;
  const findRoot = workspaceRoot({ named: flags.config, cwd, firstPath: positionals[0] });
  // Without files, everything is passed on.
  const isEmpty = positionals.length === 0;
  const loading = isEmpty ? Promise.resolve(NO_FILES) : loadMockFiles(positionals, cwd, findRoot);
  return loadMock({
    paths: positionals,
    cwd,
    process,
    settings: {
      ...requestSettings(invocation),
      variables: flags.variable,
      client: clientChoice(flags, loading),
      fixed: { skipUnsupported: flags['skip-unsupported'] },
      onInput: (path) => watch?.include([path]),
    },
    loading,
    delay: flags.delay ?? 0,
    strict: flags.strict,
    stateful: isStateful(flags),
    template: flags.template,
    strictMatch: flags['strict-match'],
    mayBeEmpty: mayBeEmpty || isEmpty,
    signal,
    onFiles: (files) => watch?.include(files.flatMap(listFilesOfRun)),
    onDescription: (read) => watch?.include(read),
  });
}

const NO_FILES: LoadedFiles = { files: [], problems: [] };
