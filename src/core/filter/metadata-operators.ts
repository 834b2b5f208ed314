/**
 * `ne` and the operators that begin with `not_` match exactly where their positive counterparts don't, so they also
 * match a missing path. `is_not_null` doesn't. Comparisons are between two numbers or two strings (by code unit, which
 * orders ISO dates), never across types.
 */

import { jsonEquals } from '../record/json.ts';
import type { JsonValue } from '../record/memory.ts';
import type { MetadataOperator } from './filters.ts';

export type ValueTest = (value: JsonValue | undefined) => boolean;

export type OperandKind = 'any' | 'none' | 'list' | 'ordered' | 'string';

interface Operator {
  operand: OperandKind;
  compile(operand: JsonValue): ValueTest;
}

function ordered(holds: (left: number | string, right: number | string) => boolean): Operator {
  return {
    operand: 'ordered',
    compile: (operand) => (value) =>
      (typeof value === 'number' || typeof value === 'string') &&
      typeof value === typeof operand &&
      holds(value, operand as number | string),
  };
}

function onString(holds: (value: string, operand: string) => boolean): Operator {
  return {
    operand: 'string',
    compile: (operand) => (value) => typeof value === 'string' && holds(value, operand as string),
  };
}

function not(operator: Operator): Operator {
  return {
    operand: operator.operand,
    compile(operand) {
      const test = operator.compile(operand);
      return (value) => !test(value);
    },
  };
}

const equal: Operator = {
  operand: 'any',
  compile: (operand) => (value) => value !== undefined && jsonEquals(value, operand),
};

const inList: Operator = {
  operand: 'list',
  compile: (operand) => (value) =>
    value !== undefined && (operand as JsonValue[]).some((candidate) => jsonEquals(value, candidate)),
};

const arrayContains: Operator = {
  operand: 'any',
  compile: (operand) => (value) => Array.isArray(value) && value.some((item) => jsonEquals(item, operand)),
};

const contains: Operator = {
  operand: 'any',
  compile: (operand) => (value) =>
    typeof value === 'string'
      ? typeof operand === 'string' && value.includes(operand)
      : Array.isArray(value) && value.some((item) => jsonEquals(item, operand)),
};

const present: Operator = { operand: 'none', compile: () => (value) => value !== undefined };

export const OPERATORS: { readonly [name in MetadataOperator]: Operator } = {
  eq: equal,
  ne: not(equal),
  gt: ordered((left, right) => left > right),
  gte: ordered((left, right) => left >= right),
  lt: ordered((left, right) => left < right),
  lte: ordered((left, right) => left <= right),
  in: inList,
  not_in: not(inList),
  exists: present,
  not_exists: not(present),
  contains,
  not_contains: not(contains),
  starts_with: onString((value, operand) => value.startsWith(operand)),
  ends_with: onString((value, operand) => value.endsWith(operand)),
  is_null: { operand: 'none', compile: () => (value) => value === null },
  is_not_null: { operand: 'none', compile: () => (value) => value !== null && value !== undefined },
  array_contains: arrayContains,
};
