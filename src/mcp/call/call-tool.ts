/** One call from its arguments to its result; whatever happens, the client gets an answer (mcp.md 10). */
import { constants } from 'node:buffer';
import { offAbort, onAbort } from '../../http/message/abort.js';
import { elapsed } from '../../primitives/clock.js';
import { SecretSet } from '../../redaction/secret-set.js';
import { checkArguments, type Arguments } from '../protocol/check-arguments.js';
import type { Gate } from '../protocol/rate-limit.js';
import type { McpSettings } from './settings.js';
import type { Tool, ToolOutput } from './tool.js';
import { ToolFailure, toolErrorOf, type ToolError } from '../protocol/tool-failure.js';

export interface ToolResult {
  readonly [key: string]: unknown;
  readonly content: { readonly type: 'text'; readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: true;
  readonly _meta?: Record<string, unknown>;
}

export interface ToolCallContext {
  readonly settings: McpSettings;
  readonly gate: Gate;
  /** Of the client. */
  readonly signal: AbortSignal;
  /** Of the server: it is about to end. */
  readonly stopping: AbortSignal;
  /** How long a message can be; the limit of the engine, except in tests. */
  readonly maxMessageChars?: number;
}

export async function callTool(tool: Tool, args: Arguments, around: ToolCallContext): Promise<ToolResult> {
  const { settings, gate, stopping } = around;
  const started = elapsed();
  const notes: Record<string, unknown> = {};
  const secrets = new SecretSet();
  secrets.addAll(settings.secrets);
  const { signal, release } = eitherOf(around.signal, stopping);
  let outcome = 'ok';
  try {
    checkArguments(tool.inputSchema, args);
    const input = tool.read(args, settings);
    const leave = await gate.enter(signal);
    try {
      const answer = await tool.run(input, {
        settings,
        signal,
        secrets,
        note: (fields) => Object.assign(notes, fields),
      });
      checkSize(answer, settings);
      const result = resultOf(answer);
      checkMessage(result, around.maxMessageChars ?? constants.MAX_STRING_LENGTH);
      return result;
    } finally {
      leave();
    }
  } catch (error) {
    const failure = stopping.aborted ? ENDING : around.signal.aborted ? CANCELLED : toolErrorOf(error);
    outcome = failure.code;
    if (failure.code === 'internal_error') logFault(error, settings);
    return errorResult(failure, secrets);
  } finally {
    release();
    const duration_ms = Math.round(elapsed() - started);
    settings.log('info', 'call', { tool: tool.name, result: outcome, duration_ms, ...notes });
  }
}

/** `AbortSignal.any` would leave something behind at the signal that lives as long as the server. */
function eitherOf(one: AbortSignal, other: AbortSignal): { signal: AbortSignal; release: () => void } {
  const controller = new AbortController();
  const stop = (): void => controller.abort();
  if (one.aborted || other.aborted) stop();
  onAbort(one, stop);
  onAbort(other, stop);
  const release = (): void => {
    offAbort(one, stop);
    offAbort(other, stop);
  };
  return { signal: controller.signal, release };
}

const ENDING: ToolError = {
  code: 'cancelled',
  message: 'the server is shutting down',
  retryable: false,
  more: {},
};
/** Nobody hears it: the client has stopped waiting. */
const CANCELLED: ToolError = { ...ENDING, message: 'the call was cancelled' };
const LONGEST_MESSAGE = 1024;
const LONGEST_LIST = 8192;

/** The limit of mcp.md 3.4. */
export function resultLimit({ maxBodyBytes }: McpSettings): number {
  return 2 * maxBodyBytes + 4096;
}

function checkSize({ text }: ToolOutput, settings: McpSettings): void {
  const most = resultLimit(settings);
  if (Buffer.byteLength(text) > most)
    throw new ToolFailure('result_too_large', `the rendered result exceeds ${most} bytes`);
}

/** Of a character in the text: six where it is escaped, and once more in the structured form. */
const MAX_CHARS_PER_CHAR = 7;
/** Of what stands around a result: id, version and the fields that the package adds. */
const ENVELOPE_CHARS = 4096;

/** What cannot be written as one string would never be sent. Only large results are written for a trial. */
function checkMessage(result: ToolResult, most: number): void {
  const chars = result.content.reduce((sum, { text }) => sum + text.length, 0);
  if (chars * MAX_CHARS_PER_CHAR + ENVELOPE_CHARS <= most) return;
  let length = Infinity;
  try {
    ({ length } = JSON.stringify(result));
  } catch {
    // Longer than any string.
  }
  if (length + ENVELOPE_CHARS > most)
    throw new ToolFailure('result_too_large', `the message exceeds ${most} characters`);
}

function resultOf({ text, structured, aside, meta }: ToolOutput): ToolResult {
  const second = aside === undefined ? [] : [{ type: 'text' as const, text: aside }];
  return {
    content: [{ type: 'text', text }, ...second],
    ...(structured && { structuredContent: structured }),
    ...(meta && { _meta: meta }),
  };
}

function errorResult({ code, message, retryable, more }: ToolError, secrets: SecretSet): ToolResult {
  const most = more.files ? LONGEST_LIST : LONGEST_MESSAGE;
  // oxlint-disable-next-line no-control-regex -- one line, whatever a file name holds
  const line = secrets.redact(`${code}: ${message}`).replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ');
  const text = Array.from(line).slice(0, most).join('');
  return {
    isError: true,
    content: [{ type: 'text', text }],
    _meta: { 'svc/error': { code, retryable, ...more } },
  };
}

function logFault(error: unknown, { log }: McpSettings): void {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  log('error', 'fault', { stack });
}
