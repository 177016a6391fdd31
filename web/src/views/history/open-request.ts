import { readParsedFile } from '../../api/files.js';
import { show } from '../../state/documents.js';
import { attempt, notify } from '../../state/notices.js';
import { requestLine } from './request-line.js';

/** Opens the file of a stored result at its request, as far as both still exist. */
export async function openRequest(file: string, resultName: string): Promise<void> {
  const parsed = await attempt(() => readParsedFile(file));
  if (parsed === undefined) return;
  const line = requestLine(parsed, resultName);
  if (line === 0) notify('problem', `${file} has no request “${resultName}” any more.`);
  show(file, line);
}
