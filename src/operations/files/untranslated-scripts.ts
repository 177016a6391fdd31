/** Statements of scripts of other clients that a run does not check. */
import { ServiceError } from '../../errors.js';
import type { RunnableFile } from '../../runner/plan/run-input.js';

/** One line per file that has any; throws instead if nothing may be left unchecked. */
export function untranslatedScripts(files: readonly RunnableFile[], isStrict: boolean): readonly string[] {
  const lines = files.flatMap(({ file, shown }) => {
    const count = file.diagnostics.filter(({ code }) => code === 'untranslated_script').length;
    if (count === 0) return [];
    const statements = count === 1 ? '1 script statement is' : `${count} script statements are`;
    return [`${shown}: ${statements} not checked (svc validate shows them)`];
  });
  if (isStrict && lines.length > 0)
    throw new ServiceError('request-file', lines.join('\n'), {
      hint: 'write what they check as assertions, or leave out --strict-scripts',
    });
  return lines;
}

/** The files, if everything in their scripts is checked or may be left out. */
export function withCheckedScripts(
  files: readonly RunnableFile[],
  { strictScripts }: { readonly strictScripts: boolean },
): readonly RunnableFile[] {
  if (strictScripts) untranslatedScripts(files, true);
  return files;
}
