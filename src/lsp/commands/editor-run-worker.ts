/** The entry of the thread in which commands of editors run; it shares no module that would start one elsewhere. */
import { serveCalls } from '../../primitives/threads/serve-calls.js';
import type { RunOperations } from './run-operations.js';

serveCalls<RunOperations>({
  run: async (request, call) => (await import('./perform-editor-run.js')).performEditorRun(request, call),
  exportCurl: async (request, { signal }) =>
    (await import('./perform-editor-export.js')).performEditorExport(request, signal),
});
