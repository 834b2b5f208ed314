/**
 * The licences of the code in ONNX Runtime's WebAssembly aren't in its npm package. Texts come from installed packages
 * under the same licence, or are the standard text.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../setup.mjs';

type Licence = 'MIT' | 'Apache-2.0' | 'Apache-2.0 WITH LLVM-exception' | 'BSD-3-Clause' | 'MPL-2.0' | 'BSL-1.0';

interface Component {
  name: string;
  licence: Licence;
  copyright: string;
  source: string;
  /** Text that the component leaves in the binary. Undefined if none, or if every Emscripten build contains it. */
  trace?: string;
}

export const RUNTIME_COMPONENTS: readonly Component[] = [
  {
    name: 'ONNX',
    licence: 'Apache-2.0',
    copyright: 'Copyright (c) ONNX Project Contributors',
    source: 'https://github.com/onnx/onnx',
    trace: '_deps/onnx-src/',
  },
  {
    name: 'Abseil',
    licence: 'Apache-2.0',
    copyright: 'Copyright 2017 The Abseil Authors',
    source: 'https://github.com/abseil/abseil-cpp',
    trace: '_deps/abseil_cpp-src/',
  },
  {
    name: 'FlatBuffers',
    licence: 'Apache-2.0',
    copyright: 'Copyright 2014 Google Inc.',
    source: 'https://github.com/google/flatbuffers',
    trace: 'flatbuffers_utils',
  },
  {
    name: 'libc++, libc++abi, libunwind and compiler-rt',
    licence: 'Apache-2.0 WITH LLVM-exception',
    copyright: 'Copyright (c) the LLVM Project contributors',
    source: 'https://github.com/llvm/llvm-project',
    trace: '__cxa_guard',
  },
  {
    name: 'Protocol Buffers',
    licence: 'BSD-3-Clause',
    copyright: 'Copyright 2008 Google Inc.  All rights reserved.',
    source: 'https://github.com/protocolbuffers/protobuf',
    trace: '_deps/protobuf-src/',
  },
  {
    name: 'RE2',
    licence: 'BSD-3-Clause',
    copyright: 'Copyright (c) 2009 The RE2 Authors. All rights reserved.',
    source: 'https://github.com/google/re2',
    trace: '_deps/re2-src/',
  },
  {
    name: 'Eigen',
    licence: 'MPL-2.0',
    copyright: 'Copyright (C) Gael Guennebaud, Benoit Jacob and the other authors of Eigen',
    source: 'https://gitlab.com/libeigen/eigen',
    trace: 'EigenNonBlockingThreadPool',
  },
  {
    name: 'Boost.Mp11',
    licence: 'BSL-1.0',
    copyright: 'Copyright 2015-2023 Peter Dimov and contributors',
    source: 'https://github.com/boostorg/mp11',
  },
  {
    name: 'Guidelines Support Library',
    licence: 'MIT',
    copyright: 'Copyright (c) 2015 Microsoft Corporation. All rights reserved.',
    source: 'https://github.com/microsoft/GSL',
    trace: 'gsl::span',
  },
  {
    name: 'SafeInt',
    licence: 'MIT',
    copyright: 'Copyright (c) 2018 Microsoft',
    source: 'https://github.com/dcleblanc/SafeInt',
    trace: 'SafeInt<',
  },
  {
    name: 'JSON for Modern C++',
    licence: 'MIT',
    copyright: 'Copyright (c) 2013-2022 Niels Lohmann',
    source: 'https://github.com/nlohmann/json',
    trace: 'nlohmann',
  },
  {
    name: 'date',
    licence: 'MIT',
    copyright: 'Copyright (c) 2015-2021 Howard Hinnant and contributors',
    source: 'https://github.com/HowardHinnant/date',
  },
  {
    name: 'Emscripten',
    licence: 'MIT',
    copyright: 'Copyright (c) 2010-2014 Emscripten authors',
    source: 'https://github.com/emscripten-core/emscripten',
  },
  {
    name: 'musl',
    licence: 'MIT',
    copyright: 'Copyright (c) 2005-2020 Rich Felker, et al.',
    source: 'https://musl.libc.org',
  },
];

const installed = (path: string): string => readFileSync(join(ROOT, 'node_modules', path), 'utf8');
const standard = (name: string): string => readFileSync(join(ROOT, 'scripts/build/licences', name), 'utf8');
/** Returns a licence text without its title and copyright line. */
const conditions = (text: string): string => text.split('\n\n').slice(2).join('\n\n');

const TEXTS: { readonly [licence in Licence]: () => string } = {
  MIT: () => conditions(readFileSync(join(ROOT, 'LICENSE'), 'utf8')),
  'Apache-2.0': () => installed('@huggingface/transformers/LICENSE'),
  'Apache-2.0 WITH LLVM-exception': () =>
    `The Apache License above, with this exception:\n\n${standard('LLVM-exception.txt')}`,
  'BSD-3-Clause': () => conditions(installed('lit/LICENSE')),
  'MPL-2.0': () => `Its source code is available at the address above.\n\n${installed('axe-core/LICENSE')}`,
  'BSL-1.0': () => standard('BSL-1.0.txt'),
};

export function runtimeNotices(version: string): string[] {
  const head = `The WebAssembly of ONNX Runtime (onnxruntime-web ${version}) contains the following software.\n`;
  const parts = (Object.keys(TEXTS) as Licence[]).map((licence) => {
    const components = RUNTIME_COMPONENTS.filter((component) => component.licence === licence);
    const named = components.map(({ name, copyright, source }) => `${name} (${licence})\n  ${copyright}\n  ${source}`);
    return `${named.join('\n')}\n\n${TEXTS[licence]().trim().replaceAll('\r\n', '\n')}\n`;
  });
  return [head, ...parts];
}
