import { openOutput } from './cli/command/output.js';
import type {
  ProcessContext,
  StdoutPlace,
  TerminalInput,
  TerminationSignal,
} from './cli/process/process-context.js';
import { runCli } from './cli/run-cli.js';
import { setClock } from './primitives/clock.js';
import { setOwnProcess } from './primitives/own-process.js';

const SIGNALS: readonly TerminationSignal[] = ['SIGINT', 'SIGTERM'];
const INTERNAL_FAULT = 70;

// Standard output of `svc mcp` and `svc lsp` is a protocol, so anything that a library prints there goes to standard error.
const speaksProtocol = process.argv[2] === 'mcp' || process.argv[2] === 'lsp';
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
  stdoutPlace,
  readStdin,
  openTerminalInput,
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
setClock(() => {
  const [seconds, nanoseconds] = process.hrtime();
  return seconds * 1000 + nanoseconds / 1e6;
});
process.on('uncaughtException', (error) => {
  void fail(error);
});
// When nothing is left to do, the process ends at once: Node would first take its heap apart for some milliseconds.
process.once('beforeExit', () => process.exit());
runCli(context).then((code) => {
  process.exitCode = code;
}, fail);

/** When the directory of the process was removed, its name is still needed for the message. */
function currentDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return process.env['PWD'] ?? '/';
  }
}

/** `isTTY` would open the stream, and node:tty is loaded only for character devices. */
function isTerminal(descriptor: number): boolean {
  try {
    const { fstatSync } = process.getBuiltinModule('node:fs');
    if (!fstatSync(descriptor).isCharacterDevice()) return false;
  } catch {
    return false; // closed
  }
  return process.getBuiltinModule('node:tty').isatty(descriptor);
}

/** Two terminals have different numbers. */
function stdoutPlace(): StdoutPlace {
  if (isTerminal(1) && isTerminal(2)) {
    const { fstatSync } = process.getBuiltinModule('node:fs');
    return fstatSync(1).rdev === fstatSync(2).rdev ? 'same-terminal' : 'elsewhere';
  }
  return isPipe(1) ? 'pipe' : 'elsewhere';
}

function isPipe(descriptor: number): boolean {
  try {
    const stats = process.getBuiltinModule('node:fs').fstatSync(descriptor);
    return stats.isFIFO() || stats.isSocket();
  } catch {
    return false; // closed
  }
}

async function readStdin(maxBytes: number): Promise<Uint8Array> {
  const { ByteBuffer } = await import('./primitives/byte-buffer.js');
  const bytes = new ByteBuffer(maxBytes);
  for await (const chunk of process.stdin) {
    bytes.fill(chunk as Buffer);
    if (bytes.length >= maxBytes) break;
  }
  return bytes.bytes();
}

function openTerminalInput(): TerminalInput | undefined {
  if (!isTerminal(0) || !isForeground()) return undefined;
  const { stdin } = process;
  return {
    setRawMode: (on) => void stdin.setRawMode(on),
    onText: (listener) => {
      const onData = (bytes: Buffer): void => listener(bytes.toString());
      // A terminal that is closed ends the process by a signal.
      stdin.on('error', () => undefined);
      stdin.on('data', onData);
      return () => {
        stdin.off('data', onData);
        stdin.pause();
      };
    },
    interrupt: () => void process.emit('SIGINT', 'SIGINT'),
    suspend: (onContinue) => {
      if (process.platform === 'win32') return;
      process.once('SIGCONT', onContinue);
      process.kill(process.pid, 'SIGTSTP');
    },
  };
}

/** A process in the background is stopped when it reads from the terminal; only Linux tells without asking it. */
function isForeground(): boolean {
  if (process.platform !== 'linux') return true;
  const stat = process.getBuiltinModule('node:fs').readFileSync('/proc/self/stat', 'utf8');
  const [, , group, , , foregroundGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return group === foregroundGroup;
}

function onSignal(listener: (signal: TerminationSignal) => void): () => void {
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
    // The group has ended already.
  }
}

function isAlive(id: number): boolean {
  try {
    process.kill(id, 0);
    return true;
  } catch (error) {
    // The process exists, but belongs to another user.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** An error that no command caught is a defect, and the process must not continue after it. */
async function fail(error: unknown): Promise<void> {
  const { reportFault } = await import('./cli/command/failure.js');
  await reportFault(error, context);
  process.exit(speaksProtocol ? 1 : INTERNAL_FAULT);
}
