import { dirname, join } from 'node:path';
import type { MockRoute } from '../mock/mock-routes.js';
import type { CallContext } from '../primitives/threads/serve-calls.js';
import { SecretSet } from '../redaction/secret-set.js';
import type { FileAccess, RunnableFile } from '../runner/run-input.js';
import type { Configuration } from './configuration.js';
import type { IndexedFiles } from './indexed-files.js';
import { prepareMock } from './prepare-mock.js';
import type { ServerSettings, SettingsOptions } from './server-settings.js';

export interface MockPlan {
  /** As the client sent them. */
  readonly files: readonly string[];
  readonly environment: string;
  /** Milliseconds before each response. */
  readonly delay: number;
  /** A response that does not pass its own assertions is refused. */
  readonly strict: boolean;
}

/** Some routes in their order: taking in all of them at once would block whoever listens for requests. */
export type MockPlanEvent = readonly MockRoute[];

export interface MockPlanParts {
  readonly options: Pick<SettingsOptions, 'root' | 'process'>;
  readonly files: Pick<IndexedFiles, 'parsed'>;
  readonly configuration: Pick<Configuration, 'current'>;
  readonly settings: ServerSettings;
  readonly fileAccess: Pick<FileAccess, 'readFile'>;
}

const ROUTES_PER_EVENT = 50;

/** What a mock server answers, as data; returns how many routes there are. */
export async function performMockPlan(
  { files: sent, environment, delay, strict }: MockPlan,
  { options, files, configuration, settings, fileAccess }: MockPlanParts,
  { emit, signal }: CallContext<MockPlanEvent>,
): Promise<number> {
  const { root, process } = options;
  const runnable = await loadFiles(sent, files, root);
  const chosen = await settings.of(await configuration.current(), environment);
  const routes = await prepareMock({
    files: runnable,
    named: sent,
    options: chosen.options,
    process,
    readFile: fileAccess.readFile,
    secrets: new SecretSet(),
    delay,
    strict,
    signal,
  });
  for (let at = 0; at < routes.length; at += ROUTES_PER_EVENT) emit(routes.slice(at, at + ROUTES_PER_EVENT));
  return routes.length;
}

/** Structural mistakes of a run, such as a circle of dependencies, hinder no mock. */
async function loadFiles(
  sent: readonly string[],
  files: MockPlanParts['files'],
  root: string,
): Promise<readonly RunnableFile[]> {
  const loaded = new Map<string, RunnableFile>();
  for (const each of sent) {
    const file = await files.parsed(each);
    const directory = dirname(join(root, file.path));
    if (!loaded.has(file.path)) loaded.set(file.path, { file, shown: file.path, directory });
  }
  return [...loaded.values()];
}
