import { formatCommandLine } from '../../convert/to-curl/shell-quote.js';
import { ServiceError } from '../../errors.js';
import { exportCurl } from '../../operations/exchange/export-curl.js';
import { refusalMessage } from '../../operations/files/find-request-files.js';
import { withClientValues } from '../../operations/settings/client-source.js';
import { loadRunSettings } from '../../operations/settings/run-settings.js';
import { shownName } from '../../request-file/model/request-filter.js';
import type { ExportRequest } from './command-request.js';
import { commandSettings } from './command-settings.js';
import { findRequestAtLine, loadDocument } from './load-document.js';
import { OpenTexts } from './open-texts.js';

/** The curl command of the request at a line, with the values of its environment. */
export async function performEditorExport(
  request: ExportRequest,
  signal: AbortSignal,
): Promise<{ readonly text: string }> {
  const { folder, line, openTexts, process } = request;
  const texts = new OpenTexts(openTexts, folder);
  const runnable = await loadDocument(request, texts);
  const { file, shown, directory } = runnable;
  const errors = file.diagnostics.filter(({ severity, phase }) => severity === 'error' && phase === 'syntax');
  if (errors.length > 0) throw new ServiceError('request-file', refusalMessage(shown, errors));
  const wanted = file.requests[findRequestAtLine(runnable, line)];
  const settings = await loadRunSettings({ ...commandSettings(request, texts, runnable), signal });
  const [withValues] = await withClientValues([runnable], settings);
  const { commands } = exportCurl(file, {
    requests: wanted ? [wanted] : [],
    directory,
    base: folder,
    verbose: false,
    settings: { ...settings.options, full: true, process, client: withValues?.client },
  });
  const [command] = commands;
  if (command === undefined) {
    const name = wanted ? shownName(wanted) : shown;
    throw new ServiceError('usage', `${name} cannot be written as a curl command`);
  }
  return { text: formatCommandLine(command.words) };
}
