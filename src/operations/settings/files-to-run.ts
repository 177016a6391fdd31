/** What every run does with the files that it was given, whoever asked for it. */
import { ServiceError } from '../../errors.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';
import { withClientValues, type ClientSettings } from './client-source.js';

export interface FilesToRun {
  /** With the values that environment files of other clients give them. */
  readonly files: readonly RunnableFile[];
  /** One line per file in whose scripts something is not checked. */
  readonly unchecked: readonly string[];
}

/** Throws for files with scripts that cannot be checked, if the settings want them refused. */
export async function filesToRun(
  files: readonly RunnableFile[],
  settings: ClientSettings & { readonly strictScripts: boolean },
): Promise<FilesToRun> {
  const unchecked = untranslatedScripts(files);
  if (settings.strictScripts && unchecked.length > 0)
    throw new ServiceError('request-file', unchecked.join('\n'), {
      hint: 'write what they check as assertions, or leave out --strict-scripts (in service.yaml: strictScripts)',
    });
  return { files: await withClientValues(files, settings), unchecked };
}

function untranslatedScripts(files: readonly RunnableFile[]): readonly string[] {
  return files.flatMap(({ file, shown }) => {
    const count = file.diagnostics.filter(({ code }) => code === 'untranslated_script').length;
    if (count === 0) return [];
    const statements = count === 1 ? '1 script statement is' : `${count} script statements are`;
    return [`${shown}: ${statements} not checked (svc validate shows them)`];
  });
}
