import { ServiceError } from '../../errors.js';
import { QueueLost } from '../../queue/transport/queue-transport.js';

/** To clients of a server it makes no difference why the queue cannot be used: it may be possible later. */
export function queueFault(error: unknown): ServiceError {
  if (error instanceof QueueLost) {
    return new ServiceError('unavailable', `the queue cannot be reached: ${error.message}`);
  }
  if (!(error instanceof ServiceError)) throw error;
  return error.kind === 'network' ? new ServiceError('unavailable', error.message) : error;
}
