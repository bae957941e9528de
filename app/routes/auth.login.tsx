import { MessagePage } from '../components/MessagePage.tsx';

/** The page for a request that names no store. Apps may not ask for a store's address; they are opened from the admin. */
export default function LoginPage() {
  return (
    <MessagePage
      title="Open Cadence from your store's admin"
      text="Cadence runs inside the admin of your store. Open your admin, choose Apps, then Cadence."
    />
  );
}
