import type { TObject } from 'typebox';
import type { SecretSet } from '../../redaction/secret-set.js';
import { toJson } from '../../primitives/json/json-writer.js';
import type { ValueOf } from '../../primitives/shapes/type.js';
import type { Arguments } from '../protocol/check-arguments.js';
import type { RateLimit } from '../protocol/rate-limit.js';
import type { McpSettings } from './settings.js';

export interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** A tool that clients can call. `read` only checks the arguments, before the call counts against the rate limit. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: Annotations;
  readonly inputSchema: TObject;
  readonly outputSchema?: TObject;
  readonly limit: RateLimit;
  readonly read: (args: Arguments, settings: McpSettings) => unknown;
  /** Further checks that need no slot: what they refuse does not count against the rate limit either. */
  readonly prepare?: (input: unknown, call: ToolCall) => Promise<unknown>;
  readonly run: (input: unknown, call: ToolCall) => Promise<ToolOutput>;
}

interface TypedTool<Schema extends TObject, Input, Ready> extends Omit<
  Tool,
  'inputSchema' | 'read' | 'prepare' | 'run'
> {
  readonly inputSchema: Schema;
  readonly read: (args: ValueOf<Schema>, settings: McpSettings) => Input;
  readonly prepare?: (input: Input, call: ToolCall) => Promise<Ready>;
  readonly run: (input: Ready, call: ToolCall) => Promise<ToolOutput>;
}

export interface CallProgress {
  readonly done: number;
  readonly total: number;
  readonly message: string;
}

export interface ToolCall {
  readonly settings: McpSettings;
  readonly signal: AbortSignal;
  /** Secrets of this call; they are masked in its error text. */
  readonly secrets: SecretSet;
  /** Adds fields to the log line of the call. */
  readonly note: (fields: Readonly<Record<string, unknown>>) => void;
  /** Set when the client wants to hear of progress. */
  readonly onProgress?: ((progress: CallProgress) => void) | undefined;
}

export interface ToolOutput {
  /** The first content item, which holds the whole result. */
  readonly text: string;
  /** The same as the text, as data. */
  readonly structured?: Readonly<Record<string, unknown>>;
  /** The second content item, about the first. */
  readonly aside?: string;
  readonly meta?: Readonly<Record<string, unknown>>;
  /** What the caller can do when the text is too large. */
  readonly advice?: string;
}

/** Lets the compiler take the arguments from their schema and carry the input from `read` to `run`. */
export function defineTool<Schema extends TObject, Input, Ready = Input>(
  tool: TypedTool<Schema, Input, Ready>,
): Tool {
  return tool as unknown as Tool;
}

export function jsonOutput(structured: Readonly<Record<string, unknown>>): ToolOutput {
  return { text: toJson(structured, 2), structured };
}
