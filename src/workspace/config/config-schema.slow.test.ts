/** The same with all of the generated cases. */
import './config-schema.test.js';
