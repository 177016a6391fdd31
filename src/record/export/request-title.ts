import { percentDecoded } from '../../primitives/percent.js';

const VERBS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    GET: 'Get',
    POST: 'Create',
    PUT: 'Update',
    PATCH: 'Patch',
    DELETE: 'Delete',
  }),
);

/** Names of people's making are shorter. */
const LONGEST = 120;

/** What a request does, told by its method and path (server.md 13): `Get Crates Labels`. */
export function requestTitle(method: string, path: string): string {
  const segments = path.split('/').filter((segment) => segment !== '' && !segment.includes('{{'));
  const first = segments.findIndex((segment) => !/^(?:api|v\d+(?:\.\d+)*)$/i.test(segment));
  const telling = first === -1 ? [] : segments.slice(first);
  const words = telling.map(percentDecoded).filter(isName).flatMap(wordsOf);
  const title = [VERBS.get(method) ?? method, ...(words.length === 0 ? ['Root'] : words)].join(' ');
  return title.length <= LONGEST ? title : title.slice(0, LONGEST).trimEnd();
}

/** Each run of other characters than letters and digits as `_`. */
export function requestName(title: string): string {
  return title.replace(/[^\p{L}\p{N}]+/gu, '_');
}

function wordsOf(segment: string): string[] {
  const words = segment.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '' && isName(word));
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
}

/** Numbers, UUIDs and hex runs of 16 or more identify, they name nothing. */
function isName(text: string): boolean {
  if (/^\d+$/.test(text) || /^[0-9a-f]{16,}$/i.test(text)) return false;
  return !/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}
