import { PassThrough, Readable } from 'node:stream';
import type { Output, ProcessContext } from '../../../src/cli/process/process-context.js';

export interface FakeContext extends ProcessContext {
  readonly written: { stdout: string; stderr: string };
}

export interface ContextParts {
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  readonly input?: string;
  readonly terminals?: { readonly stdout?: boolean; readonly stderr?: boolean };
  readonly failure?: string;
}

/** A process that exists only in memory. */
export function fakeContext(argv: readonly string[], parts: ContextParts = {}): FakeContext {
  const written = { stdout: '', stderr: '' };
  const output = (name: 'stdout' | 'stderr'): Output => ({
    isTerminal: parts.terminals?.[name] ?? false,
    columns: 80,
    failure: name === 'stdout' ? parts.failure : undefined,
    async write(text) {
      written[name] += text;
    },
  });
  return {
    argv,
    env: parts.env ?? {},
    forgetVariable: () => undefined,
    cwd: parts.cwd ?? '/nowhere',
    stdout: output('stdout'),
    stderr: output('stderr'),
    stdoutPlace: () => (parts.terminals?.stdout && parts.terminals.stderr ? 'same-terminal' : 'elsewhere'),
    readStdin: async (maxBytes) => new TextEncoder().encode(parts.input ?? '').subarray(0, maxBytes),
    openTerminalInput: () => undefined,
    onSignal: () => () => undefined,
    endNow: () => undefined,
    cpuTime: () => 0,
    openStreams: () => ({ input: Readable.from([]), output: new PassThrough() }),
    killGroup: () => undefined,
    identity: { id: 4711, userId: undefined, isAlive: () => false },
    system: { runtimeVersion: 'v20.0.0', os: 'linux', arch: 'x64' },
    written,
  };
}
