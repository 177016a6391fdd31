import { describe, expect, it } from 'vitest';
import { importPackage, loadPackage } from './load-package.js';

describe('loadPackage', () => {
  const missing = (name: string): Error => new Error(`install ${name}`);

  it('returns the module', async () => {
    expect(await loadPackage('node:path', missing)).toHaveProperty('join');
    expect(await importPackage('node:path')).toHaveProperty('join');
  });

  it('names the package and no path when it cannot be loaded', async () => {
    const load = (): Promise<unknown> => Promise.reject(new Error('Cannot find /a/path'));
    await expect(loadPackage('mysql2/promise', missing, load)).rejects.toThrow(/^install mysql2$/);
  });
});
