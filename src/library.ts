/** What programs run; everything but its types is loaded with the first call. */
import type { Mock, MockOptions } from './programs/mock-types.js';
import type { RunSummary } from './programs/result-types.js';
import type { ReportOptions, RunOptions } from './programs/run-types.js';
import type { ReportFormat } from './programs/settings-type.js';

/**
 * Runs request files like `svc run`. Failed requests and files with errors are results; it rejects with a `ServiceError`
 * when nothing can be run, with the reason of an aborted signal, and with what the listener throws.
 */
export async function run(paths: readonly string[], options: RunOptions = {}): Promise<RunSummary> {
  const { performRun } = await import('./programs/perform-run.js');
  return performRun(paths, options);
}

/** Renders what `run` has returned, without secrets. */
export async function renderReport(
  summary: RunSummary,
  format: ReportFormat,
  options: ReportOptions = {},
): Promise<string> {
  const { performReport } = await import('./programs/render-report.js');
  return performReport(summary, format, options);
}

/** Starts a mock server that responds as the request files say. */
export async function createMock(paths: readonly string[], options: MockOptions = {}): Promise<Mock> {
  const { startProgramMock } = await import('./programs/program-mock.js');
  return startProgramMock(paths, options);
}
