import { useState } from 'react';
import { createRoot } from 'react-dom/client';
import { Notes } from './Notes.jsx';
import { DRAFT, proveBound } from './proof.js';

function Page() {
  const [found, setFound] = useState('');
  return (
    <>
      <hybrid-search
        asset-base="/hybrid-search"
        name="react"
        model="all-MiniLM-L6-v2"
        model-load="manual"
        limit={3}
        onhs-search={(event) => setFound(event.response.hits[0]?.id)}
        ref={(element) => {
          if (element) globalThis.proof ??= proveBound(element, DRAFT);
        }}
      />
      <output>{found}</output>
      <Notes />
    </>
  );
}

createRoot(document.body).render(<Page />);
