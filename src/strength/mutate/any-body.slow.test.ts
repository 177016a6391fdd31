/** The same with all of the generated cases. */
import './any-body.test.js';
