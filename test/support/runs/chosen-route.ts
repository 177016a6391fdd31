import { createResponseChooser } from '../../../src/mock/choose-response.js';
import { ReceivedRequest } from '../../../src/mock/incoming/received-request.js';
import { routesOf, type RouteSettings } from './mock-routes.js';

/** `METHOD target`, headers, an empty line, the body. */
export function receivedOf(text: string): ReceivedRequest {
  const end = text.indexOf('\n\n');
  const [first = '', ...lines] = (end < 0 ? text : text.slice(0, end)).split('\n');
  const [method = '', target = ''] = first.split(' ');
  const rawHeaders = lines.flatMap((line) => {
    const colon = line.indexOf(':');
    return [line.slice(0, colon), line.slice(colon + 1).trim()];
  });
  const body = Buffer.from(end < 0 ? '' : text.slice(end + 2));
  return new ReceivedRequest({ method, target, rawHeaders, body });
}

/** The name of the route that responds, or why each of the nearest does not. */
export async function chosenRoute(
  file: string,
  incoming: string | ReceivedRequest,
  settings: RouteSettings = {},
): Promise<string | readonly string[]> {
  const chooser = await createResponseChooser(await routesOf(file, settings), settings.strictMatch);
  const request = typeof incoming === 'string' ? receivedOf(incoming) : incoming;
  const path = request.target.split('?', 1)[0] ?? '';
  const group = chooser.findGroup(request.method, path);
  if (!group) return chooser.choose(request.method, path, () => 'h').route;
  const body = group.readsBody ? request.body : new Uint8Array(0);
  const { method, target, rawHeaders } = request;
  const received = new ReceivedRequest({ method, target, rawHeaders, body });
  const choice = await group.alternatives.choose({ request: received, path });
  return 'route' in choice
    ? choice.route.name
    : choice.failed.map(({ route, failed }) => `${route.name}: ${failed}`);
}
