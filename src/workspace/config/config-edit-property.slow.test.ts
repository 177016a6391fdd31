/** The same with all of the generated cases. */
import './config-edit-property.test.js';
