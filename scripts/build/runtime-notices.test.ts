import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { runtimeFile } from './runtime.ts';
import { RUNTIME_COMPONENTS, runtimeNotices } from './runtime-notices.ts';

const binary = readFileSync(runtimeFile('ort-wasm-simd-threaded.wasm'), 'latin1');
const notices = runtimeNotices('1').join('\n');

it('names each library whose files the binary mentions', () => {
  const mentioned = [...new Set(binary.match(/_deps\/[a-z0-9_]+-src\//g))];
  expect(mentioned.length).toBeGreaterThan(3);
  expect(mentioned.filter((path) => !RUNTIME_COMPONENTS.some(({ trace }) => trace === path))).toEqual([]);
});

it('finds the trace of each part in the binary', () => {
  const gone = RUNTIME_COMPONENTS.filter(({ trace }) => trace && !binary.includes(trace));
  expect(gone.map(({ name }) => name)).toEqual([]);
});

it('gives the text of each licence', () => {
  for (const text of [
    'Permission is hereby granted, free of charge, to any person obtaining a copy',
    'TERMS AND CONDITIONS FOR USE, REPRODUCTION, AND DISTRIBUTION',
    'LLVM Exceptions to the Apache 2.0 License',
    'Redistributions in binary form must reproduce the above copyright notice',
    'Mozilla Public License, version 2.0',
    'Boost Software License - Version 1.0',
  ])
    expect(notices).toContain(text);
  // The licence texts are taken from other packages, whose copyright lines must not be in the notices.
  expect(notices).not.toMatch(/2017 Google LLC|\(c\) 2026/);
});
