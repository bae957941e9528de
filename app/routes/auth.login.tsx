import { MessagePage } from '../components/MessagePage.tsx';

/** Where a request ends that names no store. Apps may not ask for a store's address: it is opened in the admin. */
export default function LoginPage() {
  return (
    <MessagePage
      title="Open Cadence from your store's admin"
      text="Cadence runs inside the admin of your store. Open your admin, choose Apps, then Cadence."
    />
  );
}
