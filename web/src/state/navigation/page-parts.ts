/** Parts of the page that several places open. */
import { signal } from '@preact/signals';

export const isPaletteOpen = signal(false);
export const isHelpOpen = signal(false);
/** Whether the dialog for a new file is open. */
export const isMakingFile = signal(false);
/** The part of a file that a narrow screen shows. */
export const shownPane = signal<'editor' | 'results'>('editor');
