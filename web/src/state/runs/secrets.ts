import { signal } from '@preact/signals';

/** Whether all secrets of results are shown, and copied; a reload hides them again. */
export const secretsShown = signal(false);
