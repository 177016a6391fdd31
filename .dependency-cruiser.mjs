// Who may import whom; ARCHITECTURE.md explains the layers. test/architecture.slow.test.ts enforces it, and
// `npx depcruise src` shows the same findings while working.

/** From the bottom up: a module imports from itself and from lower layers, never from its neighbours. */
export const layers = [
  ['errors.ts', 'version.ts'],
  ['primitives'],
  ['redaction'],
  ['request-file', 'http'],
  ['evaluation', 'workspace', 'queue', 'authoring'],
  ['runner', 'documents'],
  ['stress', 'strength', 'mock', 'record', 'contract', 'convert', 'web-fetch', 'diff', 'history', 'coverage'],
  ['reports', 'events'],
  ['operations'],
  ['server', 'mcp', 'lsp', 'programs'],
  ['cli', 'library.ts', 'testing.ts'],
  ['main.ts', 'index.ts'],
];

/** The same inside of a module, for its sub-modules; '.' stands for the files directly in the module. */
export const layersInside = {
  primitives: [['text', 'time', 'json'], ['.'], ['threads', 'shapes', 'packages']],
  http: [['message', 'serving'], ['connect'], ['http1'], ['connections'], ['wraps'], ['auth'], ['sign-in']],
  'request-file': [['text'], ['model'], ['expressions'], ['scripts'], ['parse'], ['check', 'print'], ['.']],
  authoring: [['.'], ['complete', 'fixes', 'hover', 'outline'], ['navigate']],
  evaluation: [
    ['values'],
    ['bounded'],
    ['pattern', 'xpath'],
    ['json-path', 'json-schema', 'response'],
    ['functions'],
    ['variables'],
    ['operators'],
    ['.'],
    ['worker'],
  ],
  workspace: [['paths'], ['write', 'git'], ['output'], ['config', 'files'], ['client-env', 'watch']],
  queue: [['settings'], ['sealing'], ['transport'], ['.'], ['units']],
  runner: [['plan'], ['outcome'], ['prepare', 'databases', 'commands'], ['.'], ['portable'], ['units']],
  convert: [
    ['.'],
    [
      'from-openapi',
      'from-collection',
      'from-client-export',
      'from-curl',
      'from-bruno',
      'from-http',
      'to-curl',
    ],
  ],
  'web-fetch': [['rules'], ['html'], ['.']],
  record: [['recordings'], ['capture'], ['proxy'], ['export'], ['from-har'], ['.']],
  mock: [
    ['routing', 'sampling', 'incoming', 'upstream'],
    ['values', 'templates'],
    ['responses'],
    ['rules', 'state', 'openapi', 'faults'],
    ['respond'],
    ['.'],
  ],
  stress: [['plan'], ['measure', 'client'], ['find'], ['.'], ['distributed']],
  strength: [['model'], ['mutate'], ['check'], ['suggest'], ['.']],
  history: [['store'], ['spool', 'queries'], ['team'], ['.']],
  reports: [['results'], ['html', 'console', 'traces'], ['diff', 'stress', 'strength', 'merge'], ['.']],
  operations: [
    ['settings'],
    ['files', 'sources', 'tracing'],
    ['runs', 'exchange', 'load', 'mocks', 'recordings', 'workers'],
    ['strength'],
    ['engine'],
    ['servers'],
  ],
  server: [['schemas', 'call', 'websocket'], ['guards', 'routes'], ['.']],
  mcp: [['protocol'], ['search', 'artifacts'], ['call'], ['runs'], ['tools'], ['.']],
  lsp: [
    ['protocol'],
    ['host'],
    ['index', 'commands'],
    ['documents'],
    ['features'],
    ['node'],
    ['.'],
    ['browser'],
  ],
  cli: [
    ['process'],
    ['flags'],
    ['command'],
    [
      'auth',
      'completion',
      'contract',
      'diff',
      'export',
      'fetch',
      'import',
      'lsp',
      'man-page',
      'mcp',
      'mock',
      'record',
      'report',
      'run',
      'serve',
      'strength',
      'workers',
    ],
    ['commands'],
    ['.'],
  ],
};

/** @typedef {import('dependency-cruiser').IForbiddenRuleType} Rule */

