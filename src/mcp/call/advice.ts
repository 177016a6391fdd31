/** What a caller can do about a failure; it follows the message, since the code says only what is wrong. */
import { FetchFailure, type FetchCode } from '../../web-fetch/rules/fetch-failure.js';

export type Advice = Partial<Readonly<Record<FetchCode, string>>>;

/** Adds the advice for its code to a failure of the work that has none yet. */
export async function advise<T>(advice: Advice, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const hint = error instanceof FetchFailure && error.hint === undefined ? advice[error.code] : undefined;
    if (!(error instanceof FetchFailure) || hint === undefined) throw error;
    throw new FetchFailure(error.code, error.message, { cause: error, hint });
  }
}
