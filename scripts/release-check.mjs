// `node scripts/release-check.mjs v0.2.0`: the checks of the release workflow before it publishes. Prints the section
// of the changelog, which becomes the text of the release.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { root } from './files.mjs';
import { repositoryProblems, sectionOf } from './release-rules.mjs';

const [tag = ''] = process.argv.slice(2);
/** @type {import('./release-rules.mjs').Manifest} */
const manifest = JSON.parse(await readFile(join(root, 'package.json'), 'utf8'));
const notes = sectionOf(await readFile(join(root, 'CHANGELOG.md'), 'utf8'), manifest.version);

const problems = [
  ...(tag === `v${manifest.version}`
    ? []
    : [
        `The tag is "${tag}" but the version in package.json is ${manifest.version}; make tags with npm run release.`,
      ]),
  ...repositoryProblems(manifest),
  ...(notes === ''
    ? [`CHANGELOG.md has no section for ${manifest.version}; make releases with npm run release.`]
    : []),
];
for (const problem of problems) console.error(problem);
if (problems.length > 0) process.exitCode = 1;
else console.log(notes);
