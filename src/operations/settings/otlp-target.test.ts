import { describe, expect, it } from 'vitest';
import { ServiceError } from '../../errors.js';
import { readOtlpTarget } from './otlp-target.js';

const target = (text: string, process: Record<string, string> = {}): ReturnType<typeof readOtlpTarget> =>
  readOtlpTarget({ text, by: 'flag' }, process);

describe('the address of a collector', () => {
  it.each([
    ['http://127.0.0.1:4318', 'http://127.0.0.1:4318/v1/traces', '127.0.0.1:4318'],
    ['http://127.0.0.1:4318/', 'http://127.0.0.1:4318/v1/traces', '127.0.0.1:4318'],
    ['HTTPS://Collector.example', 'https://collector.example/v1/traces', 'collector.example'],
    [' http://[::1]:4318 ', 'http://[::1]:4318/v1/traces', '[::1]:4318'],
    ['http://c.example/otlp', 'http://c.example/otlp', 'c.example'],
    ['http://c.example/?key=1#x', 'http://c.example/v1/traces?key=1', 'c.example'],
    ['http://c.example/a/b/?key=1', 'http://c.example/a/b/?key=1', 'c.example'],
  ])('%s', (text, url, host) => {
    expect(target(text)).toEqual({ url, host, headers: [], secrets: [] });
  });

  it.each(['', 'c.example:4318', 'localhost:4318', 'grpc://c.example', 'ENV', 'file:///x'])(
    'is not %j',
    (text) => {
      expect(() => target(text)).toThrow(
        new ServiceError(
          'usage',
          '--otlp must be an http:// or https:// URL, such as http://127.0.0.1:4318, or env',
        ),
      );
    },
  );

  it('names the variable that gave it', () => {
    expect(() => readOtlpTarget({ text: 'x', by: 'variable' }, {})).toThrow(/^SVC_OTLP must be/);
  });

  it('turns a user into a header, which is secret', () => {
    const { url, host, headers, secrets } = target('https://ada:p%40ss-word-1@c.example');
    const credential = Buffer.from('ada:p@ss-word-1').toString('base64');
    expect({ url, host, headers }).toEqual({
      url: 'https://c.example/v1/traces',
      host: 'c.example',
      headers: [['Authorization', `Basic ${credential}`]],
    });
    expect(secrets).toEqual(expect.arrayContaining([credential, 'p@ss-word-1']));
  });
});

describe('env', () => {
  it('prefers the variable of traces', () => {
    const variables = {
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://traces.example/t',
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://all.example',
    };
    expect(target('env', variables).url).toBe('http://traces.example/t');
    expect(target('env', { ...variables, OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: ' ' }).url).toBe(
      'http://all.example/v1/traces',
    );
  });

  it('reads headers, of which all but plain words are secret', () => {
    const { headers, secrets } = target('env', {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://all.example',
      OTEL_EXPORTER_OTLP_HEADERS: ' Authorization=Bearer%20t0ken-one , x-scope=prod,, api-key = k=1234567 ',
    });
    expect(headers).toEqual([
      ['Authorization', 'Bearer t0ken-one'],
      ['x-scope', 'prod'],
      ['api-key', 'k=1234567'],
    ]);
    expect(secrets).toEqual(expect.arrayContaining(['t0ken-one', 'Bearer t0ken-one', 'k=1234567']));
    expect(secrets).not.toContain('prod');
  });

  it('is not sent the headers of other collectors', () => {
    expect(target('http://c.example', { OTEL_EXPORTER_OTLP_HEADERS: 'api-key=1' }).headers).toEqual([]);
  });

  it.each(['=x', 'a b=c', 'a', 'a=b%0d%0aX: y'])('refuses the header %j without showing it', (text) => {
    const variables = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://c.example', OTEL_EXPORTER_OTLP_HEADERS: text };
    expect(() => target('env', variables)).toThrow(
      new ServiceError(
        'input',
        'entry 1 of OTEL_EXPORTER_OTLP_HEADERS is no header; write name=value, separated by commas',
      ),
    );
  });
});
