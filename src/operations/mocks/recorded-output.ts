/** The file of a recording, for whoever runs svc: it may be anywhere. */
import { ServiceError } from '../../errors.js';
import { isCommandLineFileName } from '../../workspace/paths/path-text.js';
import type { OutputFile } from '../../workspace/output/output-file.js';
import { checkOutput, writeOutput } from '../../workspace/output/write-output.js';
import { changedError, checkEarlier, type PassThroughNames, type RecordedFile } from './plan-pass-through.js';
import { readIfThere } from './read-if-there.js';

/** Throws when the file cannot be written, or is something else than a recording. */
export async function openRecordedOutput(file: OutputFile, names: PassThroughNames): Promise<RecordedFile> {
  const { absolute, shown } = file;
  if (!isCommandLineFileName(absolute))
    throw new ServiceError('usage', `${names.record} must name a request file (.http, .rest or .spec)`);
  await checkOutput(file);
  const earlier = await readIfThere(file);
  if (earlier !== undefined) checkEarlier(earlier, shown, 'input', names);
  let saved = earlier;
  const save = async (text: string): Promise<void> => {
    const current = await readIfThere(file);
    // A file that somebody has removed is written again.
    if (current !== undefined && current !== saved) throw changedError(shown);
    await writeOutput(file, text, { private: true });
    saved = text;
  };
  return { shown, earlier, save };
}
