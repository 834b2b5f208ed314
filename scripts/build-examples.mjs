/** The end-to-end tests would otherwise wait for the examples. */
import { buildExamples } from './examples.mjs';

buildExamples();
