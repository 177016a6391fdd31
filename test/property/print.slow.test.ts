/** The same with all of the generated cases. */
import './print.test.js';
