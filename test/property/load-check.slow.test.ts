/** The same with all of the generated cases. */
import './load-check.test.js';
