/** Inputs that once broke a rule; `npm test` tries them again. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { seedOf } from './random.js';

export interface KeptCase {
  readonly target: string;
  /** What was wrong with it. */
  readonly fault: string;
  /** How it was found. */
  readonly seed: number;
  readonly case: number;
  readonly input: string;
}

const folder = join(import.meta.dirname, 'corpus');

/** JSON of ASCII characters, which any input survives. Returns the path below the repository. */
export function keepCase(kept: KeptCase): string {
  const name = `${seedOf(kept.input).toString(16).padStart(8, '0')}.json`;
  const text = JSON.stringify(kept, null, 2).replaceAll(
    /[^\n\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  mkdirSync(join(folder, kept.target), { recursive: true });
  writeFileSync(join(folder, kept.target, name), `${text}\n`);
  return `test/fuzz/corpus/${kept.target}/${name}`;
}

export function keptCases(): readonly (KeptCase & { readonly path: string })[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.replaceAll('\\', '/'))
    .sort()
    .map((path) => ({ path, ...(JSON.parse(readFileSync(join(folder, path), 'utf8')) as KeptCase) }));
}
