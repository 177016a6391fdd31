/** The reference of the language, which the build has put beside the page. */
import { signal } from '@preact/signals';
import { readAsset } from '../../api/page.js';
import { loadPart } from './lazy-parts.js';

/** Undefined until it is loaded. */
export const reference = signal<unknown>(undefined);

const load = loadPart(() => readAsset('/assets/language.json'));

export async function loadReference(): Promise<void> {
  reference.value ??= await load();
}
