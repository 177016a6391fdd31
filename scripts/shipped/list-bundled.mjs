// `npm run bundled`: updates the list of bundled packages from the notices of the build in dist/.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from '../files.mjs';
import { builtNotices } from './built-notices.mjs';
import { bundledPlaces, LIST_FILE, readLock } from './shipped-packages.mjs';

const packages = bundledPlaces(await readLock(), await builtNotices());
await writeFile(join(root, LIST_FILE), `${JSON.stringify({ packages }, null, 2)}\n`);
console.log(`${packages.length} packages are bundled; they stand in ${LIST_FILE}.`);
