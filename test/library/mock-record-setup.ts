import { onTestFinished } from 'vitest';
import { createMock } from '../../src/library.js';
import type { Mock, MockOptions } from '../../src/programs/mock-types.js';

export async function mockOf(paths: readonly string[], options: MockOptions): Promise<Mock> {
  const mock = await createMock(paths, { env: { HOME: options.cwd }, ...options });
  onTestFinished(() => mock.close().catch(() => undefined));
  return mock;
}
