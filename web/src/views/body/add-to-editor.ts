/** Writes an assertion or a capture into the editor of the file that a result came from. */
import type { LineAddition } from '../../../../src/request-file/add-line.js';
import { addLineTo } from '../../language/language.js';
import { openText, replaceText } from '../../state/documents.js';
import { notify } from '../../state/notices.js';
import { showLine } from '../results/show-line.js';

/** The request that a result belongs to. */
export interface RequestPlace {
  readonly file: string;
  readonly name: string;
  readonly line: number;
  /** Among the results of that name, from 1; 1 when left out. */
  readonly occurrence?: number;
}

export async function addToEditor(
  { file, name, line }: RequestPlace,
  kind: LineAddition['kind'],
  part: LineAddition['part'],
  /** Why the line would not mean this part; empty if it does. */
  refusal = '',
): Promise<void> {
  if (refusal !== '') {
    notify('problem', refusal);
    return;
  }
  const text = await openText(file);
  if (text === undefined) {
    notify('problem', `${file} cannot be opened, so nothing was added.`);
    return;
  }
  const added = await addLineTo(file, text, { kind, part, requestName: name, requestLine: line });
  if (!added.ok) {
    notify('problem', added.problem);
    return;
  }
  if (!added.isThere && !replaceText(file, text, added.text)) {
    notify('problem', 'The text was changed meanwhile; try again.');
    return;
  }
  showLineAndStay(file, added.line);
  const shown = added.written.length > 100 ? `${added.written.slice(0, 100)}…` : added.written;
  notify(
    'done',
    added.isThere ? `Line ${added.line} already says: ${shown}` : `Added to line ${added.line}: ${shown}`,
  );
}

/** Shows the line in the editor, which takes the focus, and gives it back for the next value. */
function showLineAndStay(file: string, line: number): void {
  const before = document.activeElement;
  showLine(file, line);
  let frames = 0;
  const returnFocus = (): void => {
    const isTaken = document.activeElement !== before && document.activeElement?.shadowRoot !== null;
    if (isTaken && before instanceof HTMLElement && before.isConnected) before.focus();
    else if (++frames < MAX_FRAMES) requestAnimationFrame(returnFocus);
  };
  requestAnimationFrame(returnFocus);
}

const MAX_FRAMES = 10;
