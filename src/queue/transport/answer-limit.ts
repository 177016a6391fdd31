/** A server that has not answered by then counts as away. */
export const ANSWER_LIMIT_MS = 5000;

export class NoAnswer extends Error {
  readonly code = 'ETIMEDOUT';
}

export async function withinAnswerLimit<T>(work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoAnswer('no answer')), ANSWER_LIMIT_MS);
  });
  try {
    return await Promise.race([work(), limit]);
  } finally {
    clearTimeout(timer);
  }
}
