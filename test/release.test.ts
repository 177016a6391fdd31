import { describe, expect, it } from 'vitest';
import { nextVersion } from '../scripts/release-rules.mjs';
import { manifest, repository, git, release, stateOf } from './release-setup.js';

describe('the next version', () => {
  it.each([
    ['patch', '1.4.9', '1.4.10'],
    ['minor', '1.4.9', '1.5.0'],
    ['major', '1.4.9', '2.0.0'],
    ['1.10.0', '1.9.0', '1.10.0'],
    ['2.0.0', '1.9.9', '2.0.0'],
    ['1.9.10', '1.9.9', '1.9.10'],
  ])('%s after %s is %s', (wanted, current, next) => {
    expect(nextVersion(current, wanted)).toBe(next);
  });

  it.each([
    ['0.3.1', '0.3.1 is not greater than 0.3.1'],
    ['0.3.0', '0.3.0 is not greater than 0.3.1'],
    ['0.2.9', '0.2.9 is not greater than 0.3.1'],
    ['1.0', '"1.0" is not a version'],
    ['v1.0.0', '"v1.0.0" is not a version'],
    ['1.0.0-beta', '"1.0.0-beta" is not a version'],
    ['01.0.0', '"01.0.0" is not a version'],
    ['1.0.0.0', '"1.0.0.0" is not a version'],
    ['', '"" is not a version'],
  ])('is not %j', (wanted, message) => {
    expect(() => nextVersion('0.3.1', wanted)).toThrow(message);
  });
});

describe('npm run release', () => {
  it('with --dry-run shows what would happen and changes nothing', async () => {
    const root = await repository();
    const before = await stateOf(root);
    const { code, stdout } = await release(root, '--dry-run', 'minor');
    expect(code).toBe(0);
    expect(stdout).toContain('from 0.1.0 to 0.2.0');
    for (const name of ['package.json', 'package-lock.json', 'CHANGELOG.md', 'README.md', 'docs/server.md']) {
      expect(stdout).toContain(name);
    }
    expect(stdout).not.toContain('docs/other.md');
    expect(stdout).toContain('annotated tag v0.2.0');
    expect(await stateOf(root)).toEqual(before);
  });
});

describe('a release is refused', () => {
  it('for every reason at once', async () => {
    const root = await repository({ 'package.json': manifest('0.1.0', {}), 'CHANGELOG.md': '# Changelog\n' });
    await git(root, 'checkout', '--quiet', '-b', 'topic');
    const { stderr } = await release(root, '--dry-run', 'patch');
    expect(stderr.trimEnd().split('\n')).toHaveLength(4);
  });
});
