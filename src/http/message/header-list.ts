/** Header lists changed or taken apart; names are compared without case, order and repeats stay. */
import type { HeaderList } from './message.js';

export function headerValues(headers: HeaderList, name: string): string[] {
  const wanted = name.toLowerCase();
  return headers.filter(([each]) => each.toLowerCase() === wanted).map(([, value]) => value);
}

/** The header stands where the first of its name stood, else at the end. */
export function withHeader(headers: HeaderList, name: string, value: string): HeaderList {
  const wanted = name.toLowerCase();
  const at = headers.findIndex(([each]) => each.toLowerCase() === wanted);
  const others = headers.filter(([each]) => each.toLowerCase() !== wanted);
  return others.toSpliced(at === -1 ? others.length : at, 0, [name, value]);
}

export function withoutHeaders(
  headers: HeaderList,
  dropped: (lowerCaseName: string, value: string) => boolean,
): HeaderList {
  return headers.filter(([name, value]) => !dropped(name.toLowerCase(), value));
}
