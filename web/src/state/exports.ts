/** Exports requests as curl commands. */
import { signal } from '@preact/signals';
import type { ExportedCommands } from '../../../src/server/api-types.js';
import { ApiError } from '../api/client.js';
import { exportCurl, type CurlExportRequest } from '../api/import-export.js';
import { activeEnvironment } from './environments.js';

/** Empty fields mean no file, all requests, and no environment. */
export const exportOptions = signal<Required<CurlExportRequest>>({
  file: '',
  requestName: '',
  environment: '',
});
export const exported = signal<ExportedCommands | undefined>(undefined);
export const exportProblem = signal('');

let running: AbortController | undefined;

export async function loadExport({
  file,
  requestName,
  environment,
}: Required<CurlExportRequest>): Promise<void> {
  running?.abort();
  const controller = new AbortController();
  running = controller;
  if (file === '') {
    exported.value = undefined;
    exportProblem.value = '';
    return;
  }
  const options = {
    file,
    ...(requestName !== '' && { requestName }),
    ...(environment !== '' && { environment }),
  };
  try {
    const found = await exportCurl(options, controller.signal);
    if (running !== controller) return;
    exported.value = found;
    exportProblem.value = '';
  } catch (error) {
    if (running !== controller) return;
    exported.value = undefined;
    exportProblem.value = problemText(error, file);
  }
}

export interface CurlCommand {
  readonly command: string;
  readonly warnings: readonly string[];
}

/** Exports one request of the current file with the active environment; throws an error with a message for users. */
export async function curlCommand(file: string, requestName: string): Promise<CurlCommand> {
  const environment = activeEnvironment.value;
  const exportNamed = (name: string): Promise<ExportedCommands> =>
    exportCurl({ file, requestName: name, ...(environment !== '' && { environment }) });
  try {
    const { commands, warnings } = await exportNamed(requestName).catch((error: unknown) => {
      // The name of a data row ends with its number.
      const plain = requestName.replace(/ \[\d+\]$/, '');
      if (plain === requestName || !(error instanceof ApiError) || error.status !== 404) throw error;
      return exportNamed(plain);
    });
    // An undefined environment matters only if another warning shows that values are missing.
    const unknown = `environment "${environment}" is not defined`;
    const hasOthers = warnings.some((warning) => warning !== unknown);
    return { command: commands[0] ?? '', warnings: hasOthers ? warnings : [] };
  } catch (error) {
    throw new Error(problemText(error, file), { cause: error });
  }
}

function problemText(error: unknown, file: string): string {
  if (!(error instanceof ApiError)) return error instanceof Error ? error.message : String(error);
  if (error.status === 404) {
    return error.message.startsWith('request not found')
      ? `${file} has no request of this name any more; run it again.`
      : `${file} is not there any more.`;
  }
  return `This cannot be exported: ${error.message}`;
}
