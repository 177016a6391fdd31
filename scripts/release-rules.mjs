// The requirements of a release as pure functions: release.mjs checks them before it tags, release-check.mjs before
// publishing.

/** @typedef {{ name: string, version: string, repository?: string | { url?: string } }} Manifest */

const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;

/**
 * @param {string} current
 * @param {string} wanted `major`, `minor`, `patch` or a version
 * @returns {string}
 */
export function nextVersion(current, wanted) {
  const [major = 0, minor = 0, patch = 0] = numbersOf(current);
  if (wanted === 'major') return `${major + 1}.0.0`;
  if (wanted === 'minor') return `${major}.${minor + 1}.0`;
  if (wanted === 'patch') return `${major}.${minor}.${patch + 1}`;
  const next = numbersOf(wanted);
  const at = next.findIndex((number, index) => number !== [major, minor, patch][index]);
  if (at === -1 || (next[at] ?? 0) < ([major, minor, patch][at] ?? 0)) {
    throw new Error(`${wanted} is not greater than ${current}, the version in package.json.`);
  }
  return wanted;
}

/** @param {string} version */
function numbersOf(version) {
  const match = VERSION.exec(version);
  if (match === null) {
    throw new Error(
      `"${version}" is not a version; give three numbers such as 1.4.0, or patch, minor or major.`,
    );
  }
  return match.slice(1).map(Number);
}

/**
 * The text below a heading of the changelog.
 * @param {string} changelog
 * @param {string} name a version, or `Unreleased`
 * @returns {string} empty if there is no such heading or only headings below it
 */
export function sectionOf(changelog, name) {
  const lines = changelog.split(/\r?\n/);
  const start = lines.findIndex((line) => line.startsWith(`## [${name}]`)) + 1;
  if (start === 0) return '';
  const length = lines.slice(start).findIndex((line) => line.startsWith('## '));
  const section = lines.slice(start, length === -1 ? undefined : start + length);
  return section.some((line) => /^[^#\s]/.test(line)) ? section.join('\n').trim() : '';
}

/**
 * Gives the unreleased changes a version, and adds a new, empty section above it.
 * @param {string} changelog
 * @param {string} version
 * @param {string} date
 */
export function withRelease(changelog, version, date) {
  return changelog.replace(/^## \[Unreleased\][ \t]*$/m, `## [Unreleased]\n\n## [${version}] - ${date}`);
}

/**
 * Updates the version in examples of the documentation, which tests compare with the output of svc and with the package.
 * @param {string} page
 * @param {string} current
 * @param {string} next
 */
export function withShownVersion(page, current, next) {
  const before = '\\bsvc |"version":"|\\bsvc-http[@-]|\\bsvc:|\\buses: \\S+@v|\\brev: v';
  const shown = new RegExp(`(${before})${current.replaceAll('.', '[.]')}(?![.]?\\d)`, 'g');
  return page.replaceAll(shown, (_, words) => `${words}${next}`);
}

/**
 * @param {Manifest} manifest
 * @returns {string[]} at most one sentence
 */
export function repositoryProblems({ repository }) {
  const url = typeof repository === 'string' ? repository : repository?.url;
  if (url) return [];
  return [
    'package.json has no "repository", without which npm refuses a package with provenance; ' +
      'CONTRIBUTING.md explains what to add before the first release.',
  ];
}
