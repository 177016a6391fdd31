/** What the checks of options share: errors with a reason and an advice, and words of a fixed list. */
import { ServiceError } from '../../errors.js';

export function usage(message: string, hint: string): ServiceError {
  return new ServiceError('usage', message, { hint });
}

export function missing(message: string, hint: string): ServiceError {
  return new ServiceError('input', message, { hint });
}

export function readWord<W extends string>(
  text: string | undefined,
  flag: string,
  words: readonly W[],
  fallback: W,
): W {
  const wanted = text?.trim() || fallback;
  const found = words.find((word) => word === wanted);
  if (found !== undefined) return found;
  throw usage(`the value of --${flag} is unknown`, `use one of ${words.join(', ')}`);
}
