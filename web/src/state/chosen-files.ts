/** The files of the workspace that are chosen in a form. */
import { computed } from '@preact/signals';
import { files } from './workspace.js';

export interface ChosenFiles {
  /** Includes files that are created later. */
  readonly isAll: boolean;
  readonly paths: readonly string[];
}

export const choosableFiles = computed(() =>
  files.value.map(({ path, requestCount = 0 }) => ({ path, requests: requestCount })),
);

/** The chosen files that still exist, in the order of the tree. */
export function chosenPaths({ isAll, paths }: ChosenFiles): string[] {
  const wanted = new Set(paths);
  return files.value.map(({ path }) => path).filter((path) => isAll || wanted.has(path));
}
