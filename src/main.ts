import { openOutput } from './cli/command/output.js';
import type { EndSignal, ProcessContext } from './cli/process/process-context.js';
import { runCli } from './cli/run-cli.js';
import { measureWith } from './primitives/clock.js';
import { setOwnProcess } from './primitives/own-process.js';

const SIGNALS: readonly EndSignal[] = ['SIGINT', 'SIGTERM'];
const INTERNAL_FAULT = 70;

// Standard output of this command is a protocol: whatever prints there by mistake goes elsewhere (mcp.md 1.3).
const speaksProtocol = process.argv[2] === 'mcp';
if (speaksProtocol) globalThis.console = new console.Console(process.stderr, process.stderr);

const context: ProcessContext = {
  argv: process.argv.slice(2),
  env: process.env,
  forgetVariable: (name) => {
    delete process.env[name];
  },
  cwd: currentDirectory(),
  stdout: openOutput(
    () => process.stdout,
    () => isTerminal(1),
  ),
  stderr: openOutput(
    () => process.stderr,
    () => isTerminal(2),
  ),
  readStdin,
  onSignal,
  endNow: (code) => process.exit(code),
  cpuTime,
  openStreams: () => ({ input: process.stdin, output: process.stdout }),
  killGroup,
  identity: { id: process.pid, userId: process.getuid?.(), isAlive },
  system: { runtimeVersion: process.version, os: process.platform, arch: process.arch },
};

setOwnProcess({
  id: process.pid,
  host: () => process.getBuiltinModule('node:os').hostname(),
  isAlive,
});
measureWith(() => {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
});
process.on('uncaughtException', (error) => {
  void fail(error);
});
runCli(context).then((code) => {
  process.exitCode = code;
}, fail);

/** A directory removed under the process still has a name to complain about. */
function currentDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return process.env['PWD'] ?? '/';
  }
}

/** `isTTY` would open the stream, and node:tty is not worth loading for a pipe or a file. */
function isTerminal(descriptor: number): boolean {
  try {
    const { fstatSync } = process.getBuiltinModule('node:fs');
    if (!fstatSync(descriptor).isCharacterDevice()) return false;
  } catch {
    return false; // closed
  }
  return process.getBuiltinModule('node:tty').isatty(descriptor);
}

async function readStdin(most: number): Promise<Uint8Array> {
  const { ByteBuffer } = await import('./primitives/byte-buffer.js');
  const bytes = new ByteBuffer(most);
  for await (const chunk of process.stdin) {
    bytes.fill(chunk as Buffer);
    if (bytes.length >= most) break;
  }
  return bytes.bytes();
}

function onSignal(listener: (signal: EndSignal) => void): () => void {
  for (const signal of SIGNALS) process.on(signal, listener);
  return () => {
    for (const signal of SIGNALS) process.off(signal, listener);
  };
}

function cpuTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function killGroup(id: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  try {
    process.kill(-id, signal);
  } catch {
    // It has ended already.
  }
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // It is there, but not ours to signal.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** What no command caught is a defect, and nothing may go on after it. */
async function fail(error: unknown): Promise<void> {
  const { reportFault } = await import('./cli/command/failure.js');
  await reportFault(error, context);
  process.exit(speaksProtocol ? 1 : INTERNAL_FAULT);
}
