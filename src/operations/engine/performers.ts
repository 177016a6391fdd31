/** The operations of an engine thread. What an operation needs is loaded when it is first asked for. */
import { jsonLine } from '../../evaluation/json-line.js';
import { SharedConnections } from '../../http/shared-connections.js';
import type { CallContext, Performers } from '../../primitives/threads/serve-calls.js';
import { createConfiguration } from '../configuration.js';
import { createIndexedFiles } from '../indexed-files.js';
import { KnownPlans } from '../known-plans.js';
import type { Log } from '../log.js';
import type { ExecutionContext, ExecutionParts } from '../perform-execution.js';
import { serverDoors } from '../server-doors.js';
import { ServerSettings } from '../server-settings.js';
import type { CallMarks } from './call-marks.js';
import type { EngineOperations } from './engine-operations.js';
import type { EngineSetup } from './engine-setup.js';
import { GatheredProgress } from './gathered-progress.js';

export interface PerformerOptions {
  readonly setup: EngineSetup;
  readonly log: Log;
  readonly marks: CallMarks;
  readonly isHeard: () => boolean;
  /** Milliseconds of CPU that the process has used. */
  readonly cpuTime: () => number;
  /** Larger request files are not read in this thread. */
  readonly maxFileBytes: number;
}

export function createPerformers(
  options: PerformerOptions,
): Performers<EngineOperations> & { close(): void } {
  const parts = new ThreadParts(options);
  const { files } = parts;
  const { root } = options.setup;
  return {
    ping: () => null,
    overview: (request) => files.overview(request),
    listFiles: ({ counted }) => files.list(counted),
    contractFiles: async () => jsonLine({ files: await files.paths() }),
    countRequests: ({ paths }) => files.count(paths),
    showFile: ({ file }) => files.show(file),
    checkText: async ({ file, content }) => {
      const { checkText } = await import('../check-text.js');
      return jsonLine(await checkText(file, content, { root, files }));
    },
    execute: async (input, call) => {
      const { performExecution } = await import('../perform-execution.js');
      const progress = new GatheredProgress(call.emit);
      try {
        return await performExecution(input, await parts.forExecutions(), parts.contextOf(call, progress));
      } finally {
        progress.flush();
      }
    },
    verify: async (request, { id, signal }) => {
      const { verifyRequest } = await import('../verify-contracts.js');
      const { fileAccess, settings, configuration } = await parts.forExecutions();
      options.marks.markSending(id);
      const { setup } = options;
      return jsonLine(
        await verifyRequest(request, signal, { options: setup, files, fileAccess, settings, configuration }),
      );
    },
    loadTest: async (test, call) => {
      const { performLoadTest } = await import('../perform-load-test.js');
      const { configuration, settings } = parts;
      const { setup, cpuTime } = options;
      options.marks.markSending(call.id);
      return performLoadTest(test, { options: setup, files, configuration, settings, cpuTime }, call);
    },
    planMock: async (plan, call) => {
      const { performMockPlan } = await import('../perform-mock-plan.js');
      return performMockPlan(plan, { ...(await parts.forExecutions()), files }, call);
    },
    importText: async (request) => {
      const { performImport } = await import('../perform-conversion.js');
      return jsonLine(await performImport(request, root));
    },
    exportCurl: async (request) => {
      const { performExport } = await import('../perform-conversion.js');
      const { configuration, settings } = parts;
      const { process } = options.setup;
      return jsonLine(await performExport(request, { files, root, configuration, settings, process }));
    },
    readConfig: async ({ source }) => {
      const { parseConfig } = await import('../../workspace/config-text.js');
      const { config, problems, warnings } = parseConfig(source);
      return { config, problems: problems.slice(0, MAX_PROBLEMS), warnings: warnings.slice(0, MAX_PROBLEMS) };
    },
    editConfig: async ({ text, edits, shown }) => {
      const { editConfigText } = await import('../../workspace/config-edit.js');
      return editConfigText(text, edits, shown);
    },
    close: () => parts.close(),
  };
}

/** Clients hear of the first one only. */
const MAX_PROBLEMS = 1000;

/** What operations share: parsed files, settings, plans and kept-alive connections. */
class ThreadParts {
  readonly files;
  readonly configuration;
  readonly settings;
  readonly #options: PerformerOptions;
  readonly #connections = new SharedConnections();
  #forExecutions: Promise<ExecutionParts> | undefined;

  constructor(options: PerformerOptions) {
    const { setup, log, maxFileBytes: maxParsedBytes } = options;
    const { root } = setup;
    this.#options = options;
    this.files = createIndexedFiles({
      root,
      maxParsedBytes,
      onProblem: (message) => log('warn', message),
    });
    // Whoever started this thread tells the operator what is wrong with the config.
    this.configuration = createConfiguration({ ...setup, log: () => undefined });
    this.settings = new ServerSettings({ ...setup, log });
  }

  forExecutions(): Promise<ExecutionParts> {
    this.#forExecutions ??= this.#joined();
    return this.#forExecutions;
  }

  contextOf(call: Pick<CallContext<never>, 'id' | 'signal'>, progress: GatheredProgress): ExecutionContext {
    const { marks, isHeard } = this.#options;
    return {
      signal: call.signal,
      isHeard,
      onProgress: (event) => progress.add(event),
      onSending: () => marks.markSending(call.id),
      onEvaluating: (line) => marks.markWorking(call.id, line),
    };
  }

  close(): void {
    this.#connections.close();
  }

  async #joined(): Promise<ExecutionParts> {
    const { setup, log } = this.#options;
    const { files, configuration, settings } = this;
    const fileAccess = await serverDoors({ options: setup, files });
    return {
      options: { ...setup, log },
      files,
      configuration,
      settings,
      fileAccess,
      plans: new KnownPlans(),
      connections: this.#connections,
    };
  }
}
