/** The same with all of the generated cases. */
import './import-losses.test.js';
