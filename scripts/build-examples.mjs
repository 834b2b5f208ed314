/** Builds the examples for the end-to-end tests, which would otherwise wait for them. */
import { buildExamples } from './examples.mjs';

buildExamples();
