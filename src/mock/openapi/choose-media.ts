/** Chooses the media type of a response by the `Accept` header (RFC 9110 12.5.1). */
import { isJsonMedia } from '../../documents/operation-media.js';
import { mediaTypeOf } from '../../primitives/text/content-type.js';

interface AcceptedRange {
  readonly type: string;
  readonly quality: number;
}

const MAX_RANGES = 100;

/**
 * The offered type that the client likes best; of equal ones JSON, then the first. When none is acceptable, the first,
 * because a response of another type tells more than a refusal.
 */
export function chooseOffered<T extends { readonly type: string }>(
  offered: readonly T[],
  accept: string,
): T | undefined {
  const ranges = readRanges(accept);
  let best: { readonly media: T; readonly quality: number } | undefined;
  for (const media of [...offered].sort(
    (a, b) => Number(isJsonMedia(b.type)) - Number(isJsonMedia(a.type)),
  )) {
    const quality = qualityOf(mediaTypeOf(media.type), ranges);
    if (quality > (best?.quality ?? 0)) best = { media, quality };
  }
  return best?.media ?? offered[0];
}

function readRanges(accept: string): readonly AcceptedRange[] {
  if (accept.trim() === '') return [{ type: '*/*', quality: 1 }];
  return accept.split(',', MAX_RANGES).map((written) => {
    const quality = /;\s*q\s*=\s*([\d.]+)/i.exec(written)?.[1];
    return { type: mediaTypeOf(written), quality: quality === undefined ? 1 : Number(quality) || 0 };
  });
}

/** The most specific range counts. An offered type with wildcards fits what it includes. */
function qualityOf(type: string, ranges: readonly AcceptedRange[]): number {
  const [main = ''] = type.split('/', 1);
  for (const wanted of [type, `${main}/*`, '*/*']) {
    const found = ranges.find((range) => range.type === wanted);
    if (found) return found.quality;
  }
  const isWild = type.endsWith('/*');
  const inside = ranges.find((range) => type === '*/*' || (isWild && range.type.startsWith(`${main}/`)));
  return inside?.quality ?? 0;
}
