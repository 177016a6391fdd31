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
