import { expect, it } from 'vitest';
import { ReceivedRequest } from './received-request.js';
import { receivedValue } from '../state/received-value.js';

function received(text: string): unknown {
  const rawHeaders = ['Content-Type', 'application/x-www-form-urlencoded'];
  return receivedValue(
    new ReceivedRequest({ method: 'POST', target: '/boxes', rawHeaders, body: Buffer.from(text) }),
  );
}

it.each([
  ['{"label":"AB-1"}', { label: 'AB-1' }],
  [' [1, 2]\n', [1, 2]],
  ['{"label":', { '{"label":': '' }],
  ['label=AB-1&label=AB-2', { label: ['AB-1', 'AB-2'] }],
  ['1', { 1: '' }],
])('the body %j with the type of a form is kept as %j', (text, value) => {
  expect(received(text)).toMatchObject({ value });
});
