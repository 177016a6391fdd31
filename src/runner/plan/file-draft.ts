import type { Owner } from './graph.js';
import type { RunnableFile } from './run-input.js';

/** How each request of a file got into the run, by its place. */
export type Roles = Map<number, 'selected' | 'pulledIn'>;

/** A file while its plan is made. */
export interface FileDraft {
  readonly runnable: RunnableFile;
  readonly owner: Owner | undefined;
  broken: readonly string[];
  roles: Roles;
}
