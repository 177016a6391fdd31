/** Replays a request file against given responses, for tests of strength. */
import { onTestFinished } from 'vitest';
import { openReplay } from '../../../src/operations/strength/open-replay.js';
import { replayPlan } from '../../../src/operations/strength/replay-plan.js';
import { parseText } from '../../../src/request-file/parse-file.js';
import { DEFAULT_RUN_OPTIONS, type RunOptions } from '../../../src/runner/plan/options.js';
import { planRun } from '../../../src/runner/plan/plan.js';
import { workspaceFileAccess } from '../../../src/runner/workspace-file-access.js';
import type { RequestToMeasure } from '../../../src/strength/measure.js';
import type { StoredExchange } from '../../../src/strength/model/stored-exchange.js';
import { storedExchange } from '../files/stored-exchange.js';
import { temporaryWorkspace } from '../files/workspace.js';

export interface ReplaySetup {
  /** By the name of the result. */
  readonly responses: Readonly<Record<string, Partial<StoredExchange>>>;
  readonly options?: Partial<RunOptions>;
  /** Files beside the request file. */
  readonly files?: Readonly<Record<string, string>>;
}

export async function replayText(
  text: string,
  { responses, options = {}, files = {} }: ReplaySetup,
): Promise<readonly RequestToMeasure[]> {
  const root = await temporaryWorkspace({ 'a.http': text, ...files });
  const request = {
    files: [{ file: parseText(text, 'a.http'), shown: 'a.http', directory: root }],
    options: { ...DEFAULT_RUN_OPTIONS, ...options },
    fileAccess: workspaceFileAccess({ root, shownFrom: root }),
    process: {},
    signal: new AbortController().signal,
  };
  const plan = await planRun(request);
  const { run, restartRandom } = openReplay(request, plan);
  onTestFinished(run.close);
  const source = {
    missing: 'There is no response.',
    find: async ({ request: asked, file, name, row }: Parameters<typeof find>[0]) =>
      find({ request: asked, file, name, row }),
    close: async () => undefined,
  };
  const find = (query: Pick<StoredExchange, 'request' | 'file' | 'name' | 'row'>) => {
    const response = responses[query.name];
    return response && { last: storedExchange({ ...query, ...response }), earlier: [] };
  };
  return replayPlan({ run, plan, source, restartRandom });
}
