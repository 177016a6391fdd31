/** The same with all of the generated cases. */
import './noted-names.test.js';
