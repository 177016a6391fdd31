// How evaluation grows: with variables, secrets, environments and the size of bodies.
import { executionSweep } from '../execution-sweep.mjs';
import { repeated } from '../sweep.mjs';

const sizes = [1, 10, 100, 1000, 10_000];
/** Servers read a configuration of more than 16 KiB in another thread; a long comment puts all sizes into the same one. */
const padding = `# ${'x'.repeat(16 * 1024)}`;
const ofFile = { sizes, share: 10_000, most: 1 };

/** @type {readonly import('../sweep.mjs').Sweep[]} */
export const valueSweeps = [
  executionSweep({
    ...ofFile,
    // A hundred variables cost less than the noise of the call around them, so that the sizes begin there.
    sizes: [100, 1000, 10_000, 100_000],
    name: 'variables',
    what: 'variables of a file, all in one body',
    head: (count) => repeated(count, (i) => `@v${i} = ${i === 0 ? '' : '{{v0}}'}x${i}\n`),
    request: (count, url) => `POST ${url}/items\n\n${repeated(count, (i) => `{{v${i}}}\n`)}`,
  }),
  executionSweep({
    ...ofFile,
    sizes: [30, 300, 3000, 30_000],
    name: 'secrets',
    what: 'secrets of a file, all in one body',
    head: (count) => repeated(count, (i) => `@secret v${i} = s3cret-${i}-value\n`),
    request: (count, url) => `POST ${url}/items\n\n${repeated(count, (i) => `{{v${i}}}\n`)}`,
  }),
  executionSweep({
    ...ofFile,
    sizes: [1, 10, 100, 1000],
    share: 1000,
    name: 'environments',
    what: 'environments of service.yaml',
    files: (count, version) => ({
      'service.yaml': `${padding} ${version}\nenvironments:\n${repeated(count, (i) => `  e${i}:\n    name: n${i}\n    port: ${i}\n`)}`,
    }),
    fields: { environment: 'e0' },
    request: (_, url) => `POST ${url}/items\n\n{{name}}\n`,
  }),
  executionSweep({
    sizes,
    share: 20_000,
    name: 'body',
    what: 'entries of a JSON response',
    request: (count, url, index) =>
      `### b${index}\nGET ${url}/list/${count}\n\n>>>\nexpect body[${count - 1}].id == ${count - 1}\nexpect body contains parcel\n<<<\n\n`,
  }),
  executionSweep({
    sizes,
    share: 5000,
    name: 'jsonpath',
    what: 'entries of a JSON response that a query visits',
    request: (count, url, index) =>
      `### j${index}\nGET ${url}/list/${count}\n\n>>>\nexpect jsonpath "$[?@.state == 'created'].id" exists\nexpect jsonpath "$..tags[0]" exists\n<<<\n\n`,
  }),
  executionSweep({
    sizes,
    share: 20_000,
    name: 'sent-body',
    what: 'hundreds of bytes of a body with placeholders',
    head: () => '@v = 1\n',
    request: (count, url, index) =>
      `### s${index}\nPOST ${url}/items\nContent-Type: text/plain\n\n${'one of the words {{v}} \n'.repeat(count * 4)}\n`,
  }),
];
