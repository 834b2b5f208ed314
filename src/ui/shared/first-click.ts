/**
 * Ignores the second click of a double click, because the first one may have moved another button under the pointer.
 * Keys and screen readers send clicks whose count is 0.
 */
export const onFirstClick =
  (act: () => void) =>
  ({ detail }: MouseEvent): void => {
    if (detail <= 1) act();
  };
