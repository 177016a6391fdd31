import type { MockRoute } from '../../mock/mock-routes.js';
import { writeRouteLines } from '../../mock/route-lines.js';
import { jsonBytes, MEMBER_PADDING } from '../../primitives/threads/json-bytes.js';
import { SecretSet } from '../../redaction/secret-set.js';
import type { FileAccess, RunnableFile } from '../../runner/plan/run-input.js';
import type { Configuration } from '../settings/configuration.js';
import type { IndexedFiles } from '../files/indexed-files.js';
import type { MockPlan, PlannedMock } from './mock-plan.js';
import { prepareMock, warningsOf } from './prepare-mock.js';
import { refuseUnparsable } from '../files/refuse-file.js';
import type { ServerSettings, SettingsOptions } from '../settings/server-settings.js';

export interface MockPlanParts {
  readonly options: Pick<SettingsOptions, 'root' | 'process'>;
  readonly files: Pick<IndexedFiles, 'loadUnchecked'>;
  readonly configuration: Pick<Configuration, 'current'>;
  readonly settings: ServerSettings;
  readonly fileAccess: Pick<FileAccess, 'readFile'>;
}

/** Plans the routes of a mock server as data. */
export async function performMockPlan(
  { files: sent, environment, delay, strict }: MockPlan,
  { options, files, configuration, settings, fileAccess }: MockPlanParts,
  signal: AbortSignal,
): Promise<PlannedMock> {
  const { process } = options;
  const runnable = await loadFiles(sent, files);
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
  const status = { running: true, routes: routes.map(routeView), warnings: warningsOf(routes) };
  return { routes: writeRouteLines(routes), status: jsonBytes(status, MEMBER_PADDING) };
}

function routeView({ method, path, name, response: planned, file, line, warnings }: MockRoute): object {
  const { status: statusCode, contentType } = planned;
  const view = { method, path: path.shown, name, statusCode, contentType, file, line };
  return warnings.length === 0 ? view : { ...view, warnings };
}

/** Structural errors, such as a dependency cycle, do not prevent mocking. */
async function loadFiles(
  sent: readonly string[],
  files: MockPlanParts['files'],
): Promise<readonly RunnableFile[]> {
  const loaded = new Map<string, RunnableFile>();
  for (const each of sent) {
    const runnable = await files.loadUnchecked(each);
    refuseUnparsable(runnable.file);
    if (!loaded.has(runnable.shown)) loaded.set(runnable.shown, runnable);
  }
  return [...loaded.values()];
}
