import type { ResultSummary } from '../../../../src/server/api-types.js';

export interface LeftOutRequest {
  readonly name: string;
  readonly file: string;
  /** The line of its first error. */
  readonly line: number;
  readonly message: string;
}

/** The error of such a result is `line 9: expected …`. */
const PLACED = /^line (\d+): (.*)$/s;

type Failed = Pick<ResultSummary, 'name' | 'file' | 'line' | 'error' | 'errorKind'>;

export function findLeftOut(results: readonly Failed[]): LeftOutRequest[] {
  return results
    .filter(({ errorKind }) => errorKind === 'syntax')
    .map(({ name, file, line, error }) => {
      const [, place, message] = PLACED.exec(error) ?? [];
      return { name, file, line: place === undefined ? line : Number(place), message: message ?? error };
    });
}
