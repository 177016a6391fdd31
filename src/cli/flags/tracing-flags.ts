import { CONFIG_KEYS } from '../../workspace/config/config.js';
import { flagGroup, optionalSwitchFlag } from './flag.js';
import { uncheckedFlag } from './value-flags.js';

const { variable } = CONFIG_KEYS.tracing.properties.traceparent;

/** For commands whose requests can be found again in the traces of their targets. */
export const TRACING_FLAGS = flagGroup('Tracing', {
  traceparent: optionalSwitchFlag('name a trace in every request (W3C traceparent)', {
    ...(variable !== undefined && { environment: variable }),
  }),
  otlp: uncheckedFlag(
    'collector (OTLP over HTTP) that gets a span for each result, such as http://127.0.0.1:4318; env takes the OTEL_EXPORTER_OTLP_ variables',
    { environment: 'SVC_OTLP', value: 'url' },
  ),
});
