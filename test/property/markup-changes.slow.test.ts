/** The same with all of the generated cases. */
import './markup-changes.test.js';
