/** The same with all of the generated cases. */
import './config-edits.test.js';
