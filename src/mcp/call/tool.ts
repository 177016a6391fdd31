import type { SecretSet } from '../../redaction/secret-set.js';
import type { Arguments, Schema } from '../protocol/check-arguments.js';
import type { RateLimit } from '../protocol/rate-limit.js';
import type { McpSettings } from './settings.js';

export interface Annotations {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

/** One row of the list of tools (mcp.md 3.1). `read` is free of charge: it only judges the arguments. */
export interface Tool<T = unknown> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: Annotations;
  readonly inputSchema: Schema;
  readonly outputSchema?: Readonly<Record<string, unknown>>;
  readonly limit: RateLimit;
  readonly read: (args: Arguments, settings: McpSettings) => T;
  readonly run: (input: T, call: Call) => Promise<ToolOutput>;
}

/** What one call has. */
export interface Call {
  readonly settings: McpSettings;
  readonly signal: AbortSignal;
  /** Secret in this call; its error text is masked. */
  readonly secrets: SecretSet;
  /** For the log line of the call. */
  readonly note: (fields: Readonly<Record<string, unknown>>) => void;
}

export interface ToolOutput {
  /** The whole answer. */
  readonly text: string;
  /** Equal to the text once parsed. */
  readonly structured?: Readonly<Record<string, unknown>>;
  /** Content item 2. */
  readonly aside?: string;
  readonly meta?: Readonly<Record<string, unknown>>;
}

/** Lets the compiler carry the type from `read` to `run`. */
export function defineTool<T>(tool: Tool<T>): Tool {
  return tool as Tool;
}

/** JSON texts are indented by two (mcp.md 3.4). */
export function jsonOutput(structured: Readonly<Record<string, unknown>>): ToolOutput {
  return { text: JSON.stringify(structured, null, 2), structured };
}
