/** The model that a person chose in the settings, for each store, so that a reload does not forget it. */
const keyOf = (store: string): string => `hybrid-search:model:${store}`;

/** Null where the person left it to the page. */
export function chosenModel(store: string): string | null {
  try {
    return localStorage.getItem(keyOf(store));
  } catch {
    return null;
  }
}

export function keepChosenModel(store: string, model: string): void {
  try {
    localStorage.setItem(keyOf(store), model);
  } catch {
    // Refused: the choice lives as long as the page.
  }
}
