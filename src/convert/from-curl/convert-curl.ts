import { ServiceError } from '../../errors.js';
import { readShellLines, type ShellLine } from '../../primitives/shell-words.js';
import { MAX_REQUEST_FILE_BYTES } from '../../request-file/text/max-file-size.js';
import { assembleFiles } from '../assemble-files.js';
import type { Converted, ConvertOptions, Loss } from '../converted.js';
import type { ImportedRequestDraft } from '../import-draft.js';
import type { CurlOptions } from './curl-options.js';
import { convertCommand } from './curl-request.js';
import { readOptions } from './read-options.js';

/** Converts curl commands, one per line, to one request file. */
export function convertCurl(text: string, options: ConvertOptions): Converted {
  const lines = readShellLines(toPosix(text), (name) => `{{${name}}}`);
  if (lines.length === 0) throw notCurl('the text is empty');
  const requests: ImportedRequestDraft[] = [];
  const warnings: string[] = [];
  const refused: Loss[] = [];
  let repeated = 0;
  lines.forEach((line, i) => {
    const place = `command ${i + 1}`;
    // One line that is something else does not spoil a list.
    const refuse = (problem: string): void => {
      if (lines.length === 1) throw notCurl(problem);
      refused.push({ path: place, reason: `not a curl command: ${problem}` });
    };
    if (line.problem !== undefined) return refuse(line.problem);
    const read = readOptions(line.words);
    if (read.problem !== undefined) return refuse(read.problem);
    warnings.push(...read.warnings.map((warning) => `${place}: ${warning}`));
    for (const part of read.parts) repeated += repeatedLength(part);
    if (repeated > MAX_REQUEST_FILE_BYTES) throw new ServiceError('input', TOO_LARGE);
    const drafts = read.parts.flatMap((part) => convertCommand(part, place));
    const [first, ...others] = drafts;
    if (first === undefined) return refuse('no URL of it is one of HTTP');
    const reasons = new Set(read.parts.flatMap(({ losses }) => losses));
    const losses = [
      ...Array.from(reasons, (reason) => ({ path: place, reason })),
      ...shellLosses(line, place),
    ];
    requests.push({ ...first, losses }, ...others);
  });
  const [problem] = refused;
  if (requests.length === 0 && problem !== undefined)
    throw notCurl(`${problem.path}: ${problem.reason.replace('not a curl command: ', '')}`);
  const draft = { path: '', title: 'Requests', format: 'curl' as const, requests, losses: refused };
  return assembleFiles([draft], options, { warnings });
}

/** On Windows, `^` continues a line and takes the meaning of the character after it, while `$` has none. */
function toPosix(text: string): string {
  const isEscaped = /\^"/.test(text) && /^\s*curl/i.test(text);
  if (!isEscaped && !/\^[ \t]*\r?\n/.test(text)) return text;
  const joined = text.replace(/\^[ \t]*\r?\n/g, ' ');
  const plain = isEscaped ? joined.replace(/\^([\s\S])/g, '$1') : joined;
  return plain.replace(/[$`]/g, '\\$&');
}

/** The size of what is written again for every further URL, which a short command could multiply without limit. */
function repeatedLength({ urls, headers, data, form }: CurlOptions): number {
  return urls.length < 2 ? 0 : (urls.length - 1) * JSON.stringify([headers, data, form]).length;
}

const TOO_LARGE =
  'the commands hold more than one request file can (10 MiB); import them in parts, with fewer URLs each';

function notCurl(reason: string): ServiceError {
  return new ServiceError('input', `not a curl command: ${reason}`);
}

function shellLosses({ notes }: ShellLine, path: string): Loss[] {
  return notes.map((note) => {
    const shown = note.text.length > 60 ? `${note.text.slice(0, 60)}...` : note.text;
    switch (note.kind) {
      case 'expansion':
        return { path, reason: `${shown} is not expanded and stays as text` };
      case 'operator':
        return { path, reason: `the shell operator ${shown} and what follows it is no part of a request` };
      case 'bytes':
        return { path, reason: "bytes of $'...' that are no UTF-8 text cannot be kept" };
    }
  });
}