/** @type {Rule[]} */
const layerRules = layers.flatMap((modules, index) =>
  modules.map((module) => ({
    name: `layer-${index}-${module}`,
    severity: /** @type {const} */ ('error'),
    from: { path: pathOf([module]) },
    to: { path: '^src/', pathNot: pathOf([module, ...layers.slice(0, index).flat()]) },
  })),
);

/** @type {Rule[]} */
const insideRules = Object.entries(layersInside).flatMap(([module, inside]) =>
  inside.flatMap((parts, index) =>
    parts.map((part) => ({
      name: `${module}-layer-${index}-${part}`,
      severity: /** @type {const} */ ('error'),
      // Tests of a part may use whatever their module holds.
      from: { path: partPath(module, [part]), pathNot: '[.]test[.]ts$' },
      to: {
        path: `^src/${module}/`,
        pathNot: partPath(module, [part, ...inside.slice(0, index).flat()]),
      },
    })),
  ),
);

/**
 * Modules of web/src, and what each of them imports of the others. The parser used here does not read TSX, so
 * test/support/rules/web-imports.ts looks at these.
 */
export const webModules = {
  api: [],
  body: [],
  components: [],
  language: [],
  editor: ['language'],
  state: ['api', 'body'],
  views: ['state', 'components', 'editor', 'language', 'body'],
};

/** What of the product the web interface imports: types of the API, and pure code that knows no Node. */
export const forBrowsers = [
  'src/server/api-types.ts',
  'src/primitives/text/output-text.ts',
  'src/authoring/',
  'src/request-file/',
  'src/convert/to-curl/sent-command.ts',
  'src/convert/to-curl/shell-quote.ts',
  'src/diff/classify-change.ts',
  'src/evaluation/json-path/json-path-query.ts',
  'src/evaluation/values/absent.ts',
  'src/evaluation/values/body-path.ts',
  'src/evaluation/values/json.ts',
  'src/evaluation/values/json-reader.ts',
  'src/evaluation/values/value-text.ts',
  'src/primitives/duration.ts',
  'src/primitives/shapes/worker-choice.ts',
  'src/stress/plan/load-limits.ts',
  'src/stress/plan/stages.ts',
  'src/primitives/json/',
  'src/evaluation/xpath/',
  'src/primitives/json-scanner.ts',
  'src/primitives/text/number-ranges.ts',
  'src/primitives/plain-object.ts',
  'src/primitives/text/line-difference.ts',
  'src/primitives/threshold.ts',
  'src/redaction/secret-names.ts',
  'src/reports/results/expected-words.ts',
  'src/reports/results/failed-assertion.ts',
  'src/reports/results/shown-values.ts',
  'src/reports/results/value-difference.ts',
];

/** @type {import('dependency-cruiser').IConfiguration} */
export default {
  forbidden: [
    ...layerRules,
    ...insideRules,
    { name: 'no-web-in-the-product', severity: 'error', from: { path: '^src/' }, to: { path: '^web/' } },
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'product-stands-alone',
      severity: 'error',
      from: { path: '^src/', pathNot: '[.]test[.]ts$' },
      to: { path: ['^(test|bench|scripts|examples)/', 'node_modules/(vitest|fast-check|rolldown)/'] },
    },
  ],
  options: {
    // Type imports count; without swc nothing would be seen, since TypeScript 7 has no API to parse with.
    tsPreCompilationDeps: true,
    parser: 'swc',
    doNotFollow: { path: 'node_modules' },
    // Of all that it would try for each import by default, these are the endings that lead to a file here.
    enhancedResolveOptions: { extensions: ['.ts', '.js'] },
    exclude: { path: '^test/corpus/' },
  },
};

/** @param {readonly string[]} modules */
function pathOf(modules) {
  const names = modules.map((name) => (name.endsWith('.ts') ? `${name.replace('.', '[.]')}$` : `${name}/`));
  return `^src/(${names.join('|')})`;
}

/**
 * @param {string} module
 * @param {readonly string[]} parts
 */
function partPath(module, parts) {
  const names = parts.map((part) => (part === '.' ? '[^/]+$' : `${part}/`));
  return `^src/${module}/(${names.join('|')})`;
}
