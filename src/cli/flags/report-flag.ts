import type { REPORT_FORMATS } from '../../workspace/config/config.js';
import { unknownWordMessage } from '../process/unknown-word-message.js';
import { repeatableFlag, type Flag, type FlagValue } from './flag.js';

export type ReportFormat = (typeof REPORT_FORMATS)[number];

/** An additional report; only `github` needs no path. */
interface AdditionalReport {
  readonly format: ReportFormat;
  readonly path: string | undefined;
}

export function reportFlag(formats: readonly ReportFormat[]): Flag<readonly AdditionalReport[]> {
  return repeatableFlag('an additional report; github needs no path', { value: 'format=path' }, (text) =>
    readReport(text, formats),
  );
}

function readReport(text: string, formats: readonly ReportFormat[]): FlagValue<AdditionalReport> {
  const equals = text.indexOf('=');
  const word = equals === -1 ? text : text.slice(0, equals);
  const path = equals === -1 ? undefined : text.slice(equals + 1);
  const format = formats.find((name) => name === word.toLowerCase());
  if (format === undefined) return { problem: unknownWordMessage('format', word, formats) };
  if (path === '' || (path === undefined && format !== 'github')) return { problem: `use ${format}=path` };
  return { value: { format, path } };
}
