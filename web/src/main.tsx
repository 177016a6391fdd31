import { render } from 'preact';
import { App } from './app.js';
import { start } from './state/start.js';

const root = document.getElementById('app');
if (root !== null) render(<App />, root);
void start();
