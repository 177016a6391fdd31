import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { createInterface } from 'node:readline';
import { onTestFinished } from 'vitest';
import { cleanEnvironment } from './clean-environment.js';
import { builtMain } from './run-svc.js';

export interface McpResponse {
  readonly id?: number;
  readonly result?: {
    readonly [key: string]: unknown;
    readonly isError?: boolean;
    readonly content: readonly { readonly type: string; readonly text: string }[];
    readonly structuredContent?: Readonly<Record<string, unknown>>;
    readonly _meta?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export interface McpProcess {
  readonly child: ChildProcessWithoutNullStreams;
  readonly ask: (method: string, params?: object) => Promise<McpResponse>;
  readonly call: (name: string, args?: object) => Promise<McpResponse>;
  readonly write: (text: string) => void;
  /** Every line so far; each one was JSON-RPC, or this throws. */
  readonly lines: () => readonly McpResponse[];
  readonly stderr: () => string;
  readonly ended: Promise<{ readonly code: number | null; readonly signal: NodeJS.Signals | null }>;
}

export interface McpOptions {
  readonly cwd: string;
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
}

/** `svc mcp serve` as a client sees it, spoken to by hand; ended when the test has finished. */
export function startMcp({ cwd, args = [], env = {} }: McpOptions): McpProcess {
  const child = spawn(process.execPath, ['--', builtMain, 'mcp', 'serve', ...args], {
    cwd,
    env: cleanEnvironment(cwd, env),
    timeout: 90_000,
    killSignal: 'SIGKILL',
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const raw: string[] = [];
  const waiting = new Map<number, (response: McpResponse) => void>();
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text));
  child.stdin.on('error', () => undefined);
  createInterface({ input: child.stdout }).on('line', (line) => {
    raw.push(line);
    const response = readLine(line);
    if (response.id !== undefined) waiting.get(response.id)?.(response);
  });
  const ended = new Promise<{ code: number | null; signal: NodeJS.Signals | null }>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal }));
  });
  let last = 0;
  const write = (text: string): void => void child.stdin.write(text);
  const ask = (method: string, params: object = {}): Promise<McpResponse> => {
    last += 1;
    const id = last;
    const responded = new Promise<McpResponse>((resolve) => waiting.set(id, resolve));
    write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    const lost = ended.then(() => Promise.reject(new Error(`it ended without an response\n${stderr}`)));
    return Promise.race([responded, lost]);
  };
  return {
    child,
    ask,
    call: (name, given = {}) => ask('tools/call', { name, arguments: given }),
    write,
    lines: () => raw.map(readLine),
    stderr: () => stderr,
    ended,
  };
}

/** The same after its handshake. */
export async function openMcp(options: McpOptions): Promise<McpProcess> {
  const server = startMcp(options);
  await server.ask('initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  });
  server.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  return server;
}

export function textOf({ result }: McpResponse): string {
  return result?.content[0]?.text ?? '';
}

function readLine(line: string): McpResponse {
  const message = JSON.parse(line) as McpResponse & { readonly jsonrpc?: string };
  if (message.jsonrpc !== '2.0') throw new Error(`not JSON-RPC: ${line}`);
  return message;
}
