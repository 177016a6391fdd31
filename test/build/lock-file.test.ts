import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repositoryRoot } from '../support/program/run-svc.js';

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly integrity?: string;
  readonly hasInstallScript?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly os?: readonly string[];
  readonly cpu?: readonly string[];
  readonly libc?: readonly string[];
}

interface Platform {
  readonly os: string;
  readonly cpu: string;
  readonly libc?: string;
}

/** Packages of other platforms that could not be resolved when the lock file was written; npm of their users does. */
const UNRESOLVED: readonly string[] = [];

const BUILD_TOOLS = ['rolldown', 'vite', 'typescript'];

/** Tools of the build and of `npm test` that are a script part with a native part for each platform. */
const NATIVE_TOOLS = [
  ...['rolldown', 'lightningcss', 'typescript', 'esbuild', '@swc/core'],
  ...['oxlint', 'oxlint-tsgolint', 'oxfmt', 'oxc-parser', 'oxc-resolver'],
];

const PLATFORMS: readonly Platform[] = [
  { os: 'linux', cpu: 'x64', libc: 'glibc' },
  { os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { os: 'linux', cpu: 'x64', libc: 'musl' },
  { os: 'linux', cpu: 'arm64', libc: 'musl' },
  { os: 'darwin', cpu: 'x64' },
  { os: 'darwin', cpu: 'arm64' },
  { os: 'win32', cpu: 'x64' },
];

const text = await readFile(join(repositoryRoot, 'package-lock.json'), 'utf8');
const { packages } = JSON.parse(text) as { packages: Readonly<Record<string, LockedPackage>> };
const locked = Object.entries(packages).filter(([path]) => path !== '');

describe('the lock file', () => {
  it('has an integrity hash for every package but those that are listed', () => {
    const withoutHash = locked.filter(([, { integrity }]) => integrity === undefined);
    expect(withoutHash.map(([path]) => path)).toEqual(UNRESOLVED);
  });

  it.each(PLATFORMS.filter(({ libc }) => libc === 'glibc'))(
    'has every package that $os $cpu installs',
    (platform) => {
      const needed = locked.filter(([, locked]) => runsOn(locked, platform));
      expect(needed.length).toBeGreaterThan(300);
      expect(needed.map(([path]) => path).filter((path) => UNRESOLVED.includes(path))).toEqual([]);
    },
  );

  it('names no host', () => {
    expect(locked.filter(([, { resolved }]) => resolved !== undefined).map(([path]) => path)).toEqual([]);
    expect(text).not.toMatch(/https?:\/\/[^"]*\.tgz/);
  });

  it('has every package of the build in one version', () => {
    const paths = buildChain();
    expect(paths.size).toBeGreaterThan(20);
    const names = new Set([...paths].map(nameOf));
    const copies = locked.filter(([path]) => names.has(nameOf(path)) && !paths.has(path));
    expect(copies.map(([path, { version }]) => `${path} ${version}`)).toEqual([]);
    expect([...paths].map(nameOf).sort()).toEqual([...names].sort());
  });

  it.each(NATIVE_TOOLS)('has the parts of %s for every platform, in the version of its script', (name) => {
    const tool = packages[`node_modules/${name}`];
    const names = Object.keys(tool?.optionalDependencies ?? {});
    const parts = names.flatMap((part) => packages[`node_modules/${part}`] ?? []);
    expect(new Set(parts.map(({ version }) => version))).toEqual(new Set([tool?.version]));
    const missing = PLATFORMS.filter((platform) => {
      return !parts.some((part) => part.integrity !== undefined && runsOn(part, platform));
    });
    expect(missing).toEqual([]);
  });
});

describe('install scripts', () => {
  it('are allowed or refused by name, so that npm has nothing to warn of', async () => {
    const manifest = await readFile(join(repositoryRoot, 'package.json'), 'utf8');
    const { allowScripts } = JSON.parse(manifest) as { allowScripts: Readonly<Record<string, boolean>> };
    const names = locked.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => nameOf(path));
    expect(Object.keys(allowScripts).sort()).toEqual([...new Set(names)].sort());
  });
});

function runsOn({ os, cpu, libc }: LockedPackage, platform: Platform): boolean {
  if (os !== undefined && !os.includes(platform.os)) return false;
  if (cpu !== undefined && !cpu.includes(platform.cpu)) return false;
  return libc === undefined || platform.libc === undefined || libc.includes(platform.libc);
}

/** The paths of the tools of the build and of everything that they load. */
function buildChain(): ReadonlySet<string> {
  const paths = new Set(BUILD_TOOLS.map((name) => `node_modules/${name}`));
  for (const path of paths) {
    const { dependencies, optionalDependencies } = packages[path] ?? {};
    for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
      const found = resolve(name, path);
      if (found !== undefined) paths.add(found);
    }
  }
  return paths;
}

/** Where Node looks: beside the package, then in every directory above it. */
function resolve(name: string, from: string): string | undefined {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/')))) {
    const path = place === '' ? `node_modules/${name}` : `${place}/node_modules/${name}`;
    if (packages[path] !== undefined) return path;
    if (place === '') return undefined;
  }
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
}
