/** The operations of an engine thread. What an operation needs is loaded when it is first asked for. */
import { jsonLine } from '../../evaluation/values/json-line.js';
import type { Performers } from '../../primitives/threads/serve-calls.js';
import type { ConfigText } from '../../workspace/config/config-text.js';
import { createIndexedFiles, type IndexedFiles } from '../files/indexed-files.js';
import type { CallMarks } from './call-marks.js';
import type { EngineOperations } from './engine-operations.js';
import type { RunParts, RunPartsInput } from './run-parts.js';

export interface PerformerOptions extends RunPartsInput {
  /** Larger request files are not read in this thread. */
  readonly maxFileBytes: number;
  readonly marks: CallMarks;
  /** Whether anybody listens to events. */
  readonly isHeard: () => boolean;
}

export interface EnginePerformers extends Performers<EngineOperations> {
  close(): void;
}

export function createPerformers(options: PerformerOptions): EnginePerformers {
  const { marks, isHeard, setup, log, maxFileBytes: maxParsedBytes } = options;
  const onProblem = (message: string): void => log('warn', message);
  const files = createIndexedFiles({ root: setup.root, maxParsedBytes, onProblem });
  const shared = { options: setup, files };
  let parts: RunParts | undefined;
  const forRuns = async (): Promise<RunParts> => {
    if (parts) return parts;
    const { createRunParts } = await import('./run-parts.js');
    return (parts ??= createRunParts(options, files));
  };
  /** Between its assertions a call waits for others, and is not what blocks the thread. */
  const markEvaluating = (id: number, line: number | undefined): void => {
    if (line === undefined) marks.clearWorking(id);
    else marks.markWorking(id, line);
  };
  return {
    overview: (request) => files.overview(request),
    listFiles: ({ counted }) => files.list(counted),
    contractFiles: async () => jsonLine({ files: await files.readablePaths() }),
    countRequests: ({ paths }) => files.count(paths),
    ...markedPerformers(marks, shared, forRuns),
    execute: async (input, { id, signal, emit }) => {
      const { performExecution } = await import('../runs/perform-execution.js');
      return performExecution(input, await forRuns(), {
        signal,
        isHeard,
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
      return jsonLine(await verifyRequest(request, await forRuns(), { signal, onSending, onEvaluating }));
    },
    loadTest: async (test, call) => {
      const { performLoadTest } = await import('../load/perform-load-test.js');
      return performLoadTest(test, await forRuns(), call);
    },
    planMock: async (plan, { signal }) =>
      (await import('../mocks/perform-mock-plan.js')).performMockPlan(plan, await forRuns(), signal),
    renderRecordings: async (rendering, call) =>
      (await import('../recordings/perform-rendering.js')).performRendering(rendering, call),
    readConfig: ({ source }) => readConfig(source),
    editConfig: async ({ text, edits, shown }) =>
      (await import('../../workspace/config/config-edit.js')).editConfigText(text, edits, shown),
    close: () => parts?.connections.close(),
  };
}

type Marked = 'showFile' | 'checkText' | 'importText' | 'exportCurl';

interface SharedParts {
  readonly options: PerformerOptions['setup'];
  readonly files: IndexedFiles;
}

/** Those that may compute for long by themselves say so: a thread that has to be ended is then blamed on them. */
function markedPerformers(
  marks: CallMarks,
  shared: SharedParts,
  forRuns: () => Promise<RunParts>,
): Pick<EnginePerformers, Marked> {
  return {
    showFile: ({ file }, { id }) => {
      marks.markWorking(id, 0);
      return shared.files.show(file);
    },
    checkText: async ({ file, content }, { id }) => {
      const { checkText } = await import('../files/check-text.js');
      marks.markWorking(id, 0);
      return jsonLine(await checkText(file, content, shared));
    },
    importText: async (request, { id }) => {
      const { performImport } = await import('../exchange/perform-conversion.js');
      marks.markWorking(id, 0);
      return jsonLine(await performImport(request, shared));
    },
    exportCurl: async (request, { id }) => {
      const { performExport } = await import('../exchange/perform-conversion.js');
      const known = await forRuns();
      marks.markWorking(id, 0);
      return jsonLine(await performExport(request, known));
    },
  };
}

/** Clients hear of the first problem only. */
async function readConfig(source: string | Uint8Array): Promise<ConfigText> {
  const { parseConfig } = await import('../../workspace/config/config-text.js');
  const { config, problems, warnings } = parseConfig(source);
  return { config, problems: problems.slice(0, MAX_PROBLEMS), warnings: warnings.slice(0, MAX_PROBLEMS) };
}

const MAX_PROBLEMS = 1000;
