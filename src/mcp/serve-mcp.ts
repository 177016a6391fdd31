/** The MCP server on standard streams, from the first message to the last. */
import type { Readable, Writable } from 'node:stream';
import {
  McpServer,
  fromJsonSchema,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { waitAtMost } from '../primitives/wait-at-most.js';
import { elapsed } from '../primitives/clock.js';
import { version } from '../version.js';
import { instructionsFor, toolsOf } from './tools/all-tools.js';
import { callTool } from './call/call-tool.js';
import { isPlainObject } from '../primitives/plain-object.js';
import { LineTransport, type EndReason } from './protocol/line-transport.js';
import { Gate } from './protocol/rate-limit.js';
import type { McpSettings } from './call/settings.js';
import type { Tool, ToolCall } from './call/tool.js';

export interface McpStreams {
  readonly input: Readable;
  readonly output: Writable;
  /** Aborted by the first SIGINT or SIGTERM. */
  readonly stop: AbortSignal;
}

const DRAIN_TIMEOUT_MS = 5000;
const SHUTDOWN_TIMEOUT_MS = 2500;
/** Longer than a child process takes to be killed. */
const CLEANUP_TIMEOUT_MS = 2500;

/** Resolves with the exit code when the connection has ended and everything is released. */
export async function serveMcp(settings: McpSettings, streams: McpStreams): Promise<0 | 1> {
  const { log } = settings;
  const running: Running = { calls: new Set(), stopping: new AbortController() };
  const { transport, ended } = connect(settings, streams);
  const tools = toolsOf(settings).map((tool) => ({ tool, gate: new Gate(tool.name, tool.limit, elapsed) }));
  const handle = serveStdio(() => createServer(tools, settings, running), {
    legacy: 'serve',
    transport,
    onerror: ({ message }) => log('warn', 'protocol', { reason: message.slice(0, MAX_REASON_CHARS) }),
  });
  logStart(settings, tools);
  const reason = await ended;
  if (reason === 'input ended') await transport.drain(DRAIN_TIMEOUT_MS);
  if (reason === 'stopped') {
    running.stopping.abort();
    await transport.drain(SHUTDOWN_TIMEOUT_MS);
  }
  transport.stopReading();
  await handle.close();
  await waitAtMost(CLEANUP_TIMEOUT_MS, Promise.allSettled(running.calls));
  log('info', 'stop', { reason });
  return reason === 'line too long' ? 1 : 0;
}

const MAX_REASON_CHARS = 500;

interface Running {
  readonly calls: Set<Promise<unknown>>;
  readonly stopping: AbortController;
}

interface GatedTool {
  readonly tool: Tool;
  readonly gate: Gate;
}

function connect(
  { log }: McpSettings,
  { input, output, stop }: McpStreams,
): { transport: LineTransport; ended: Promise<EndReason | 'stopped'> } {
  let onEnd: (reason: EndReason | 'stopped') => void = () => {};
  const ended = new Promise<EndReason | 'stopped'>((resolve) => (onEnd = resolve));
  stop.addEventListener('abort', () => onEnd('stopped'), { once: true });
  if (stop.aborted) onEnd('stopped');
  const onSkipped = (reason: string): void => log('warn', 'protocol', { reason });
  return { transport: new LineTransport({ input, output, onSkipped, onEnd }), ended };
}

/** Our own code checks arguments and results, because its messages name the field. */
const ACCEPT_ALL: jsonSchemaValidator = {
  getValidator<T>(): JsonSchemaValidator<T> {
    return (input) => ({ valid: true, data: input as T, errorMessage: undefined });
  },
};

function createServer(tools: readonly GatedTool[], settings: McpSettings, running: Running): McpServer {
  const server = new McpServer(
    { name: 'svc', title: 'Request-file API tools', version },
    {
      capabilities: { tools: { listChanged: false } },
      instructions: instructionsFor(settings),
      jsonSchemaValidator: ACCEPT_ALL,
    },
  );
  for (const { tool, gate } of tools) {
    const { name, title, description, annotations, inputSchema, outputSchema } = tool;
    server.registerTool(
      name,
      {
        title,
        description,
        annotations,
        inputSchema: fromJsonSchema({ $schema: DIALECT, ...inputSchema }, ACCEPT_ALL),
        ...(outputSchema && {
          outputSchema: fromJsonSchema({ $schema: DIALECT, ...outputSchema }, ACCEPT_ALL),
        }),
      },
      async (args, { mcpReq }) => {
        const context = {
          settings,
          gate,
          signal: mcpReq.signal,
          stopping: running.stopping.signal,
          onProgress: progressOf(mcpReq),
        };
        const call = callTool(tool, isPlainObject(args) ? args : {}, context);
        running.calls.add(call);
        try {
          return await call;
        } finally {
          running.calls.delete(call);
        }
      },
    );
  }
  return server;
}

type ProgressSource = Pick<ServerContext['mcpReq'], '_meta' | 'notify'>;

/** Undefined unless the client gave a token for progress. */
function progressOf({ _meta: meta, notify }: ProgressSource): ToolCall['onProgress'] {
  const progressToken = meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return ({ done, total, message }) => {
    const params = { progressToken, progress: done, total, message };
    // A client that is gone is noticed by the transport.
    notify({ method: 'notifications/progress', params }).catch(() => undefined);
  };
}

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

function logStart(
  { log, network, maxBodyBytes, timeoutMs, run }: McpSettings,
  tools: readonly GatedTool[],
): void {
  const isOpen = network.policy === 'any-network';
  log(isOpen ? 'warn' : 'info', 'start', {
    version,
    policy: network.policy,
    tools: tools.map(({ tool }) => tool.name),
    max_body_bytes: maxBodyBytes,
    timeout_ms: timeoutMs,
    ...(run && {
      run_hosts: run.shownHosts,
      run_environments: run.environments ?? 'all',
      run_methods: run.methods,
    }),
  });
}
