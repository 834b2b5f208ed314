/** The result of `shared/prove-documents.js`. */
export const DOCUMENTS = { page: 2, words: 'picture', documentProblems: '', pictureError: '' };

/** The result of `app/proof.js`. */
export const EXPECTED = {
  byMeaning: 'key',
  byKeyword: 'soup',
  added: 3,
  afterImport: 'soup',
  refused: true,
  embedded: 3,
  element: 'note',
  ...DOCUMENTS,
};

/** The result of `frameworks/proof.js`. */
export const BOUND = { limit: 3, tags: 'one,two', byMeaning: 'key', parts: '1 found', ...DOCUMENTS };

/** The result of `app/proof.js` if the assets lack the packages that read PDFs and pictures. */
export const WITHOUT_READERS = {
  ...EXPECTED,
  page: undefined,
  words: undefined,
  documentProblems: /npm install hybrid-search-documents, then npx hybrid-search-assets DIR$/,
  pictureError: /npm install hybrid-search-ocr, then npx hybrid-search-assets DIR$/,
};
