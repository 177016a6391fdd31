import { isHopByHop } from '../recordings/hop-by-hop.js';

const OMITTED_HEADERS: ReadonlySet<string> = new Set([
  'host',
  'content-length',
  'accept-encoding',
  'user-agent',
  'origin',
  'referer',
]);

/** Whether a header of a recorded request matters to the target. */
export function isExportedHeader(name: string): boolean {
  const lower = name.toLowerCase();
  return (
    !OMITTED_HEADERS.has(lower) && !isHopByHop(lower) && !lower.startsWith('sec-') && !lower.startsWith('#')
  );
}
