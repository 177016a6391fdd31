/** Which files of the workspace a form is about. */
import { computed } from '@preact/signals';
import { files } from './workspace.js';

export interface ChosenFiles {
  /** Also those that come later. */
  readonly isAll: boolean;
  readonly paths: readonly string[];
}

export const choosableFiles = computed(() =>
  files.value.map(({ path, requestCount = 0 }) => ({ path, requests: requestCount })),
);

/** Those that are still there, in the order of the tree. */
export function chosenPaths({ isAll, paths }: ChosenFiles): string[] {
  const wanted = new Set(paths);
  return files.value.map(({ path }) => path).filter((path) => isAll || wanted.has(path));
}
