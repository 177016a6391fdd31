import { notify } from '../../state/notices.js';

/** Copies a text and says so. */
export async function copyText(text: string, done: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    notify('done', done.length > 120 ? `${done.slice(0, 120)}…` : done);
  } catch {
    notify('problem', 'Copying failed; the browser did not allow it.');
  }
}
