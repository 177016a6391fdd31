/** Recognises that the server has another build of the page than the one that is running. */
import { signal } from '@preact/signals';
import { readPage } from '../../api/page.js';

/** Parts of this page that are not loaded yet may be gone; a reload gets the new one. */
export const isOutdated = signal(false);

/** Compares the script of the page, whose name changes with its content. */
export async function checkBuild(): Promise<void> {
  const own = document.querySelector('script[type=module][src]')?.getAttribute('src') ?? '';
  const page = await readPage();
  if (page !== undefined && own !== '') isOutdated.value = !scriptsOf(page).includes(own);
}

export function scriptsOf(page: string): readonly string[] {
  return [...page.matchAll(/<script\b[^>]*?\ssrc="([^"]+)"/g)].map(([, src = '']) => src);
}
