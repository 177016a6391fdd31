import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkNativeTools } from '../../scripts/native-tools.mjs';
import { temporaryWorkspace } from '../support/files/workspace.js';

const { platform, arch } = process;

/** A package.json for each package, by its path below node_modules. */
type Tree = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const INTACT: Tree = {
  vite: { version: '8.0.0' },
  ...tool('rolldown', '1.2.3'),
  ...tool('lightningcss', '2.3.4'),
  ...tool('typescript', '3.4.5'),
};

describe('the tools of the build', () => {
  it('are those of this tree', () => {
    expect(() => checkNativeTools()).not.toThrow();
  });

  it('are taken when their parts belong together', async () => {
    expect(await complaint(INTACT)).toBe('');
  });

  it('are refused when a package brings another version', async () => {
    const tree = { ...INTACT, ...tool('rolldown', '1.2.9', 'vite/node_modules/') };
    expect(await complaint(tree)).toMatch(
      /^rolldown is installed in the versions 1\.2\.3 and 1\.2\.9; .*npm ci/,
    );
  });

  it('are refused when the native part is of another version', async () => {
    const native = { ...tool('rolldown', '1.2.9') };
    const tree = { ...INTACT, 'rolldown-native': native['rolldown-native'] ?? {} };
    expect(await complaint(tree)).toMatch(
      /^rolldown 1\.2\.3 would load rolldown-native of version 1\.2\.9; /,
    );
  });

  it('are refused when npm has left the native part out', async () => {
    const { 'lightningcss-native': _left, ...tree } = INTACT;
    const message = `the native part of lightningcss 2.3.4 for ${platform} ${arch} is not installed; `;
    expect((await complaint(tree)).startsWith(message)).toBe(true);
  });

  it('are refused when the native part is for another machine', async () => {
    const native = { ...INTACT['typescript-native'], cpu: [arch === 'x64' ? 'arm64' : 'x64'] };
    const tree = { ...INTACT, 'typescript-native': native };
    expect(await complaint(tree)).toMatch(/^the native part of typescript 3\.4\.5 /);
  });

  it('are asked for when nothing is installed', async () => {
    expect(await complaint({})).toBe('the development packages are missing; run `npm ci`.');
  });
});

function tool(name: string, version: string, place = ''): Tree {
  const native = `${name}-native`;
  return {
    [place + name]: {
      name,
      version,
      optionalDependencies: { [native]: version, [`${name}-other`]: version },
    },
    [place + native]: { name: native, version, os: [platform], cpu: [arch] },
  };
}

async function complaint(tree: Tree): Promise<string> {
  const files = Object.entries(tree).map(([path, manifest]) => {
    return [join('node_modules', path, 'package.json'), JSON.stringify(manifest)];
  });
  const project = await temporaryWorkspace(Object.fromEntries(files) as Record<string, string>);
  try {
    checkNativeTools(project);
    return '';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
