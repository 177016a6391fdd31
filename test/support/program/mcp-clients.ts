/** The real clients of both protocol eras, with one shape for tests. */
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernTransport } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { onTestFinished } from 'vitest';
import { cleanEnvironment } from './clean-environment.js';
import { builtMain } from './run-svc.js';

export interface ReceivedProgress {
  readonly progress: number;
  readonly total?: number | undefined;
  readonly message?: string | undefined;
}

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: (progress: ReceivedProgress) => void;
}

export interface ToolResponse {
  readonly text: string;
  /** The texts of all content items. */
  readonly items: readonly string[];
  readonly isError: boolean;
  readonly structured: Readonly<Record<string, unknown>> | undefined;
  readonly meta: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export type CallTool = (name: string, args: object, options?: CallOptions) => Promise<ToolResponse>;

export const ERAS = ['handshake', 'modern'] as const;
export type Era = (typeof ERAS)[number];

/** A connected client, closed when the test has finished. */
export async function openClient(era: Era, cwd: string, flags: readonly string[]): Promise<CallTool> {
  const about = { name: 'test', version: '1' };
  const program = {
    command: process.execPath,
    args: ['--', builtMain, 'mcp', 'serve', '--workspace', cwd, ...flags],
    env: cleanEnvironment(cwd),
    stderr: 'ignore' as const,
  };
  if (era === 'modern') {
    const client = new ModernClient(about, { versionNegotiation: { mode: { pin: '2026-07-28' } } });
    await client.connect(new ModernTransport(program));
    onTestFinished(() => client.close());
    return async (name, args, options) =>
      responseOf(await client.callTool({ name, arguments: { ...args } }, { ...NO_LIMIT, ...options }));
  }
  const client = new Client(about);
  await client.connect(new StdioClientTransport(program));
  onTestFinished(() => client.close());
  return async (name, args, options) =>
    responseOf(
      await client.callTool({ name, arguments: { ...args } }, undefined, { ...NO_LIMIT, ...options }),
    );
}

/** The time limit of a client is not what is tested. */
const NO_LIMIT = { timeout: 120_000 };

interface ToolResult {
  readonly content?: unknown;
  readonly isError?: unknown;
  readonly structuredContent?: unknown;
  readonly _meta?: unknown;
}

function responseOf({ content, isError, structuredContent, _meta }: ToolResult): ToolResponse {
  const items = (content as { readonly text: string }[]).map(({ text }) => text);
  return {
    text: items[0] ?? '',
    items,
    isError: isError === true,
    structured: structuredContent as ToolResponse['structured'],
    meta: (_meta ?? {}) as ToolResponse['meta'],
  };
}
