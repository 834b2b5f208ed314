import { isHybridSearchError, MODEL_PROFILES } from 'hybrid-search-element';
import Search from './search';

/** Rendered on the server, where importing the package must have no side effects. */
export default function Page() {
  return (
    <main data-models={MODEL_PROFILES.length} data-error={String(isHybridSearchError(new Error('none')))}>
      <Search />
    </main>
  );
}
