/** The operations of an engine thread. What an operation needs is loaded when it is first asked for. */
import { jsonLine } from '../../evaluation/json-line.js';
import type { Performers } from '../../primitives/threads/serve-calls.js';
import { editConfigText } from '../../workspace/config-edit.js';
import { parseConfig, type ConfigText } from '../../workspace/config-text.js';
import type { CallMarks } from './call-marks.js';
import type { EngineOperations } from './engine-operations.js';
import { createThreadParts, type ThreadPartsInput } from './thread-parts.js';

export interface PerformerOptions extends ThreadPartsInput {
  readonly marks: CallMarks;
  /** Whether anybody listens to events. */
  readonly isHeard: () => boolean;
}

export interface EnginePerformers extends Performers<EngineOperations> {
  close(): void;
}

export function createPerformers(options: PerformerOptions): EnginePerformers {
  const { marks, isHeard } = options;
  const parts = createThreadParts(options);
  const { files } = parts;
  return {
    overview: (request) => files.overview(request),
    listFiles: ({ counted }) => files.list(counted),
    contractFiles: async () => jsonLine({ files: await files.paths() }),
    countRequests: ({ paths }) => files.count(paths),
    showFile: ({ file }) => files.show(file),
    checkText: async ({ file, content }) => {
      const { checkText } = await import('../check-text.js');
      return jsonLine(await checkText(file, content, parts));
    },
    execute: async (input, { id, signal, emit }) => {
      const { performExecution } = await import('../perform-execution.js');
      return performExecution(input, parts, {
        signal,
        isHeard,
        onStart: (path) => emit({ path }),
        onProgress: (progress) => emit({ progress }),
        onSending: () => marks.markSending(id),
        onEvaluating: (line) => marks.markWorking(id, line),
      });
    },
    verify: async (request, { id, signal }) => {
      const { verifyRequest } = await import('../verify-contracts.js');
      const onSending = (): void => marks.markSending(id);
      const onEvaluating = (line: number): void => marks.markWorking(id, line);
      return jsonLine(await verifyRequest(request, parts, { signal, onSending, onEvaluating }));
    },
    loadTest: async (test, call) => {
      const { performLoadTest } = await import('../perform-load-test.js');
      marks.markSending(call.id);
      return performLoadTest(test, parts, call);
    },
    planMock: async (plan, { signal }) =>
      (await import('../perform-mock-plan.js')).performMockPlan(plan, parts, signal),
    renderRecordings: async (rendering, call) =>
      (await import('../perform-rendering.js')).performRendering(rendering, call),
    importText: async (request, { id }) => {
      const { performImport } = await import('../perform-conversion.js');
      marks.markWorking(id, 0);
      return jsonLine(await performImport(request, parts));
    },
    exportCurl: async (request) => {
      const { performExport } = await import('../perform-conversion.js');
      return jsonLine(await performExport(request, parts));
    },
    readConfig: ({ source }) => readConfig(source),
    editConfig: ({ text, edits, shown }) => editConfigText(text, edits, shown),
    close: () => parts.connections.close(),
  };
}

/** Clients hear of the first problem only. */
function readConfig(source: string | Uint8Array): ConfigText {
  const { config, problems, warnings } = parseConfig(source);
  return { config, problems: problems.slice(0, MAX_PROBLEMS), warnings: warnings.slice(0, MAX_PROBLEMS) };
}

const MAX_PROBLEMS = 1000;
