/** The operations of an engine thread. The code of an operation is loaded when it is first called. */
import { ServiceError } from '../../errors.js';
import { encodeJsonLine } from '../../evaluation/values/json-line.js';
import type { Performers } from '../../primitives/threads/serve-calls.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import type { ConfigText } from '../../workspace/config/config-text.js';
import type { HintSources } from '../files/undefined-variable-hints.js';
import { createIndexedFiles, type IndexedFiles } from '../files/indexed-files.js';
import { receiveContents } from '../files/receive-contents.js';
import type { CallMarks } from './call-marks.js';
import type { EngineOperations } from './engine-operations.js';
import type { ExecutionParts } from '../runs/perform-execution.js';
import type { RunPartsInput } from './run-parts.js';

export interface PerformerOptions extends RunPartsInput {
  /** Request files above this size are refused by this thread. */
  readonly maxFileBytes: number;
  readonly marks: CallMarks;
  /** Whether events have listeners. */
  readonly hasListeners: () => boolean;
}

export interface EnginePerformers extends Performers<EngineOperations> {
  close(): void;
}

export function createPerformers(options: PerformerOptions): EnginePerformers {
  const { marks, hasListeners, setup, log, maxFileBytes: maxParsedBytes } = options;
  const { root } = setup;
  const onProblem = (message: string): void => log('warn', message);
  const files = createIndexedFiles({ root, maxParsedBytes, onProblem });
  let parts: ExecutionParts | undefined;
  const forRuns = async (): Promise<ExecutionParts> => {
    if (parts) return parts;
    const { createRunParts } = await import('./run-parts.js');
    return (parts ??= createRunParts(options, files));
  };
  /** Between its assertions a call waits, so it is not the one that blocks the thread. */
  const markEvaluating = (id: number, line: number | undefined): void => {
    if (line === undefined) marks.clearWorking(id);
    else marks.markWorking(id, line);
  };
  return {
    overview: (request) => files.overview(request),
    listFiles: ({ counted }) => files.list(counted),
    listRequests: () => files.requests(),
    contractFiles: async () => encodeJsonLine({ files: await files.readablePaths() }),
    countContents: (_, call) => files.countContents(receiveContents(call)).then(() => null),
    countRequests: ({ paths }) => files.count(paths),
    ...markedPerformers(marks, files, root, forRuns),
    execute: async (input, { id, signal, emit, onMessage }) => {
      const { performExecution } = await import('../runs/perform-execution.js');
      return performExecution(input, await forRuns(), {
        signal,
        hasListeners,
        onStop: onMessage,
        onStart: (path) => emit({ path }),
        onProgress: (progress) => emit({ progress }),
        onSending: () => marks.markSending(id),
        onEvaluating: (line) => markEvaluating(id, line),
      });
    },
    verify: async (request, { id, signal }) => {
      const { verifyRequest } = await import('../runs/verify-contracts.js');
      const onSending = (): void => marks.markSending(id);
      const onEvaluating = (line: number | undefined): void => markEvaluating(id, line);
      const verified = await verifyRequest(request, await forRuns(), { signal, onSending, onEvaluating });
      return encodeJsonLine(verified);
    },
    loadTest: async (test, call) => {
      const { performLoadTest } = await import('../load/perform-load-test.js');
      return performLoadTest(test, await forRuns(), call);
    },
    compareStress: async (sides) => (await import('../load/stored-tests.js')).performComparison(sides),
    renderStress: async ({ test }) => (await import('../load/stored-tests.js')).renderStoredTest(test),
    planMock: async (plan, { signal }) =>
      (await import('../mocks/perform-mock-plan.js')).performMockPlan(plan, await forRuns(), signal),
    ...RENDERING,
    readConfig: ({ source }) => readConfig(source),
    editConfig: async ({ text, edits, shown }) =>
      (await import('../../workspace/config/config-edit.js')).editConfigText(text, edits, shown),
    close: () => parts?.connections.close(),
  };
}

const RENDERING: Pick<EnginePerformers, 'renderRecordings' | 'renderMockFile'> = {
  renderRecordings: async (rendering, call) =>
    (await import('../recordings/perform-rendering.js')).performRendering(rendering, call),
  renderMockFile: async (rendering, call) =>
    (await import('../recordings/perform-rendering.js')).performMockFile(rendering, call),
};

type Marked =
  | 'measureStrength'
  | 'renderReport'
  | 'showFile'
  | 'checkText'
  | 'importText'
  | 'exportCurl'
  | 'replay';

/**
 * Operations that may compute for a long time mark themselves, so that they are identified when the thread has to
 * be ended.
 */
function markedPerformers(
  marks: CallMarks,
  files: IndexedFiles,
  root: string,
  forRuns: () => Promise<ExecutionParts>,
): Pick<EnginePerformers, Marked> {
  return {
    measureStrength: async (request, { id, signal }) => {
      const { performFileStrength } = await import('../strength/perform-file-strength.js');
      const onSending = (): void => marks.markSending(id);
      return encodeJsonLine(await performFileStrength(request, await forRuns(), { signal, onSending }));
    },
    renderReport: async (request, { id }) => {
      const { renderReport } = await import('../runs/report-source.js');
      marks.markWorking(id, 0);
      return renderReport(request);
    },
    showFile: ({ file }, { id }) => {
      marks.markWorking(id, 0);
      return files.show(file);
    },
    checkText: async ({ file, content, environment }, { id }) => {
      const { checkText } = await import('../files/check-text.js');
      marks.markWorking(id, 0);
      const hintSources =
        environment === undefined
          ? undefined
          : (runnable: RunnableFile) => sourcesIn(environment, runnable, forRuns);
      return encodeJsonLine(await checkText(file, content, files, root, hintSources));
    },
    importText: async (request, { id }) => {
      const { performImport } = await import('../exchange/perform-conversion.js');
      marks.markWorking(id, 0);
      return encodeJsonLine(await performImport(request, root));
    },
    exportCurl: async (request, { id }) => {
      const { performExport } = await import('../exchange/perform-conversion.js');
      const runParts = await forRuns();
      marks.markWorking(id, 0);
      return encodeJsonLine(await performExport(request, runParts));
    },
    replay: async (replay, { id, signal }) => {
      const { replayRecording } = await import('../runs/replay-recording.js');
      marks.markSending(id);
      return replayRecording(replay, await forRuns(), signal);
    },
  };
}

/** Undefined while the config or an environment file is invalid, which findings of its own tell. */
async function sourcesIn(
  environment: string,
  runnable: RunnableFile,
  forRuns: () => Promise<ExecutionParts>,
): Promise<HintSources | undefined> {
  try {
    const { settings, options } = await forRuns();
    const found = await settings.forFiles(environment, [runnable]);
    const { options: run } = found.settings;
    return { options: run, client: found.files[0]?.client, process: options.process };
  } catch (error) {
    if (error instanceof ServiceError) return undefined;
    throw error;
  }
}

/** Clients see only the first problem, so a broken file does not need all of them. */
async function readConfig(source: string | Uint8Array): Promise<ConfigText> {
  const { parseConfig } = await import('../../workspace/config/config-text.js');
  const { config, problems, warnings } = parseConfig(source);
  return { config, problems: problems.slice(0, MAX_PROBLEMS), warnings: warnings.slice(0, MAX_PROBLEMS) };
}

const MAX_PROBLEMS = 1000;
