/** Writes suggested assertions into the editor of their file. */
import type { NamedAssertion } from '../../language/messages.js';
import { addAssertionsTo } from '../../language/language.js';
import { openText, replaceText } from '../../state/documents.js';
import { notify } from '../../state/notices.js';
import { formatCount } from '../../../../src/primitives/text/output-text.js';

/** Whether they were added; a notice says why not. */
export async function acceptSuggestions(
  file: string,
  suggestions: readonly NamedAssertion[],
): Promise<boolean> {
  const text = await openText(file);
  if (text === undefined) return refuse(`${file} cannot be opened, so nothing was added.`);
  const added = await addAssertionsTo(file, text, suggestions);
  if (!added.ok) return refuse(added.problem);
  if (!replaceText(file, text, added.text)) return refuse('The text was changed meanwhile; try again.');
  notify('done', `Added ${formatCount(added.count, 'assertion')}. Save the file to keep them.`);
  return true;
}

function refuse(problem: string): false {
  notify('problem', problem);
  return false;
}
