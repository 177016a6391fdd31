import type { Notation } from '../primitives/workflow-commands.js';
import type { RunOutcome } from '../runner/outcome/result.js';
import type { ReportContext } from './results/report-context.js';

/** A report that is written when the run is over. */
export interface RunReport {
  /** Its file in `outputDir` (cli.md 7.4); undefined for what only makes sense on standard output. */
  readonly fileName: string | undefined;
  /** How its text escapes what a log could take for a command. */
  readonly notation: Notation;
  /** Whether it shows exchanges, which a run keeps only when asked to. */
  readonly needsExchanges: boolean;
  readonly load: () => Promise<RenderReport>;
}

/** The text in pieces, so that a large report is never one string. */
export type RenderReport = (run: RunOutcome, context: ReportContext) => Iterable<string>;

/** All formats but the console, which is written while the run goes on. */
export const RUN_REPORTS = {
  json: {
    fileName: 'results.json',
    notation: 'json',
    needsExchanges: false,
    load: async () => (await import('./run-json.js')).renderJson,
  },
  junit: {
    fileName: 'junit.xml',
    notation: 'xml',
    needsExchanges: false,
    load: async () => (await import('./run-junit.js')).renderJunit,
  },
  tap: {
    fileName: 'results.tap',
    notation: 'text',
    needsExchanges: false,
    load: async () => (await import('./run-tap.js')).renderTap,
  },
  html: {
    fileName: 'report.html',
    notation: 'xml',
    needsExchanges: false,
    load: async () => (await import('./html/run-html.js')).renderHtml,
  },
  ctrf: {
    fileName: 'ctrf.json',
    notation: 'json',
    needsExchanges: false,
    load: async () => (await import('./run-ctrf.js')).renderCtrf,
  },
  github: {
    fileName: undefined,
    notation: 'commands',
    needsExchanges: false,
    load: async () => (await import('./run-github.js')).renderGithub,
  },
  har: {
    fileName: 'results.har',
    notation: 'json',
    needsExchanges: true,
    load: async () => (await import('./run-har.js')).renderHar,
  },
} as const satisfies Record<string, RunReport>;

export type RunReportName = keyof typeof RUN_REPORTS;

/** Whether a run has to keep its exchanges: for these reports, or for a console from `-vv` on. */
export function needsExchanges(formats: Iterable<RunReportName>, verbosity: number): boolean {
  return verbosity >= 2 || Array.from(formats).some((format) => RUN_REPORTS[format].needsExchanges);
}
