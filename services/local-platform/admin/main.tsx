import '@shopify/polaris/build/esm/styles.css';
import './admin.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Admin } from './admin.tsx';
import { createAdminHistory } from './router/admin-history.ts';

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no element with the id "root".');

createRoot(container).render(
  <StrictMode>
    <Admin history={createAdminHistory(window)} />
  </StrictMode>,
);
