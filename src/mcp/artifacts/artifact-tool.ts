/** The program that stores captured pages, and how it is called. */
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseJson } from '../../evaluation/values/json.js';
import { ByteBuffer } from '../../primitives/byte-buffer.js';
import { ToolFailure } from '../protocol/tool-failure.js';
import type { JsonLog } from '../../primitives/json/json-log.js';
import type { CaptureInput } from './capture-input.js';

export interface ArtifactTool {
  /** The absolute path of the program. */
  readonly path: string;
  readonly stashDir: string | undefined;
  /** The environment variables that the program gets. */
  readonly environment: Readonly<Record<string, string>>;
  readonly log: JsonLog;
  /** Ends a whole group of processes; a group that has ended already is not an error. */
  readonly killGroup: (id: number, signal: 'SIGTERM' | 'SIGKILL') => void;
  readonly limits?: Partial<ArtifactLimits>;
}

export interface ArtifactLimits {
  readonly timeoutMs: number;
  readonly killDelayMs: number;
}

export interface SaveOrder extends Omit<CaptureInput, 'url' | 'name'> {
  readonly markdown: string;
  readonly name: string;
  /** The address of the page, without credentials. */
  readonly source: string;
}

const LIMITS: ArtifactLimits = { timeoutMs: 60_000, killDelayMs: 2000 };
const MAX_OUTPUT_BYTES = 1024 * 1024;
const MAX_STDERR_BYTES = 16 * 1024;
export const CAPTURE_PREFIX = 'svc-capture-';

/** The report of the program, which is any JSON object with an id. */
export async function saveArtifact(
  tool: ArtifactTool,
  order: SaveOrder,
  signal: AbortSignal,
): Promise<Readonly<Record<string, unknown>>> {
  const operation = crypto.randomUUID();
  let folder: string | undefined;
  try {
    folder = await writeContent(order.markdown);
    return readReport(
      await runTool(tool, folder, toArguments(tool, folder, order), operation, signal),
      operation,
      tool,
    );
  } finally {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
  }
}

async function writeContent(markdown: string): Promise<string> {
  let folder: string | undefined;
  try {
    folder = await mkdtemp(join(tmpdir(), CAPTURE_PREFIX));
    await mkdir(join(folder, 'content'), 0o700);
    await writeFile(join(folder, 'content', 'response.md'), markdown, { mode: 0o600, flag: 'wx' });
    return folder;
  } catch {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true });
    throw notStarted();
  }
}

function notStarted(): ToolFailure {
  return new ToolFailure(
    'artifact_failed',
    'the artifact tool could not be started; nothing was saved; the operator has to check it',
  );
}

function toArguments({ stashDir }: ArtifactTool, folder: string, order: SaveOrder): string[] {
  return [
    '--json',
    '--no-color',
    ...(stashDir === undefined ? [] : ['--stash-dir', stashDir]),
    'save',
    join(folder, 'content'),
    '--name',
    order.name,
    '--tool',
    'svc',
    '--no-compress',
    ...order.tags.flatMap((tag) => ['--tag', tag]),
    '--source',
    order.source,
    ...(order.ttl === undefined ? [] : ['--ttl', order.ttl]),
    ...(order.index ? ['--index'] : []),
  ];
}

interface ToolExit {
  readonly output: string;
  readonly stderr: string;
  readonly exit: string;
  /** Whether the program ended by itself, within the limits of time and output. */
  readonly isComplete: boolean;
}

function runTool(
  { path, environment, limits, killGroup }: ArtifactTool,
  folder: string,
  args: readonly string[],
  operation: string,
  signal: AbortSignal,
): Promise<ToolExit> {
  const { timeoutMs, killDelayMs } = { ...LIMITS, ...limits };
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason as Error);
      return;
    }
    const child = spawn(path, args, {
      cwd: folder,
      env: { ...environment, SVC_ARTIFACT_OPERATION_ID: operation },
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    });
    const output = collectText(child.stdout, MAX_OUTPUT_BYTES, () => end());
    const stderr = collectText(child.stderr, MAX_STDERR_BYTES, () => {});
    let isComplete = true;
    let killer: NodeJS.Timeout | undefined;
    const kill = (name: 'SIGTERM' | 'SIGKILL'): void => {
      if (child.pid !== undefined) killGroup(child.pid, name);
    };
    const end = (): void => {
      isComplete = false;
      kill('SIGTERM');
      killer ??= setTimeout(kill, killDelayMs, 'SIGKILL');
    };
    const timer = setTimeout(end, timeoutMs);
    signal.addEventListener('abort', end, { once: true });
    const settle = (): void => {
      clearTimeout(timer);
      clearTimeout(killer);
      signal.removeEventListener('abort', end);
    };
    child.once('error', () => {
      settle();
      reject(notStarted());
    });
    child.once('close', (code, ending) => {
      settle();
      // Processes that it left running in its group end with it.
      kill('SIGKILL');
      resolve({ output: output(), stderr: stderr(), exit: String(code ?? ending), isComplete });
    });
  });
}

function collectText(stream: NodeJS.ReadableStream, maxBytes: number, onOverrun: () => void): () => string {
  const start = new ByteBuffer(maxBytes);
  let size = 0;
  stream.on('data', (chunk: Buffer) => {
    start.fill(chunk);
    size += chunk.length;
    if (size > maxBytes) onOverrun();
  });
  return () => start.text();
}

function readReport(
  end: ToolExit,
  operation: string,
  { log }: ArtifactTool,
): Readonly<Record<string, unknown>> {
  const report = end.isComplete ? parseReport(end.output) : undefined;
  if (report !== undefined) return report;
  log('error', 'capture_unknown', { operation_id: operation, exit: end.exit, stderr: end.stderr });
  throw new ToolFailure(
    'artifact_outcome_unknown',
    `the save may or may not have happened (operation ${operation}, exit ${end.exit}); check the store before retrying`,
    { operation_id: operation },
  );
}

function parseReport(output: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const report = parseJson(output);
    const isStored =
      typeof report === 'object' && report !== null && 'id' in report && typeof report.id === 'string';
    return isStored && report.id !== '' ? report : undefined;
  } catch {
    return undefined;
  }
}
