/**
 * The one place where it is asked whether something typed is not saved yet. Every store that holds drafts registers a
 * check once; checks read signals, so `isAnythingUnsaved` changes with them.
 */
import { computed, signal } from '@preact/signals';

export type UnsavedCheck = () => boolean;

const checks = signal<readonly UnsavedCheck[]>([]);

/** True while any registered check is true: closing the tab asks first, and nothing suggests a reload. */
export const isAnythingUnsaved = computed(() => checks.value.some((check) => check()));

/** Adds a check; the returned function removes it again. */
export function registerUnsaved(check: UnsavedCheck): () => void {
  checks.value = [...checks.peek(), check];
  return () => {
    checks.value = checks.peek().filter((each) => each !== check);
  };
}
