/** Whether data was read, so that "empty" can be told from "could not be read". */

/** `stale` if it was read once and a later read failed: the old data is still shown. */
export type LoadState = 'loading' | 'ready' | 'stale' | 'failed';

export function stateAfterFailure(before: LoadState): LoadState {
  return before === 'ready' || before === 'stale' ? 'stale' : 'failed';
}
