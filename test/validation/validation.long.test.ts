import { describeRows } from './measure-rows.js';

// The rows of docs/validation.md that take long on an engine.
describeRows('slow');
