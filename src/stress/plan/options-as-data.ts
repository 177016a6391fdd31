import type { RunOptions } from '../../runner/plan/options.js';

/** `process.env` looks like an object, but cannot be copied to another thread. */
export function asData(options: RunOptions): RunOptions {
  const { proxy } = options;
  if (proxy.kind !== 'environment') return options;
  return { ...options, proxy: { kind: 'environment', variables: { ...proxy.variables } } };
}
