import { trimBlanks } from './characters.js';

/** The kinds of blocks, in the order in which messages list them. */
export const BLOCK_KINDS = [
  'assertions',
  'capture',
  'multipart',
  'db',
  'shell',
  'graphql',
  'variables',
  'mock',
] as const;

export type BlockKind = (typeof BLOCK_KINDS)[number];

/** Assertions are the only block without a word. */
export function blockOpener(kind: BlockKind): string {
  return kind === 'assertions' ? '>>>' : `>>>${kind}`;
}

/** Raw blocks keep their text; the others are parsed line by line. */
export const RAW_BLOCKS: ReadonlySet<BlockKind> = new Set<BlockKind>(['graphql', 'variables', 'mock']);

const KINDS: ReadonlyMap<string, BlockKind> = new Map(
  BLOCK_KINDS.map((kind) => [blockOpener(kind).slice(3), kind]),
);

/** The kind of the block that a line beginning with `>>>` opens; undefined if there is none of that name. */
export function openedKind(line: string): BlockKind | undefined {
  return KINDS.get(trimBlanks(line.slice(3)).toLowerCase());
}
