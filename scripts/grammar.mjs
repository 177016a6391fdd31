// `npm run grammar`: writes the grammar of editors again, from the tables of the language.
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { register } from 'tsx/esm/api';
import { root } from './files.mjs';

register();
const { GRAMMAR_FILE, grammarText } = await import('./grammar/build-grammar.js');
const file = join(root, GRAMMAR_FILE);
await mkdir(dirname(file), { recursive: true });
await writeFile(file, grammarText());
console.log(`${GRAMMAR_FILE} is written.`);
