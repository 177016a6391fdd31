/** Headers of servers, proxies and caches, about which an API says nothing; in lower case. */
const INFRASTRUCTURE: ReadonlySet<string> = new Set([
  'accept-ranges',
  'age',
  'alt-svc',
  'connection',
  'content-encoding',
  'content-length',
  'date',
  'keep-alive',
  'nel',
  'proxy-connection',
  'report-to',
  'server',
  'server-timing',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'vary',
  'via',
  'x-aspnet-version',
  'x-cache',
  'x-cache-hits',
  'x-powered-by',
  'x-runtime',
  'x-served-by',
  'x-timer',
]);

const PREFIXES = ['cf-', 'x-amz-cf-', 'x-envoy-', 'x-vercel-', 'fly-'];

export function isInfrastructureHeader(name: string): boolean {
  const lowerName = name.toLowerCase();
  return INFRASTRUCTURE.has(lowerName) || PREFIXES.some((prefix) => lowerName.startsWith(prefix));
}
