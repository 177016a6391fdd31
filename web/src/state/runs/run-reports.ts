/** Reports of runs as files. */
import { call } from '../../api/client.js';
import { attempt } from '../notices.js';
import { saveFile } from '../save-file.js';

export type ReportFormat = 'html' | 'junit' | 'json';

const NAMES: Readonly<Record<ReportFormat, string>> = {
  html: 'report.html',
  junit: 'junit.xml',
  json: 'results.json',
};

export async function downloadReport(executions: readonly string[], format: ReportFormat): Promise<void> {
  await attempt(async () => {
    const response = await call('POST', '/reports', { json: { executions, format } });
    saveFile(NAMES[format], await response.blob());
  });
}
