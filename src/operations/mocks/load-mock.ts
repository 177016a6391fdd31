/** Request files and API descriptions as the routes of a mock server, for the command line and for programs. */
import { ServiceError } from '../../errors.js';
import type { MockRoute } from '../../mock/responses/mock-route.js';
import type { SecretSet } from '../../redaction/secret-set.js';
import { errorLines } from '../../runner/plan/problem-detail.js';
import type { RunOptions } from '../../runner/plan/options.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import { knownSecrets } from '../../runner/prepare/known-secrets.js';
import { workspaceFileAccess } from '../../runner/workspace-file-access.js';
import type { LoadedFiles } from '../files/load-files.js';
import { mockedFiles } from '../files/unsupported-requests.js';
import { filesToRun } from '../settings/files-to-run.js';
import { loadRunSettings, type SettingsRequest } from '../settings/run-settings.js';
import type { LoadedDescription } from './load-description.js';
import { isDescriptionPath } from './mock-paths.js';
import { prepareMock } from './prepare-mock.js';

export interface MockRequest {
  readonly paths: readonly string[];
  readonly cwd: string;
  /** Environment variables of the process. */
  readonly process: Readonly<Record<string, string | undefined>>;
  readonly settings: SettingsRequest;
  readonly loading: Promise<LoadedFiles>;
  /** Milliseconds before each response. */
  readonly delay: number;
  readonly strict: boolean;
  /** Plans what the routes do with what clients send. */
  readonly stateful?: boolean;
  /** Every mock block is a template. */
  readonly template?: boolean;
  /** Plans what each request has to carry, also where one route alone has its method and path. */
  readonly strictMatch?: boolean;
  /** There need not be any route. */
  readonly mayBeEmpty?: boolean;
  readonly signal: AbortSignal;
  /** Called with the files as soon as they are known. */
  readonly onFiles?: (files: readonly RunnableFile[]) => void;
  /** Called with the absolute paths of each API description that was read, and of what it refers to. */
  readonly onDescription?: (paths: readonly string[]) => void;
}

export interface LoadedMock {
  readonly routes: readonly MockRoute[];
  /** Warnings about the settings; those about responses are attached to their routes. */
  readonly warnings: readonly string[];
  readonly notes: readonly string[];
  readonly secrets: SecretSet;
  readonly options: RunOptions;
}

/** Throws for any error in a file. */
export async function loadMock(request: MockRequest): Promise<LoadedMock> {
  const {
    paths,
    cwd,
    process,
    loading,
    delay,
    strict,
    stateful = false,
    strictMatch = false,
    template = false,
    mayBeEmpty = false,
    signal,
  } = request;
  const [settings, { files: loaded, problems }] = await Promise.all([
    loadRunSettings(request.settings),
    loading,
  ]);
  const { files: all } = await filesToRun(loaded, settings);
  request.onFiles?.(all);
  const errors = [...problems, ...all.flatMap(errorLines)];
  if (errors.length > 0) throw new ServiceError('request-file', errors.join('\n'));
  const { files, notes: leftOut } = mockedFiles(all, settings.options);
  const secrets = knownSecrets(settings.options, files);
  const descriptions = await loadDescriptions(request);
  const { readFile } = workspaceFileAccess({ root: settings.root, shownFrom: cwd });
  const routes = await prepareMock({
    files,
    described: descriptions.flatMap((each) => each.routes),
    named: paths,
    options: settings.options,
    process,
    readFile,
    secrets,
    delay,
    strict,
    stateful,
    template,
    strictMatch,
    mayBeEmpty,
    signal,
  });
  const warnings = [...settings.warnings, ...descriptions.flatMap((each) => each.warnings)];
  const { notes, options } = settings;
  return { routes, warnings, notes: [...notes, ...leftOut], secrets, options };
}

/** In the order of the paths. */
async function loadDescriptions({
  paths,
  cwd,
  signal,
  onDescription,
}: MockRequest): Promise<readonly LoadedDescription[]> {
  const loaded: LoadedDescription[] = [];
  for (const path of paths) {
    if (!isDescriptionPath(path, cwd)) continue;
    const { loadDescription } = await import('./load-description.js');
    const description = await loadDescription(path, cwd, signal);
    onDescription?.(description.files);
    loaded.push(description);
  }
  return loaded;
}
