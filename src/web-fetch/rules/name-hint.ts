import { nearest } from '../../primitives/near-names.js';

const MAX_LISTED_NAMES = 15;

/** Helps with a name that does not exist: those near it, or else those that there are. */
export function nameHint(name: string, names: Iterable<string>, ifNone = 'there are none'): string {
  const defined = [...new Set(names)].filter((each) => each !== '');
  const near = nearest(name, defined);
  return near.length > 0
    ? `did you mean ${near.join(' or ')}?`
    : defined.length > 0
      ? listHint(defined)
      : ifNone;
}

/** The first of the words that are possible, and how many more there are. */
export function listHint(names: readonly string[]): string {
  const rest = names.length > MAX_LISTED_NAMES ? ` and ${names.length - MAX_LISTED_NAMES} more` : '';
  return `expected one of ${names.slice(0, MAX_LISTED_NAMES).join(', ')}${rest}`;
}
