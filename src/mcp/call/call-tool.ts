/** One call from its arguments to its result; every failure becomes a result with an error code. */
import { constants } from 'node:buffer';
import { offAbort, onAbort } from '../../primitives/stop-signal.js';
import { elapsed } from '../../primitives/clock.js';
import { toJson } from '../../primitives/json/json-writer.js';
import { SecretSet } from '../../redaction/secret-set.js';
import { checkArguments, type Arguments } from '../protocol/check-arguments.js';
import type { Gate } from '../protocol/rate-limit.js';
import type { McpSettings } from './settings.js';
import type { Tool, ToolCall, ToolOutput } from './tool.js';
import type { RenderOptions } from '../../web-fetch/render-response.js';
import { ToolFailure, toToolError, type ToolError } from '../protocol/tool-failure.js';

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
  /** Aborted when the client cancels the call. */
  readonly signal: AbortSignal;
  /** Aborted when the server shuts down. */
  readonly stopping: AbortSignal;
  /** Set when the client wants to hear of progress. */
  readonly onProgress?: ToolCall['onProgress'];
  /** The maximum length of a message: that of a string, except in tests. */
  readonly maxMessageChars?: number;
}

export async function callTool(tool: Tool, args: Arguments, context: ToolCallContext): Promise<ToolResult> {
  const { settings, gate, stopping } = context;
  const started = elapsed();
  const notes: Record<string, unknown> = {};
  const secrets = new SecretSet();
  secrets.addAll(settings.secrets);
  const { signal, release } = combineSignals(context.signal, stopping);
  let outcome = 'ok';
  try {
    checkArguments(tool.inputSchema, args);
    const input = tool.read(args, settings);
    const call: ToolCall = {
      settings,
      signal,
      secrets,
      note: (fields) => Object.assign(notes, fields),
      onProgress: context.onProgress,
    };
    const ready = tool.prepare ? await tool.prepare(input, call) : input;
    const releaseSlot = await gate.enter(signal);
    try {
      const output = await tool.run(ready, call);
      checkSize(output, settings);
      const result = toToolResult(output);
      checkMessage(result, context.maxMessageChars ?? constants.MAX_STRING_LENGTH);
      return result;
    } finally {
      releaseSlot();
    }
  } catch (error) {
    const failure = stopping.aborted
      ? SHUTTING_DOWN
      : context.signal.aborted
        ? CANCELLED
        : toToolError(error);
    outcome = failure.code;
    if (failure.code === 'internal_error') logFault(error, settings);
    return toErrorResult(failure, secrets);
  } finally {
    release();
    const duration_ms = Math.round(elapsed() - started);
    settings.log('info', 'call', { tool: tool.name, result: outcome, duration_ms, ...notes });
  }
}

/** `AbortSignal.any` would leave an entry at the signal that lives as long as the server. */
function combineSignals(one: AbortSignal, other: AbortSignal): { signal: AbortSignal; release: () => void } {
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

const SHUTTING_DOWN: ToolError = {
  code: 'cancelled',
  message: 'the server is shutting down',
  retryable: false,
  more: {},
};
/** Used for the log only: the client has stopped waiting. */
const CANCELLED: ToolError = { ...SHUTTING_DOWN, message: 'the call was cancelled' };
const MAX_MESSAGE_CHARS = 1024;
const MAX_LIST_CHARS = 8192;

/** The maximum bytes of a result; Base64 and markup take more than the body they render. */
function resultLimit({ maxBodyBytes }: McpSettings): number {
  return 2 * maxBodyBytes + 4096;
}

/** Longer documents are easier to read unindented, since indenting can multiply their length. */
const MAX_INDENTED_CHARS = 100_000;

/** The limits of what svc_fetch and svc_capture_webpage render. */
export function renderLimits(settings: McpSettings): Pick<RenderOptions, 'maxBytes' | 'maxIndentedChars'> {
  return { maxBytes: resultLimit(settings), maxIndentedChars: MAX_INDENTED_CHARS };
}

function checkSize({ text, advice = RAISE_LIMIT }: ToolOutput, settings: McpSettings): void {
  const maxBytes = resultLimit(settings);
  if (Buffer.byteLength(text) > maxBytes)
    throw new ToolFailure('result_too_large', `the rendered result exceeds ${maxBytes} bytes; ${advice}`);
}

const RAISE_LIMIT = 'ask for less, or have the operator raise --max-body-bytes';

/** A character of the text takes up to six when it is escaped, and one more in the structured form. */
const MAX_ENCODED_CHARS = 7;
/** The id, the version and the fields that the package adds to a result. */
const ENVELOPE_CHARS = 4096;

/** A message that does not fit into one string cannot be sent. Only large results are encoded to find out. */
function checkMessage(result: ToolResult, maxChars: number): void {
  const chars = result.content.reduce((sum, { text }) => sum + text.length, 0);
  if (chars * MAX_ENCODED_CHARS + ENVELOPE_CHARS <= maxChars) return;
  let length = Infinity;
  try {
    ({ length } = toJson(result));
  } catch {
    // The text would be longer than any string.
  }
  if (length + ENVELOPE_CHARS > maxChars)
    throw new ToolFailure(
      'result_too_large',
      `the message exceeds ${maxChars} characters; ask for less, with max_chars where the tool has it`,
    );
}

function toToolResult({ text, structured, aside, meta }: ToolOutput): ToolResult {
  const second = aside === undefined ? [] : [{ type: 'text' as const, text: aside }];
  return {
    content: [{ type: 'text', text }, ...second],
    ...(structured && { structuredContent: structured }),
    ...(meta && { _meta: meta }),
  };
}

function toErrorResult({ code, message, retryable, more }: ToolError, secrets: SecretSet): ToolResult {
  const maxChars = more.files ? MAX_LIST_CHARS : MAX_MESSAGE_CHARS;
  const line = secrets.redact(`${code}: ${message}`).replaceAll(/[\u0000-\u001f\u007f-\u009f]+/g, ' ');
  const text = Array.from(line).slice(0, maxChars).join('');
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
