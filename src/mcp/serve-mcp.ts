/** The MCP server on standard streams: from the first message to the last (mcp.md 1.3, 2). */
import type { Readable, Writable } from 'node:stream';
import {
  McpServer,
  fromJsonSchema,
  type JsonSchemaValidator,
  type jsonSchemaValidator,
} from '@modelcontextprotocol/server';
import { serveStdio } from '@modelcontextprotocol/server/stdio';
import { elapsed } from '../primitives/clock.js';
import { version } from '../version.js';
import { INSTRUCTIONS, toolsOf } from './tools/all-tools.js';
import { callTool } from './call/call-tool.js';
import { isObject } from './protocol/check-arguments.js';
import { LineTransport, type EndReason } from './protocol/line-transport.js';
import { Gate } from './protocol/rate-limit.js';
import type { McpSettings } from './call/settings.js';
import type { Tool } from './call/tool.js';

export interface McpStreams {
  readonly input: Readable;
  readonly output: Writable;
  /** Aborted by the first SIGINT or SIGTERM. */
  readonly stop: AbortSignal;
}

const DRAIN_MS = 5000;
const SHUTDOWN_MS = 2500;
/** Longer than a child takes to be killed. */
const CLEANUP_MS = 2500;

/** Resolves with the exit code when the connection is over and everything is put away. */
export async function serveMcp(settings: McpSettings, streams: McpStreams): Promise<0 | 1> {
  const { log } = settings;
  const running: Running = { calls: new Set(), stopping: new AbortController() };
  const { transport, over } = connect(settings, streams);
  const tools = toolsOf(settings).map((tool) => ({ tool, gate: new Gate(tool.name, tool.limit, elapsed) }));
  const handle = serveStdio(() => createServer(tools, settings, running), {
    legacy: 'serve',
    transport,
    onerror: ({ message }) => log('warn', 'protocol', { reason: message.slice(0, LONGEST_REASON) }),
  });
  logStart(settings, tools);
  const reason = await over;
  if (reason === 'input ended') await transport.answered(DRAIN_MS);
  if (reason === 'stopped') {
    running.stopping.abort();
    await transport.answered(SHUTDOWN_MS);
  }
  transport.stopReading();
  await handle.close();
  await Promise.race([Promise.allSettled(running.calls), later(CLEANUP_MS)]);
  log('info', 'stop', { reason });
  return reason === 'line too long' ? 1 : 0;
}

const LONGEST_REASON = 500;

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
): { transport: LineTransport; over: Promise<EndReason | 'stopped'> } {
  const { promise: over, resolve } = openPromise<EndReason | 'stopped'>();
  stop.addEventListener('abort', () => resolve('stopped'), { once: true });
  if (stop.aborted) resolve('stopped');
  const onSkipped = (reason: string): void => log('warn', 'protocol', { reason });
  return { transport: new LineTransport({ input, output, onSkipped, onOver: resolve }), over };
}

function openPromise<T>(): { promise: Promise<T>; resolve: (value: T) => void } {
  let resolve: (value: T) => void = () => {};
  const promise = new Promise<T>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
}

/** Arguments and results are judged by our own code, which answers in the words of mcp.md 10. */
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
      instructions: INSTRUCTIONS,
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
      async (args, { mcpReq: { signal } }) => {
        const stopping = running.stopping.signal;
        const call = callTool(tool, isObject(args) ? args : {}, { settings, gate, signal, stopping });
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

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

function logStart({ log, network, maxBodyBytes, timeout }: McpSettings, tools: readonly GatedTool[]): void {
  const isOpen = network.policy === 'any-network';
  log(isOpen ? 'warn' : 'info', 'start', {
    version,
    policy: network.policy,
    tools: tools.map(({ tool }) => tool.name),
    max_body_bytes: maxBodyBytes,
    timeout_ms: timeout,
  });
}

function later(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms).unref();
  });
}
