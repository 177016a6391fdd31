/** A server that has not responded by then counts as away. */
export const RESPONSE_LIMIT_MS = 5000;

export class NoResponse extends Error {
  readonly code = 'ETIMEDOUT';
}

export async function withinResponseLimit<T>(work: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new NoResponse('no response')), RESPONSE_LIMIT_MS);
  });
  try {
    return await Promise.race([work(), limit]);
  } finally {
    clearTimeout(timer);
  }
}
