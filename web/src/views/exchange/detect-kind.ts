/** Detects the tool that a definition comes from. */
import type { ImportKind } from '../../state/imports.js';

/** Undefined if no kind matches. */
export function detectKind(text: string): ImportKind | undefined {
  const start = text.replace(/^\ufeff/, '').trimStart();
  if (isCurl(start)) return 'curl';
  if (BRU.test(start) || OPEN_COLLECTION.test(start.slice(0, MAX_SCANNED_LENGTH))) return 'bruno';
  if (REQUESTS.test(start.slice(0, MAX_SCANNED_LENGTH))) return 'http';
  const data = start.startsWith('{') ? parseJson(start) : undefined;
  return data === undefined ? kindOfYaml(start) : kindOfData(data);
}

/** A file of Bruno begins with its name. */
const BRU = /^meta\s*\{\s*\n/;
const OPEN_COLLECTION = /^(?:opencollection\s*:|info\s*:[\s\S]*^(?:http|graphql)\s*:)/m;
/** The separator of requests, or a request line with a URL. */
const REQUESTS = /^(?:###|(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)[ \t]+(?:https?:|\{\{|\/))/m;

/** How much of a text is searched line by line. */
const MAX_SCANNED_LENGTH = 20_000;

function isCurl(start: string): boolean {
  const lines = start.slice(0, MAX_SCANNED_LENGTH).split('\n');
  const first = lines.find((line) => line.trim() !== '' && !line.trimStart().startsWith('#')) ?? '';
  // The command may follow a prompt and variables for the process.
  const word = first.split(/\s+/).find((each) => each !== '' && each !== '$' && !/^\w+=/.test(each));
  return /^(?:\S*\/)?curl(?:\.exe)?$/.test(word ?? '');
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Whether it is a part of a Bruno collection: a `.bru` file, its settings, its export, or an OpenCollection. */
export function isBruno(text: string): boolean {
  const start = text.replace(/^\ufeff/, '').trimStart();
  if (BRU.test(start) || /^opencollection\s*:/.test(start)) return true;
  const data = start.startsWith('{') ? parseJson(start) : undefined;
  if (!isRecord(data)) return false;
  const isSettings = data['type'] === 'collection' && 'version' in data && 'name' in data;
  return isSettings || (Array.isArray(data['items']) && 'brunoConfig' in data);
}

function kindOfData(data: unknown): ImportKind | undefined {
  if (!isRecord(data)) return undefined;
  if (isRecord(data['log']) && 'entries' in data['log']) return 'har';
  if ('openapi' in data || 'swagger' in data) return 'openapi';
  if (data['_type'] === 'export' || '__export_format' in data) return 'clientexport';
  if (isRecord(data['collection'])) return kindOfData(data['collection']);
  const { info, item } = data;
  return Array.isArray(item) || (isRecord(info) && 'schema' in info) ? 'collection' : undefined;
}

/** Also detects incomplete JSON, so that the importer can report what is wrong with it. */
function kindOfYaml(start: string): ImportKind | undefined {
  const keys = start
    .slice(0, MAX_SCANNED_LENGTH)
    .split(/[\n,{]/)
    .map((line) => line.trim().replaceAll(/["']/g, ''));
  if (keys.some((key) => /^(?:openapi|swagger)\s*:/.test(key))) return 'openapi';
  if (keys.some((key) => /^(?:__export_format\s*:|_type\s*:\s*export\b)/.test(key))) return 'clientexport';
  // An export of format 5 is YAML.
  if (keys.some((key) => /^type\s*:\s*collection\.insomnia\.rest\//.test(key))) return 'clientexport';
  return keys.some((key) => /^schema\s*:.*collection/.test(key)) ? 'collection' : undefined;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
