/** What a caller is told of a saved page (mcp.md 8.3). */
import { isObject } from '../protocol/check-arguments.js';
import type { SaveOrder } from './artifact-tool.js';

type Answer = Readonly<Record<string, unknown>>;

const MOST_TAGS = 20;
const MOST_FAILURES = 16;
const LONGEST = {
  id: 128,
  name: 80,
  status: 64,
  time: 64,
  hash: 128,
  tag: 64,
  stage: 64,
  error: 1024,
} as const;

export function stashReceipt(answer: Answer, order: SaveOrder): Record<string, unknown> {
  const failed = failures(answer['failed']);
  const expires = text(answer['expires_at'], LONGEST.time);
  const custom = answer['custom'];
  const secretsFound = isObject(custom) ? custom['secrets_found'] : undefined;
  const tags = Array.isArray(answer['tags']) ? answer['tags'] : order.tags;
  const usual = failed.length > 0 ? 'saved_with_failures' : 'saved';
  return {
    id: text(answer['id'], LONGEST.id),
    name: text(answer['name'], LONGEST.name) || order.name,
    status: text(answer['status'], LONGEST.status) || usual,
    created_at: text(answer['created_at'], LONGEST.time),
    ...(expires !== '' && { expires_at: expires }),
    tags: tags.slice(0, MOST_TAGS).map((tag) => text(tag, LONGEST.tag)),
    content_hash: text(answer['content_hash'], LONGEST.hash),
    file_count: count(answer['file_count']),
    total_size: count(answer['total_size']),
    index_requested: order.index,
    indexed: order.index && answer['indexed'] === true,
    ...(secretsFound !== undefined && { secrets_found: count(secretsFound) }),
    ...(failed.length > 0 && { failed }),
  };
}

function failures(value: unknown): object[] {
  if (!Array.isArray(value)) return [];
  return value
    .filter(isObject)
    .slice(0, MOST_FAILURES)
    .map(({ id, stage, error }) => ({
      id: text(id, LONGEST.id),
      stage: text(stage, LONGEST.stage),
      error: text(error, LONGEST.error),
    }));
}

/** At most so many bytes, cut at a character. */
export function text(value: unknown, most: number): string {
  if (typeof value !== 'string') return '';
  const clean = value
    .slice(0, most)
    .toWellFormed()
    // oxlint-disable-next-line no-control-regex -- these are what is replaced
    .replaceAll(/[\u0000-\u001f\u007f-\u009f]/g, ' ');
  let cut = '';
  let size = 0;
  for (const character of clean) {
    size += Buffer.byteLength(character);
    if (size > most) break;
    cut += character;
  }
  return cut;
}

function count(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0 ? value : 0;
}
