import { percentDecoded } from '../../primitives/text/percent.js';

const VERBS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    GET: 'Get',
    POST: 'Create',
    PUT: 'Update',
    PATCH: 'Patch',
    DELETE: 'Delete',
  }),
);

/** Long enough for any title that a person would write. */
const MAX_TITLE_LENGTH = 120;

/** Derives a title from method and path, such as `Get Crates Labels`. */
export function createRequestTitle(method: string, path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '' && !segment.includes('{{'));
  const first = segments.findIndex((segment) => !/^(?:api|v\d+(?:\.\d+)*)$/i.test(segment));
  const meaningful = first === -1 ? [] : segments.slice(first);
  const words = meaningful.map(percentDecoded).filter(isName).flatMap(wordsOf);
  const title = [VERBS.get(method) ?? method, ...(words.length === 0 ? ['Root'] : words)].join(' ');
  return title.length <= MAX_TITLE_LENGTH ? title : title.slice(0, MAX_TITLE_LENGTH).trimEnd();
}

/** Replaces each run of characters other than letters and digits with `_`. */
export function requestName(title: string): string {
  return title.replace(/[^\p{L}\p{N}]+/gu, '_');
}

function wordsOf(segment: string): string[] {
  const words = segment.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && isName(word));
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
}

/** Numbers, UUIDs and runs of 16 or more hex digits are identifiers, not names. */
function isName(text: string): boolean {
  if (/^\d+$/.test(text) || /^[0-9a-f]{16,}$/i.test(text)) return false;
  return !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
