/** The files of docs/deploy, which start workers with Compose or Kubernetes. */
import { describe, expect, it } from 'vitest';
import {
  composeFindings,
  manifestFindings,
  readManifests,
  typeFindings,
} from './support/rules/deploy-rules.js';
import { compose, kubernetes } from './deploy-setup.js';

describe('docs/deploy', () => {
  it('has no fault', async () => {
    expect(composeFindings(compose)).toEqual([]);
    expect(manifestFindings(kubernetes)).toEqual([]);
    expect(await typeFindings(readManifests(kubernetes))).toEqual([]);
    expect(readManifests(kubernetes).map(({ kind, metadata }) => `${kind} ${metadata.name}`)).toEqual([
      'Service svc-queue',
      'Deployment svc-queue',
      'Deployment svc-worker',
    ]);
  });
});

describe('a file to deploy is refused', () => {
  it.each([
    ['that is no YAML', (text: string) => `${text}\n\t- {`, /^not YAML/],
    [
      'with an unknown key',
      (text: string) => text.replace('healthcheck:', 'healthchek:'),
      /additional properties/,
    ],
    [
      'with a wrong type',
      (text: string) => text.replace('read_only: true', 'read_only: [1]'),
      /read_only must/,
    ],
    [
      'with a variable that may be empty',
      (text: string) => text.replace(':?choose a password', ''),
      /when REDIS_PASSWORD is not set/,
    ],
    ['with an open version', (text: string) => text.replace(':7.4-alpine', ''), /no fixed version/],
  ])('by Compose, %s', (_what, change, finding) => {
    expect(composeFindings(change(compose)).join('\n')).toMatch(finding);
  });

  it.each([
    ['that is no YAML', (text: string) => `${text}\n\t- {`, /^not YAML/],
    [
      'of a kind without rules',
      (text: string) => text.replace('kind: Service', 'kind: Pod'),
      /no rules for v1 Pod/,
    ],
    [
      'whose selector matches nothing',
      (text: string) => text.replace('      app: svc-worker\n  template', '      app: worker\n  template'),
      /selector does not match/,
    ],
    [
      'whose port does not exist',
      (text: string) => text.replace('targetPort: redis', 'targetPort: http'),
      /named http/,
    ],
    ['that may run as root', (text: string) => text.replaceAll('runAsNonRoot: true', ''), /may run as root/],
    [
      'with a password in it',
      (text: string) =>
        text.replace('name: SVC_WORKER_KEY\n', 'name: SVC_WORKER_KEY\n              value: x\n'),
      /writes SVC_WORKER_KEY/,
    ],
    ['without limits', (text: string) => text.replaceAll(/^ *limits:.*\n/gm, ''), /no requests or no limits/],
    [
      'that may gain privileges',
      (text: string) => text.replaceAll('allowPrivilegeEscalation: false', 'privileged: false'),
      /may gain privileges/,
    ],
  ])('by Kubernetes, %s', (_what, change, finding) => {
    expect(manifestFindings(change(kubernetes)).join('\n')).toMatch(finding);
  });

  it('by Kubernetes, with unknown fields and wrong types', async () => {
    const changed = kubernetes.replace('replicas: 4', "replicas: 'four'").replace('affinity:', 'affinities:');
    const findings = (await typeFindings(readManifests(changed))).join('\n');
    expect(findings).toContain("Type 'string' is not assignable to type 'number'");
    expect(findings).toContain('"affinities"');
  });
});
