import type { Notation } from '../primitives/text/workflow-commands.js';
import type { RunOutcome } from '../runner/outcome/result.js';
import type { ReportContext } from './results/report-context.js';

/** A report that is written when the run is over. */
export interface RunReport {
  /** The file name in `outputDir`; undefined for a report that only makes sense on standard output. */
  readonly fileName: string | undefined;
  /** How the report escapes text that a CI log could take for a command. */
  readonly notation: Notation;
  readonly load: () => Promise<RenderReport>;
}

/** Yields the text chunk by chunk, so that a large report is never one string. */
export type RenderReport = (run: RunOutcome, context: ReportContext) => Iterable<string>;

/** All formats except the console, which is written during the run. */
export const RUN_REPORTS = {
  json: {
    fileName: 'results.json',
    notation: 'json',
    load: async () => (await import('./run-json.js')).renderJson,
  },
  junit: {
    fileName: 'junit.xml',
    notation: 'xml',
    load: async () => (await import('./run-junit.js')).renderJunit,
  },
  tap: {
    fileName: 'results.tap',
    notation: 'text',
    load: async () => (await import('./run-tap.js')).renderTap,
  },
  html: {
    fileName: 'report.html',
    notation: 'xml',
    load: async () => (await import('./html/run-html.js')).renderHtml,
  },
  ctrf: {
    fileName: 'ctrf.json',
    notation: 'json',
    load: async () => (await import('./run-ctrf.js')).renderCtrf,
  },
  github: {
    fileName: undefined,
    notation: 'commands',
    load: async () => (await import('./run-github.js')).renderGithub,
  },
  har: {
    fileName: 'results.har',
    notation: 'json',
    load: async () => (await import('./run-har.js')).renderHar,
  },
} as const satisfies Record<string, RunReport>;

export type RunReportName = keyof typeof RUN_REPORTS;

/** Whether a run has to keep its exchanges: for the HTTP archive, or for a console from `-vv` on. */
export function needsExchanges(formats: readonly RunReportName[], verbosity: number): boolean {
  return verbosity >= 2 || formats.includes('har');
}
