import { expect } from 'vitest';
import type { Converted } from '../../../src/convert/converted.js';
import { parseText } from '../../../src/request-file/parse-file.js';
import { printFile } from '../../../src/request-file/print-file.js';

/** The text of the only file; it reads back without an error. */
export function importedText({ files }: Converted): string {
  expect(files).toHaveLength(1);
  return files.map(({ file }) => checkedText(file)).join('');
}

/** The texts of all files by their paths. */
export function importedFiles({ files }: Converted): Readonly<Record<string, string>> {
  return Object.fromEntries(files.map(({ path, file }) => [path, checkedText(file)]));
}

function checkedText(file: Converted['files'][number]['file']): string {
  const text = printFile(file);
  const read = parseText(text, file.path);
  expect(read.diagnostics.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(read.requests).toHaveLength(file.requests.length);
  return text;
}

/** `path: reason` lines, as the command prints them. */
export function lossLines({ losses }: Converted): string[] {
  return losses.map(({ path, reason }) => `${path}: ${reason}`);
}

export interface OneRequest {
  readonly text: string;
  readonly losses: readonly string[];
}

/** The request called `r`, from below its title to its assertions, and what was lost. */
export function requestR(converted: Converted): OneRequest {
  const text = importedText(converted);
  return {
    text: text.slice(text.indexOf('### r\n') + 6, text.indexOf('\n>>>\nexpect')),
    losses: lossLines(converted),
  };
}
