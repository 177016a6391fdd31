import { show } from '../../state/documents.js';
import { notify } from '../../state/notices.js';
import { loadParsedFiles, parsedFiles } from '../../state/parsed-files.js';
import { requestLine } from './request-line.js';

/** Opens the file of a stored result at its request, as far as both still exist. */
export async function openRequest(file: string, resultName: string): Promise<void> {
  await loadParsedFiles([file]);
  const parsed = parsedFiles.value.get(file);
  const line = parsed === undefined ? 0 : requestLine(parsed, resultName);
  if (parsed !== undefined && line === 0) {
    notify('problem', `${file} has no request “${resultName}” any more.`);
  }
  // A file that is missing or has errors says so itself.
  show(file, line);
}
