/** The receipt of a saved page, from the report of the artifact tool. */
import { isPlainObject } from '../../primitives/plain-object.js';
import type { SaveOrder } from './artifact-tool.js';

type StoreReport = Readonly<Record<string, unknown>>;

const MAX_TAGS = 20;
const MAX_FAILURES = 16;
const MAX_BYTES = {
  id: 128,
  name: 80,
  status: 64,
  time: 64,
  hash: 128,
  tag: 64,
  stage: 64,
  error: 1024,
} as const;

export function stashReceipt(report: StoreReport, order: SaveOrder): Record<string, unknown> {
  const failed = readFailures(report['failed']);
  const expires = cleanText(report['expires_at'], MAX_BYTES.time);
  const custom = report['custom'];
  const secretsFound = isPlainObject(custom) ? custom['secrets_found'] : undefined;
  const tags = Array.isArray(report['tags']) ? report['tags'] : order.tags;
  const usual = failed.length > 0 ? 'saved_with_failures' : 'saved';
  return {
    id: cleanText(report['id'], MAX_BYTES.id),
    name: cleanText(report['name'], MAX_BYTES.name) || order.name,
    status: cleanText(report['status'], MAX_BYTES.status) || usual,
    created_at: cleanText(report['created_at'], MAX_BYTES.time),
    ...(expires !== '' && { expires_at: expires }),
    tags: tags.slice(0, MAX_TAGS).map((tag) => cleanText(tag, MAX_BYTES.tag)),
    content_hash: cleanText(report['content_hash'], MAX_BYTES.hash),
    file_count: toCount(report['file_count']),
    total_size: toCount(report['total_size']),
    index_requested: order.index,
    indexed: order.index && report['indexed'] === true,
    ...(secretsFound !== undefined && { secrets_found: toCount(secretsFound) }),
    ...(failed.length > 0 && { failed }),
  };
}

function readFailures(value: unknown): object[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter(isPlainObject)
    .slice(0, MAX_FAILURES)
    .map(({ id, stage, error }) => ({
      id: cleanText(id, MAX_BYTES.id),
      stage: cleanText(stage, MAX_BYTES.stage),
      error: cleanText(error, MAX_BYTES.error),
    }));
}

/** One line of at most that many bytes, cut between characters; empty for anything but text. */
export function cleanText(value: unknown, maxBytes: number): string {
  if (typeof value !== 'string') return '';
  const clean = value
    .slice(0, maxBytes)
    .toWellFormed()
    .replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, ' ');
  let cut = '';
  let size = 0;
  for (const character of clean) {
    size += Buffer.byteLength(character);
    if (size > maxBytes) break;
    cut += character;
  }
  return cut;
}

function toCount(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}
