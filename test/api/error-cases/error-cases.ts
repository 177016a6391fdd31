/** Rows of server.md 4.1, each with its status and the form of its message. */
export const ROWS = {
  H1: [403, /^host not allowed: ./],
  H2: [403, /^origin not allowed: /],
  H3: [403, /^cross-site request refused$/],
  H4: [401, /^missing or wrong API token$/],
  H5: [404, /^no such endpoint: [A-Z]+ \/./],
  H6: [405, /^[A-Z]+ is not allowed here; use [A-Z]+(?:, [A-Z]+)*$/],
  H7: [403, /^the server is in read-only mode$/],
  H8: [415, /^(?:expected .+, got .+|content encoding .+ is not supported)$/],
  H9: [413, /^request body is larger than 10485760 bytes$/],
  H10: [408, /^the request was not received in time$/],
  H11: [431, /^request head is larger than 16384 bytes$/],
  H12: [503, /^the server is shutting down$/],
  H13: [500, /^internal error [a-z0-9]{12}; see the server log$/],
  B1: [400, /^request body is empty; expected a JSON object$/],
  B2: [400, /^request body is not valid JSON: .+ at line \d+, column \d+$/],
  B3: [400, /^request body must be a JSON object$/],
  B4: [400, /^[A-Za-z]+ is required$/],
  B5: [400, /^[A-Za-z]+\S* must be ./],
  B6: [400, /^unknown field: \S+(?:; did you mean \S+\?)?$/],
  B7: [400, /^key not allowed: (?:__proto__|prototype|constructor)$/],
  P1: [400, /^path is required$/],
  P2: [400, /^invalid path: ./],
  P3: [403, /^path is outside the workspace: ./],
  P4: [400, /^not a request file: .+; expected \.http or \.spec$/],
  P5: [404, /^file not found: ./],
  P6: [400, /^not a file: ./],
  P7: [400, /^file is larger than 10 MiB: ./],
  F1: [400, /^[^:]+:\d+:\d+: .+/],
  F2: [400, /^[^:]+:\d+: request name ".+" is already used in line \d+$/],
  F3: [400, /^[^:]+: dependency cycle: \S+ -> .+/],
  C1: [400, /^service\.yaml is not valid: line \d+, column \d+: ./],
  I1: [500, /^could not (?:read|write|delete) .+: ./],
  N1: [503, /^persistent history is not available: ./],
} as const satisfies Readonly<Record<string, readonly [status: number, message: RegExp]>>;

export type RowId = keyof typeof ROWS;

/** Which test file of this folder proves which rows. */
export const GROUPS = {
  guards: ['H1', 'H2', 'H3', 'H4', 'H5', 'H6', 'H7'],
  connections: ['H8', 'H9', 'H10', 'H11', 'H12', 'H13'],
  bodies: ['B1', 'B2', 'B3', 'B4', 'B5', 'B6', 'B7'],
  paths: ['P1', 'P2', 'P3', 'P4', 'P5', 'P6', 'P7'],
  contents: ['F1', 'F2', 'F3', 'C1', 'I1', 'N1'],
} as const satisfies Readonly<Record<string, readonly RowId[]>>;

export type Group = keyof typeof GROUPS;

/** Which test file proves the conditions that a route has for itself (server.md 4.2), by the first word of its path. */
export const OWN_AREAS = {
  'route-workspace': ['workspace', 'files', 'validate', 'environments', 'config', 'history'],
  'route-runs': ['execute', 'run', 'stress', 'contract', 'import', 'export'],
  'route-servers': ['mock', 'record', 'system', 'health', 'ws', 'openapi.json'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type OwnArea = keyof typeof OWN_AREAS;
