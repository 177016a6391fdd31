/** The errors that several routes share, each with its status and the form of its message. */
export const ERROR_CASES = {
  'host not allowed': [403, /^host not allowed: ./],
  'origin not allowed': [403, /^origin not allowed: /],
  'cross-site request': [403, /^cross-site request refused$/],
  'missing token': [401, /^missing or wrong API token$/],
  'unknown endpoint': [404, /^no such endpoint: [A-Z]+ \/./],
  'method not allowed': [405, /^[A-Z]+ is not allowed here; use [A-Z]+(?:, [A-Z]+)*$/],
  'read-only mode': [403, /^the server is in read-only mode$/],
  'unsupported content': [415, /^(?:expected .+, got .+|content encoding .+ is not supported)$/],
  'body too large': [413, /^request body is larger than 10485760 bytes$/],
  'request timeout': [408, /^the request was not received in time$/],
  'head too large': [431, /^request head is larger than 16384 bytes$/],
  'shutting down': [503, /^the server is shutting down$/],
  'internal error': [500, /^internal error [a-z0-9]{12}; see the server log$/],
  'empty body': [400, /^request body is empty; expected a JSON object$/],
  'invalid JSON': [400, /^request body is not valid JSON: .+ at line \d+, column \d+$/],
  'body is no object': [400, /^request body must be a JSON object$/],
  'missing field': [400, /^[A-Za-z]+ is required$/],
  'wrong field': [400, /^[A-Za-z]+\S* must be ./],
  'unknown field': [400, /^unknown field: \S+(?:; did you mean \S+\?)?$/],
  'forbidden key': [400, /^key not allowed: (?:__proto__|prototype|constructor)$/],
  'missing path': [400, /^path is required$/],
  'invalid path': [400, /^invalid path: ./],
  'path outside': [403, /^path is outside the workspace: ./],
  'not a request file': [400, /^not a request file: .+; expected \.http or \.spec$/],
  'file not found': [404, /^file not found: ./],
  'not a file': [400, /^not a file: ./],
  'file too large': [400, /^file is larger than 10 MiB: ./],
  'syntax errors': [400, /^[^:]+:\d+:\d+: .+/],
  'duplicate name': [400, /^[^:]+:\d+: request name ".+" is already used in line \d+$/],
  'dependency cycle': [400, /^[^:]+: dependency cycle: \S+ -> .+/],
  'invalid config': [400, /^service\.yaml is not valid: line \d+, column \d+: ./],
  'disk failure': [500, /^could not (?:read|write|delete) .+: ./],
  'history unavailable': [503, /^persistent history is not available: ./],
} as const satisfies Readonly<Record<string, readonly [status: number, message: RegExp]>>;

export type ErrorCase = keyof typeof ERROR_CASES;

/** Which test file of this folder checks which errors. */
export const CASE_GROUPS = {
  guards: [
    'host not allowed',
    'origin not allowed',
    'cross-site request',
    'missing token',
    'unknown endpoint',
    'method not allowed',
    'read-only mode',
  ],
  connections: [
    'unsupported content',
    'body too large',
    'request timeout',
    'head too large',
    'shutting down',
    'internal error',
  ],
  bodies: [
    'empty body',
    'invalid JSON',
    'body is no object',
    'missing field',
    'wrong field',
    'unknown field',
    'forbidden key',
  ],
  paths: [
    'missing path',
    'invalid path',
    'path outside',
    'not a request file',
    'file not found',
    'not a file',
    'file too large',
  ],
  contents: [
    'syntax errors',
    'duplicate name',
    'dependency cycle',
    'invalid config',
    'disk failure',
    'history unavailable',
  ],
} as const satisfies Readonly<Record<string, readonly ErrorCase[]>>;

export type CaseGroup = keyof typeof CASE_GROUPS;

/** Which test file checks the errors that only one route has, by the first word of its path. */
export const ROUTE_AREAS = {
  'route-workspace': ['workspace', 'files', 'requests', 'validate', 'environments', 'config', 'history'],
  'route-runs': [
    'execute',
    'run',
    'reports',
    'executions',
    'results',
    'stress',
    'contract',
    'strength',
    'import',
    'export',
  ],
  'route-servers': ['mock', 'record', 'workers', 'system', 'health', 'ws', 'openapi.json'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

export type RouteArea = keyof typeof ROUTE_AREAS;
