/** The header that tells a target which trace a request belongs to (W3C Trace Context, level 1). */
import { headerValues } from './header-list.js';
import type { HeaderList } from './message.js';

export const TRACEPARENT = 'traceparent';

export interface TraceParent {
  /** 32 hexadecimal digits. */
  readonly traceId: string;
  /** 16 hexadecimal digits: the span that caused the request. */
  readonly spanId: string;
}

/** The trace is always sampled, because somebody has asked for it. */
export function formatTraceparent({ traceId, spanId }: TraceParent): string {
  return `00-${traceId}-${spanId}-01`;
}

/** What a written header says; undefined without one, with several, and with one that targets must ignore. */
export function writtenTraceparent(headers: HeaderList): TraceParent | undefined {
  const values = headerValues(headers, TRACEPARENT);
  return values.length === 1 ? parseTraceparent(values[0] ?? '') : undefined;
}

/** Versions after the first may have more fields, but the first four keep their meaning. */
function parseTraceparent(value: string): TraceParent | undefined {
  const [, version = '', traceId = '', spanId = '', more = ''] = FORM.exec(value.trim()) ?? [];
  if (version === '' || version === 'ff' || (version === '00' && more !== '')) return undefined;
  return ONLY_ZEROS.test(traceId) || ONLY_ZEROS.test(spanId) ? undefined : { traceId, spanId };
}

const FORM = /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;
const ONLY_ZEROS = /^0+$/;
