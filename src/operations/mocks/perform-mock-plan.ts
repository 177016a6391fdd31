import { stat } from 'node:fs/promises';
import { ServiceError } from '../../errors.js';
import { isRandom } from '../../mock/faults/draw-behaviour.js';
import type { MockRoute } from '../../mock/responses/mock-route.js';
import { writeRouteLines } from '../../mock/route-lines.js';
import { jsonBytes, MEMBER_PADDING } from '../../primitives/threads/json-bytes.js';
import { SecretSet } from '../../redaction/secret-set.js';
import { readFileWithin } from '../../workspace/paths/boundary.js';
import { refusalError } from '../../workspace/paths/path-refusal.js';
import { loadDistinct } from '../files/indexed-files.js';
import type { OperationContext } from '../files/operation-context.js';
import { decodeDocument } from '../sources/document-text.js';
import type { LoadedDescription } from './load-description.js';
import { prepareMock, warningsOf } from './prepare-mock.js';
import { refuseUnparsable } from '../files/refuse-file.js';
import { mockedFiles } from '../files/unsupported-requests.js';

export interface MockPlan {
  /** The paths as the client sent them. */
  readonly files: readonly string[];
  /** API descriptions, as the client sent them. */
  readonly descriptions: readonly string[];
  readonly environment: string;
  /** Milliseconds before each response. */
  readonly delay: number;
  /** Refuses a response that does not pass its own assertions. */
  readonly strict: boolean;
  /** Plans what the routes do with what clients send. */
  readonly stateful: boolean;
  /** Plans what each request has to carry, also where one route alone has its method and path. */
  readonly strictMatch: boolean;
  /** Fills placeholders of every mock block, as `@mock.template` does for one. */
  readonly template: boolean;
  /** Named in the status where it makes a difference. */
  readonly seed: number;
  /** Leaves requests out that svc cannot run, which are refused otherwise. */
  readonly skipUnsupported: boolean;
  /** There need not be any route, because everything is passed on. */
  readonly mayBeEmpty: boolean;
}

export interface PlannedMock {
  /** The routes in their order, as lines of JSON. */
  readonly routes: Uint8Array;
  /** The status for clients as JSON, with space for the port. */
  readonly status: Uint8Array;
}

/** Plans the routes of a mock server as data. */
export async function performMockPlan(
  plan: MockPlan,
  { options, files, settings, fileAccess }: OperationContext,
  signal: AbortSignal,
): Promise<PlannedMock> {
  const { files: sent, descriptions, environment, delay, strict, stateful } = plan;
  const { strictMatch, template, seed, mayBeEmpty } = plan;
  // Structural errors, such as a dependency cycle, do not prevent mocking.
  const runnable = await loadDistinct(sent, async (path) => {
    const loaded = await files.loadUnchecked(path);
    refuseUnparsable(loaded.file);
    return loaded;
  });
  const { settings: chosen, files: withValues } = await settings.forRun(environment, runnable);
  const { files: mocked, notes } = mockedFiles(withValues, plan);
  const { routes: described, warnings: ofDescriptions } = await loadServed(
    descriptions,
    options.root,
    signal,
  );
  const routes = await prepareMock({
    files: mocked,
    described,
    named: [...sent, ...descriptions],
    options: chosen.options,
    process: options.process,
    readFile: fileAccess.readFile,
    secrets: new SecretSet(),
    delay,
    strict,
    stateful,
    strictMatch,
    template,
    mayBeEmpty,
    signal,
  });
  const status = {
    running: true,
    ...(stateful && { stateful }),
    ...(routes.some(isDrawn) && { seed }),
    routes: routes.map(routeView),
    warnings: [...notes, ...ofDescriptions, ...warningsOf(routes)],
  };
  return { routes: writeRouteLines(routes), status: jsonBytes(status, MEMBER_PADDING) };
}

/** Their documents are kept by the thread that listens. */
const DESCRIPTION_LIMIT = { bytes: 4 * 1024 * 1024, text: '4 MiB' };

async function loadServed(
  paths: readonly string[],
  root: string,
  signal: AbortSignal,
): Promise<Pick<LoadedDescription, 'routes' | 'warnings'>> {
  const loaded: LoadedDescription[] = [];
  for (const path of new Set(paths)) {
    const read = await readFileWithin(path, { root, limit: DESCRIPTION_LIMIT });
    if (!read.ok) throw refusalError(read);
    const { readDescription } = await import('./load-description.js');
    const description = await readDescription(decodeDocument(read.bytes, path), read.path, root, signal);
    const sizes = await Promise.all(description.files.map(async (file) => (await stat(file)).size));
    if (sizes.reduce((sum, size) => sum + size, 0) > DESCRIPTION_LIMIT.bytes) {
      const what = `${path} and the documents that it refers to are larger than ${DESCRIPTION_LIMIT.text}`;
      throw new ServiceError('usage', `${what}; svc mock serves descriptions of any size`);
    }
    loaded.push(description);
  }
  return {
    routes: loaded.flatMap(({ routes }) => routes),
    warnings: loaded.flatMap(({ warnings }) => warnings),
  };
}

function isDrawn({ behaviour }: MockRoute): boolean {
  return behaviour !== undefined && isRandom(behaviour);
}

function routeView({ method, path, name, response: planned, file, line, warnings }: MockRoute): object {
  const { status: statusCode, contentType } = planned;
  const view = { method, path: path.shown, name, statusCode, contentType, file, line };
  return warnings.length === 0 ? view : { ...view, warnings };
}
